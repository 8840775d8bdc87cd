"""Passing and bidding by itself: wished by one seat, told to nobody."""

import pytest

from byzanz.game.moves import Bid
from byzanz.server.entries import Moved
from byzanz.server.people import person_of
from byzanz.server.wishes import bidding
from byzanz.wire.commands import AuctionNumber, Wish
from byzanz.wire.problems import Code
from byzanz.wire.room import MoveClock
from tests.server.core.house import refusal

FIRST = AuctionNumber(1, 1)


async def wish(house, name, room, above, auction=FIRST):
    await house.rooms.wish(person_of(name), room, Wish(auction, above))


async def bid_up_to(house, name, room, up_to, auction=FIRST):
    await house.rooms.wish(person_of(name), room, Wish(auction, None, up_to))


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
    due = (await house.room(room)).answer_at
    await house.wait(10)
    assert (await house.log(room))[-1] == Moved(
        await house.seat(second, room), "pass", is_automatic=True
    )
    assert (await house.room(room)).at == due


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


# --- bidding by itself ----------------------------------------------------------------------------


async def test_a_seat_bids_the_cheapest_cards_as_long_as_it_is_worth_it(house):
    room = await house.table()
    _, second, third = await next_people(house, room)
    seat = await house.seat(second, room)
    value, _ = await bid(house, room)
    folded = await house.room(room)
    option = folded.game.options(seat).bid
    await bid_up_to(house, second, room, option.most)
    await house.wait(10)
    cards = " ".join(["bid", *option.cheapest])
    assert (await house.log(room))[-1] == Moved(seat, cards, is_automatic=True)
    assert (await house.room(room)).at == folded.answer_at
    assert await house.person_on_turn(room) == third
    assert (await house.room(room)).game.view(None).lot.beat > value


async def test_above_that_it_is_asked(house):
    room = await house.table()
    _, second, _ = await next_people(house, room)
    value, _ = await bid(house, room)
    await bid_up_to(house, second, room, value)  # as high as, not above
    log = await house.store.log(room)
    await house.wait(60)
    assert await house.store.log(room) == log
    assert await house.person_on_turn(room) == second


async def test_it_raises_again_and_ends_with_the_auction(house):
    room = await house.table()
    first, second, third = await next_people(house, room)
    seat = await house.seat(second, room)
    most = (await house.room(room)).game.options(seat).next_bid.most
    await bid_up_to(house, second, room, most)
    await bid(house, room)
    await house.wait(5)
    await house.play(third, room, "pass")
    while await house.person_on_turn(room) == first:
        game = (await house.room(room)).game.copy()
        cheapest = game.options(game.turn).bid.cheapest
        if cheapest:
            game.play(game.turn, Bid(cheapest))
        if not cheapest or game.view(None).lot.beat >= most:
            await house.play(first, room, "pass")
        else:
            await bid(house, room)
        await house.wait(5)
    own = [each for each in await house.log(room) if isinstance(each, Moved) and each.seat == seat]
    assert all(move.is_automatic and move.move.startswith("bid") for move in own)
    assert (await house.room(room)).game.phase == "give"
    await house.wait(60)
    assert await house.person_on_turn(room) == second  # whoever won gives a card by hand


@pytest.mark.parametrize("above", [None, 2])
async def test_bids_beyond_the_hand_and_two_wishes_at_once_are_refused(house, above):
    room = await house.table()
    _, second, _ = await next_people(house, room)
    option = (await house.room(room)).game.options(await house.seat(second, room)).next_bid
    await bid_up_to(house, second, room, option.most)
    kept = await house.store.private(room)
    up_to = option.most + 1 if above is None else 3
    refused = await refusal(house.rooms.wish(person_of(second), room, Wish(FIRST, above, up_to)))
    if above is None:
        assert (refused.code, refused.facts) == (Code.BEYOND_HAND, {"most": option.most})
    else:
        assert refused.code is Code.BAD_REQUEST
    assert await house.store.private(room) == kept
    assert (await house.live(room)).wishes[await house.seat(second, room)].up_to == option.most


async def test_who_has_passed_bids_no_more(house):
    room = await house.table()
    first = await house.person_on_turn(room)
    await house.play(first, room, "pass")
    assert (await refusal(bid_up_to(house, first, room, 1))).code is Code.STALE


async def test_a_move_taken_back_takes_the_wish_with_it(house):
    room = await house.table("Anna", "solid solid")
    while await house.person_on_turn(room) != "Anna":
        await house.wait(0.2)
    game = (await house.room(room)).game
    auction, _ = bidding(game)
    await bid(house, room)
    await house.rooms.wish(person_of("Anna"), room, Wish(auction, 0))
    await house.undo("Anna", room)
    await house.wait(60)
    assert (await house.room(room)).game.moves == game.moves[: len(game.moves)]
    assert await house.person_on_turn(room) == "Anna"


async def test_a_skip_goes_on_through_wishes(house):
    room = await house.table("Anna", "solid solid", pace="slow")
    seat = await house.seat("Anna", room)
    while True:
        folded = await house.room(room)
        auction, _ = bidding(folded.game)
        lot = folded.game.view(None).lot
        others_lead = lot is not None and lot.leader not in (None, seat)
        if others_lead and folded.game.options(seat).next_bid and folded.game.turn != seat:
            await house.rooms.wish(person_of("Anna"), room, Wish(auction, 0))
            break
        moves = [str(move) for _, move in folded.game.legal(seat)]
        if folded.game.turn == seat:
            await house.play("Anna", room, moves[-1])
        await house.wait(0.1)
    await house.rooms.skip(person_of("Anna"), room)
    await house.wait(1.5)
    after = await house.room(room)
    assert after.game.options(seat).is_asked
    passed = [move for who, move in after.game.moves[len(folded.game.moves) :] if who == seat]
    assert [str(move) for move in passed] == ["pass"]
