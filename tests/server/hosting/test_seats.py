"""The order of seats and the opening seat are drawn from the deal's key at the start."""

from collections import Counter

import pytest

from byzanz.cli.deal_check import verified_commitment
from byzanz.game.record import parse_record
from byzanz.rooms.room_record import room_record
from byzanz.wire.room import BotId, SeatKind, Status


async def verified(harness, room: str) -> str:
    """Verify the deal in a room's record; returns the commitment."""
    text = room_record(await harness.room(room))
    return verified_commitment(text.encode(), parse_record(text), None)


async def test_alone_with_bots_every_seat_is_drawn(harness):
    seats, next_bots = Counter(), Counter()
    for _ in range(80):
        room = await harness.create("_ beginner solid expert", start=True)
        bots = [seat.bot for seat in (await harness.room(room)).seats]
        seat_of_anna = await harness.seat("Anna", room)
        assert bots[seat_of_anna] is None
        seats[seat_of_anna] += 1
        next_bots[bots[(seat_of_anna + 1) % 4]] += 1
    assert sorted(seats) == [0, 1, 2, 3]
    assert sorted(next_bots) == sorted([BotId.BEGINNER, BotId.SOLID, BotId.EXPERT])
    assert max(seats.values()) < 40


async def test_the_shown_commitment_and_the_drawn_seats_can_be_verified_afterwards(harness):
    room = await harness.create("_ solid solid solid")
    shown = (await harness.update("Anna", room)).room.deal
    assert (shown.draw, shown.places, shown.nonces) == (None, (), ())
    await harness.start("Anna", room)
    running = (await harness.update("Anna", room)).room.deal
    assert (running.draw, running.places) == (None, ())
    await harness.leave("Anna", room)
    deal = (await harness.update("Anna", room)).room.deal
    assert await verified(harness, room) == shown.commitment == deal.commitment
    assert deal.draw == "seats"
    assert [bool(nonce) for nonce in deal.nonces] == [
        seat.kind is SeatKind.PERSON for seat in (await harness.room(room)).seats
    ]


async def test_friends_keep_their_order_and_the_opener_is_drawn(harness):
    openers = Counter()
    for _ in range(40):
        room = await harness.create("_ _ _ solid")
        for guest in ("Ben", "Cleo"):
            await harness.join(guest, room)
        before = [seat.name for seat in (await harness.room(room)).seats]
        await harness.start("Anna", room)
        after = [seat.name for seat in (await harness.room(room)).seats]
        first = before.index(after[0])
        assert after == before[first:] + before[:first]
        assert (await harness.room(room)).game.names == tuple(after)
        openers[first] += 1
        for name in ("Anna", "Ben", "Cleo"):
            update = await harness.update(name, room)
            assert update.view.seat == update.room.seat == after.index(name)
            await harness.abort(name, room)
        await verified(harness, room)
    assert sorted(openers) == [0, 1, 2, 3]


@pytest.mark.parametrize("people", ["Anna", "Anna Ben", "Anna Ben Cleo"])
async def test_at_each_rematch_the_next_seat_clockwise_opens(harness, people):
    names = people.split()
    room = await harness.table(people, " ".join(["solid"] * (4 - len(names))), pace="quick")
    first = [seat.name for seat in (await harness.room(room)).seats]
    for game in range(1, 6):
        for name in names:
            await harness.abort(name, room)
        assert (await harness.room(room)).status is Status.ABORTED
        room = (await harness.rematch(names[0], room)).room
        for name in names[1:]:
            await harness.join(name, room)
        await harness.start(names[0], room)
        seats = [seat.name for seat in (await harness.room(room)).seats]
        assert seats == first[game % 4 :] + first[: game % 4]
    for name in names:
        await harness.abort(name, room)
    await verified(harness, room)
    assert (await harness.update(names[0], room)).room.deal.draw == "next"


async def test_with_a_given_deck_no_seats_are_drawn(harness):
    """A game that continues from a position keeps its seats."""
    room = await harness.create("_ solid solid", start=True)
    await harness.leave("Anna", room)
    current_room = await harness.room(room)
    assert current_room.former_seats != ()
    current_room.deck, current_room._deal = current_room.game.deck, None
    current_room._start()
    assert current_room.former_seats == (0, 1, 2)
