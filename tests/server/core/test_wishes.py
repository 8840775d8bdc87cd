"""Passing by itself: wished by one seat, told to nobody."""

import pytest

from byzanz.server.entries import Moved
from byzanz.server.pace import GRID
from byzanz.server.people import person_of
from byzanz.wire.commands import AuctionNumber, Wish
from byzanz.wire.problems import Code
from byzanz.wire.room import MoveClock, Pace
from tests.server.core.house import refusal

FIRST = AuctionNumber(1, 1)


async def wish(house, name, room, above, auction=FIRST):
    await house.rooms.wish(person_of(name), room, Wish(auction, above))


async def bid(house, room):
    """Whoever is on turn bids the least; the bid, and who is on turn then."""
    game = (await house.room(room)).game
    cheapest = game.options(game.turn).bid.cheapest
    await house.play(await house.person_on_turn(room), room, " ".join(["bid", *cheapest]))
    return (await house.room(room)).game.view(None).lot.beat, await house.person_on_turn(room)


async def next_people(house, room):
    """The people in the order of this auction."""
    folded = await house.room(room)
    first = folded.game.turn
    return [folded.seats[(first + step) % 3].name for step in range(3)]


async def test_a_seat_passes_when_the_highest_bid_is_above(house):
    room = await house.table()
    _, second, _ = await next_people(house, room)
    await wish(house, second, room, 0)
    await bid(house, room)
    at = (await house.room(room)).at
    await house.wait(10)
    assert (await house.log(room))[-1] == Moved(
        await house.seat(second, room), "pass", is_automatic=True
    )
    assert ((await house.room(room)).at - at) in (GRID[Pace.CALM], 2 * GRID[Pace.CALM])


async def test_not_before_and_not_in_another_auction(house):
    room = await house.table()
    _, second, third = await next_people(house, room)
    await wish(house, second, room, 1000)
    value, name = await bid(house, room)
    await house.wait(60)
    assert name == second
    assert await house.person_on_turn(room) == second
    await wish(house, second, room, value)  # as high as, not above
    await house.wait(60)
    assert await house.person_on_turn(room) == second
    await wish(house, second, room, value - 1)
    await house.wait(60)
    assert await house.person_on_turn(room) == third
    await house.play(third, room, "pass")  # the auction is over
    refused = await refusal(wish(house, second, room, 0))
    assert refused.code is Code.STALE
    while (game := (await house.room(room)).game).phase != "bid":
        moves = [str(move) for _, move in game.legal(game.turn)]
        answer = next(move for move in moves if not move.startswith("sell"))
        await house.play(await house.person_on_turn(room), room, answer)
    value = 0
    while await house.person_on_turn(room) != second or not value:
        value, _ = await bid(house, room)
    await house.wait(60)
    assert await house.person_on_turn(room) == second


async def test_a_wish_can_be_taken_back(house):
    room = await house.table()
    _, second, _ = await next_people(house, room)
    await wish(house, second, room, 0)
    await bid(house, room)
    await wish(house, second, room, None)
    await house.wait(60)
    assert await house.person_on_turn(room) == second


async def test_whoever_acts_first_has_acted(house):
    room = await house.table()
    _, second, third = await next_people(house, room)
    await wish(house, second, room, 0)
    await bid(house, room)
    await house.wait(0.3)
    await bid(house, room)
    seq = (await house.room(room)).seq
    await house.wait(60)
    assert (await house.room(room)).seq == seq
    assert await house.person_on_turn(room) == third


async def test_nobody_can_tell_a_wish(house):
    room = await house.table()
    names = await next_people(house, room)
    followers = [await house.follow(name, room) for name in (*names, None)]
    for follower in followers:
        follower.read()
    before = [msg(await house.update(name, room)) for name in (*names, None)]
    log = await house.store.log(room)
    await wish(house, names[2], room, 0)
    assert await house.store.log(room) == log
    assert [msg(await house.update(name, room)) for name in (*names, None)] == before
    assert all(follower.read() == [] for follower in followers)


def msg(update):
    return (update.seq, update.room, update.view, update.options, update.steps)


async def test_a_wish_is_kept_over_a_restart(house):
    room = await house.table()
    _, second, third = await next_people(house, room)
    await wish(house, second, room, 0)
    await house.restart()
    await bid(house, room)
    await house.wait(5)
    assert await house.person_on_turn(room) == third


async def test_a_pass_by_wish_is_neither_missed_nor_acted(house):
    room = await house.table(clock=MoveClock(10))
    _, second, _ = await next_people(house, room)
    for name in ("Anna", "Ben", "Cleo"):
        await house.follow(name, room)
    await wish(house, second, room, 0)
    await bid(house, room)
    await house.wait(5)
    assert [seat.misses for seat in (await house.room(room)).seats] == [0, 0, 0]


@pytest.mark.parametrize(
    ("name", "auction", "code"),
    [
        ("Nobody", FIRST, Code.NOT_ALLOWED),
        ("Anna", AuctionNumber(1, 2), Code.STALE),
        ("Anna", AuctionNumber(2, 1), Code.STALE),
    ],
)
async def test_wishes_that_are_refused(house, name, auction, code):
    room = await house.table()
    assert (await refusal(wish(house, name, room, 3, auction))).code is code
    assert await house.store.private(room) == {}


async def test_no_wishes_before_the_start(house):
    room = await house.create()
    assert (await refusal(wish(house, "Anna", room, 3))).code is Code.NOT_RUNNING
