"""Who sits where, and who opens: drawn from the deal's own key at the start."""

from collections import Counter

import pytest

from byzanz.cli.verification import verified_commitment
from byzanz.game.record import parse_record
from byzanz.server.records import room_record
from byzanz.wire.room import BotWord, SeatKind, Status


async def verified(house, room: str) -> str:
    """The commitment of a room's record, once its deal holds."""
    text = room_record(await house.room(room))
    return verified_commitment(text.encode(), parse_record(text), None)


async def test_alone_with_bots_every_seat_is_drawn(house):
    seats, neighbours = Counter(), Counter()
    for _ in range(80):
        room = await house.create("_ beginner solid expert", start=True)
        bots = [seat.bot for seat in (await house.room(room)).seats]
        own = await house.seat("Anna", room)
        assert bots[own] is None
        seats[own] += 1
        neighbours[bots[(own + 1) % 4]] += 1
    assert sorted(seats) == [0, 1, 2, 3]
    assert sorted(neighbours) == sorted([BotWord.BEGINNER, BotWord.SOLID, BotWord.EXPERT])
    assert max(seats.values()) < 40


async def test_the_shown_commitment_and_the_drawn_seats_are_proved_afterwards(house):
    room = await house.create("_ solid solid solid")
    shown = (await house.update("Anna", room)).room.deal
    assert (shown.draw, shown.places, shown.nonces) == (None, (), ())
    await house.start("Anna", room)
    running = (await house.update("Anna", room)).room.deal
    assert (running.draw, running.places) == (None, ())
    await house.leave("Anna", room)
    deal = (await house.update("Anna", room)).room.deal
    assert await verified(house, room) == shown.commitment == deal.commitment
    assert deal.draw == "seats"
    assert [bool(nonce) for nonce in deal.nonces] == [
        seat.kind is SeatKind.PERSON for seat in (await house.room(room)).seats
    ]


async def test_friends_keep_their_order_and_the_opener_is_drawn(house):
    openers = Counter()
    for _ in range(40):
        room = await house.create("_ _ _ solid")
        for guest in ("Ben", "Cleo"):
            await house.join(guest, room)
        before = [seat.name for seat in (await house.room(room)).seats]
        await house.start("Anna", room)
        after = [seat.name for seat in (await house.room(room)).seats]
        first = before.index(after[0])
        assert after == before[first:] + before[:first]
        assert (await house.room(room)).game.names == tuple(after)
        openers[first] += 1
        for name in ("Anna", "Ben", "Cleo"):
            update = await house.update(name, room)
            assert update.view.seat == update.room.seat == after.index(name)
            await house.abort(name, room)
        await verified(house, room)
    assert sorted(openers) == [0, 1, 2, 3]


@pytest.mark.parametrize("people", ["Anna", "Anna Ben", "Anna Ben Cleo"])
async def test_at_each_rematch_the_next_one_clockwise_opens(house, people):
    names = people.split()
    room = await house.table(people, " ".join(["solid"] * (4 - len(names))), pace="quick")
    first = [seat.name for seat in (await house.room(room)).seats]
    for game in range(1, 6):
        for name in names:
            await house.abort(name, room)
        assert (await house.room(room)).status is Status.ABORTED
        room = (await house.rematch(names[0], room)).room
        for name in names[1:]:
            await house.join(name, room)
        await house.start(names[0], room)
        seats = [seat.name for seat in (await house.room(room)).seats]
        assert seats == first[game % 4 :] + first[: game % 4]
    for name in names:
        await house.abort(name, room)
    await verified(house, room)
    assert (await house.update(names[0], room)).room.deal.draw == "next"


async def test_a_given_deck_draws_nothing(house):
    """A position that is played on has its seats."""
    room = await house.create("_ solid solid", start=True)
    await house.leave("Anna", room)
    folded = await house.room(room)
    assert folded.places != ()
    folded.deck, folded._deal = folded.game.deck, None
    folded._start()
    assert folded.places == (0, 1, 2)
