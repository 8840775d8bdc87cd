"""Bid plans: automatic passes and bids of one seat, which nobody else can see."""

import pytest

from byzanz.game.moves import Bid
from byzanz.rooms.bid_plan import current_auction
from byzanz.rooms.entries import Moved
from byzanz.server.hosting.people import person_of
from byzanz.wire.commands import AuctionNumber, BidPlan
from byzanz.wire.problems import Code
from byzanz.wire.room import MoveClock
from tests.server.hosting.harness import refusal

FIRST = AuctionNumber(1, 1)


async def plan_pass(harness, name, room, above, auction=FIRST):
    await harness.rooms.set_bid_plan(person_of(name), room, BidPlan(auction, above))


async def plan_bids(harness, name, room, up_to, auction=FIRST):
    await harness.rooms.set_bid_plan(person_of(name), room, BidPlan(auction, None, up_to))


async def bid(harness, room):
    """Bid the minimum for the person on turn; returns its value, and the next person on turn."""
    game = (await harness.room(room)).game
    cheapest = game.options(game.turn).bid.cheapest
    await harness.play(await harness.person_on_turn(room), room, " ".join(["bid", *cheapest]))
    return (await harness.room(room)).game.view(None).lot.beat, await harness.person_on_turn(room)


async def next_people(harness, room):
    """Return the people in bidding order."""
    current_room = await harness.room(room)
    first = current_room.game.turn
    return [current_room.seats[(first + step) % 3].name for step in range(3)]


async def test_a_planned_pass_is_played_above_its_limit(harness):
    room = await harness.table()
    _, second, _ = await next_people(harness, room)
    await plan_pass(harness, second, room, 0)
    await bid(harness, room)
    due = (await harness.room(room)).answer_at
    await harness.wait(10)
    assert (await harness.log(room))[-1] == Moved(
        await harness.seat(second, room), "pass", is_automatic=True
    )
    assert (await harness.room(room)).at == due


async def test_a_planned_pass_waits_for_its_limit_and_ends_with_the_auction(harness):
    room = await harness.table()
    _, second, third = await next_people(harness, room)
    await plan_pass(harness, second, room, 1000)
    value, name = await bid(harness, room)
    await harness.wait(60)
    assert name == second
    assert await harness.person_on_turn(room) == second
    await plan_pass(harness, second, room, value)  # equal is not above
    await harness.wait(60)
    assert await harness.person_on_turn(room) == second
    await plan_pass(harness, second, room, value - 1)
    await harness.wait(60)
    assert await harness.person_on_turn(room) == third
    await harness.play(third, room, "pass")  # the auction is over
    refused = await refusal(plan_pass(harness, second, room, 0))
    assert refused.code is Code.STALE
    while (game := (await harness.room(room)).game).phase != "bid":
        moves = [str(move) for _, move in game.legal(game.turn)]
        answer = next(move for move in moves if not move.startswith("sell"))
        await harness.play(await harness.person_on_turn(room), room, answer)
    value = 0
    while await harness.person_on_turn(room) != second or not value:
        value, _ = await bid(harness, room)
    await harness.wait(60)
    assert await harness.person_on_turn(room) == second


async def test_a_plan_can_be_withdrawn(harness):
    room = await harness.table()
    _, second, _ = await next_people(harness, room)
    await plan_pass(harness, second, room, 0)
    await bid(harness, room)
    await plan_pass(harness, second, room, None)
    await harness.wait(60)
    assert await harness.person_on_turn(room) == second


async def test_a_manual_bid_comes_before_the_planned_pass(harness):
    room = await harness.table()
    _, second, third = await next_people(harness, room)
    await plan_pass(harness, second, room, 0)
    await bid(harness, room)
    await harness.wait(0.3)
    await bid(harness, room)
    seq = (await harness.room(room)).seq
    await harness.wait(60)
    assert (await harness.room(room)).seq == seq
    assert await harness.person_on_turn(room) == third


async def test_a_plan_is_invisible_to_everybody(harness):
    room = await harness.table()
    names = await next_people(harness, room)
    followers = [await harness.follow(name, room) for name in (*names, None)]
    for follower in followers:
        follower.read()
    before = [visible(await harness.update(name, room)) for name in (*names, None)]
    log = await harness.store.log(room)
    await plan_pass(harness, names[2], room, 0)
    assert await harness.store.log(room) == log
    assert [visible(await harness.update(name, room)) for name in (*names, None)] == before
    assert all(follower.read() == [] for follower in followers)


def visible(update):
    return (update.seq, update.room, update.view, update.options, update.steps)


async def test_a_plan_survives_a_restart(harness):
    room = await harness.table()
    _, second, third = await next_people(harness, room)
    await plan_pass(harness, second, room, 0)
    await harness.restart()
    await bid(harness, room)
    await harness.wait(5)
    assert await harness.person_on_turn(room) == third


async def test_a_planned_pass_is_not_a_missed_deadline(harness):
    room = await harness.table(clock=MoveClock(10))
    _, second, _ = await next_people(harness, room)
    for name in ("Anna", "Ben", "Cleo"):
        await harness.follow(name, room)
    await plan_pass(harness, second, room, 0)
    await bid(harness, room)
    await harness.wait(5)
    assert [seat.misses for seat in (await harness.room(room)).seats] == [0, 0, 0]


@pytest.mark.parametrize(
    ("name", "auction", "code"),
    [
        ("Nobody", FIRST, Code.NOT_ALLOWED),
        ("Anna", AuctionNumber(1, 2), Code.STALE),
        ("Anna", AuctionNumber(2, 1), Code.STALE),
    ],
)
async def test_a_plan_of_a_stranger_or_for_another_auction_is_refused(harness, name, auction, code):
    room = await harness.table()
    assert (await refusal(plan_pass(harness, name, room, 3, auction))).code is code
    assert (await harness.store.private_data(room)).bodies == {}


async def test_a_plan_before_the_start_is_refused(harness):
    room = await harness.create()
    assert (await refusal(plan_pass(harness, "Anna", room, 3))).code is Code.NOT_RUNNING


# --- planned bids ---------------------------------------------------------------------------------


async def test_a_planned_bid_uses_the_cheapest_cards(harness):
    room = await harness.table()
    _, second, third = await next_people(harness, room)
    seat = await harness.seat(second, room)
    value, _ = await bid(harness, room)
    current_room = await harness.room(room)
    option = current_room.game.options(seat).bid
    await plan_bids(harness, second, room, option.most)
    await harness.wait(10)
    cards = " ".join(["bid", *option.cheapest])
    assert (await harness.log(room))[-1] == Moved(seat, cards, is_automatic=True)
    assert (await harness.room(room)).at == current_room.answer_at
    assert await harness.person_on_turn(room) == third
    assert (await harness.room(room)).game.view(None).lot.beat > value


async def test_above_the_limit_the_person_decides(harness):
    room = await harness.table()
    _, second, _ = await next_people(harness, room)
    value, _ = await bid(harness, room)
    await plan_bids(harness, second, room, value)  # equal is not above
    log = await harness.store.log(room)
    await harness.wait(60)
    assert await harness.store.log(room) == log
    assert await harness.person_on_turn(room) == second


async def test_planned_bids_are_made_until_the_auction_ends(harness):
    room = await harness.table()
    first, second, third = await next_people(harness, room)
    seat = await harness.seat(second, room)
    limit = (await harness.room(room)).game.options(seat).next_bid.most
    await plan_bids(harness, second, room, limit)
    await bid(harness, room)
    await harness.wait(5)
    await harness.play(third, room, "pass")
    while await harness.person_on_turn(room) == first:
        game = (await harness.room(room)).game.copy()
        cheapest = game.options(game.turn).bid.cheapest
        if cheapest:
            game.play(game.turn, Bid(cheapest))
        if not cheapest or game.view(None).lot.beat >= limit:
            await harness.play(first, room, "pass")
        else:
            await bid(harness, room)
        await harness.wait(5)
    moves_of_seat = [
        each for each in await harness.log(room) if isinstance(each, Moved) and each.seat == seat
    ]
    assert all(move.is_automatic and move.move.startswith("bid") for move in moves_of_seat)
    assert (await harness.room(room)).game.phase == "give"
    await harness.wait(60)
    assert await harness.person_on_turn(room) == second  # the winner gives a card by hand


@pytest.mark.parametrize("above", [None, 2])
async def test_bids_beyond_the_hand_and_pass_and_bid_together_are_refused(harness, above):
    room = await harness.table()
    _, second, _ = await next_people(harness, room)
    option = (await harness.room(room)).game.options(await harness.seat(second, room)).next_bid
    await plan_bids(harness, second, room, option.most)
    before = await harness.store.private_data(room)
    up_to = option.most + 1 if above is None else 3
    refused = await refusal(
        harness.rooms.set_bid_plan(person_of(second), room, BidPlan(FIRST, above, up_to))
    )
    if above is None:
        assert (refused.code, refused.facts) == (Code.BEYOND_HAND, {"most": option.most})
    else:
        assert refused.code is Code.BAD_REQUEST
    assert await harness.store.private_data(room) == before
    assert (await harness.live(room)).bid_plans[
        await harness.seat(second, room)
    ].up_to == option.most


async def test_a_person_who_has_passed_cannot_plan_bids(harness):
    room = await harness.table()
    first = await harness.person_on_turn(room)
    await harness.play(first, room, "pass")
    assert (await refusal(plan_bids(harness, first, room, 1))).code is Code.STALE


async def test_an_undo_deletes_the_plan(harness):
    room = await harness.table("Anna", "solid solid")
    while await harness.person_on_turn(room) != "Anna":
        await harness.wait(0.2)
    game = (await harness.room(room)).game
    auction, _ = current_auction(game)
    await bid(harness, room)
    await harness.rooms.set_bid_plan(person_of("Anna"), room, BidPlan(auction, 0))
    await harness.undo("Anna", room)
    await harness.wait(60)
    assert (await harness.room(room)).game.moves == game.moves[: len(game.moves)]
    assert await harness.person_on_turn(room) == "Anna"


async def test_a_skip_plays_planned_passes(harness):
    room = await harness.table("Anna", "solid solid", pace="slow")
    seat = await harness.seat("Anna", room)
    while True:
        current_room = await harness.room(room)
        auction, _ = current_auction(current_room.game)
        lot = current_room.game.view(None).lot
        others_lead = lot is not None and lot.leader not in (None, seat)
        if (
            others_lead
            and current_room.game.options(seat).next_bid
            and current_room.game.turn != seat
        ):
            await harness.rooms.set_bid_plan(person_of("Anna"), room, BidPlan(auction, 0))
            break
        moves = [str(move) for _, move in current_room.game.legal(seat)]
        if current_room.game.turn == seat:
            await harness.play("Anna", room, moves[-1])
        await harness.wait(0.1)
    await harness.rooms.skip(person_of("Anna"), room)
    await harness.wait(1.5)
    after = await harness.room(room)
    assert after.game.options(seat).has_decision
    passed = [move for who, move in after.game.moves[len(current_room.game.moves) :] if who == seat]
    assert [str(move) for move in passed] == ["pass"]
