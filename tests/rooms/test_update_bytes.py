"""The updates of whole games have recorded digests: faster code must send the same bytes.

After an intended change of the protocol or the rules, copy the new digests from the failures.
"""

from hashlib import sha256
from random import Random

import pytest

from byzanz.rooms.audience import update, updates
from byzanz.rooms.entries import (
    AbortVoted,
    CameBack,
    Created,
    Joined,
    Left,
    Moved,
    SeatRequested,
    Started,
    Undone,
    WentAway,
)
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.server.log_entries import ENCODER
from byzanz.wire.room import BankClock, BotId, MemoryAid, MoveClock, Setup, Status

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz")


def new_room(people, bots, setup):
    """Return a started room whose deal is always the same."""
    room = Room("5" * 32, Outages([(5_000, 9_000)]))
    seats = (None,) * people + (BotId.SOLID,) * bots
    names = ("",) * people + tuple([f"Bot {number}" for number in range(bots)])
    ada = Joined(0, "a" * 64, "Ada", "0" * 32)
    room.add(
        1_000,
        Created(
            "1", setup, seats, names, ada.person, ada, "7" * 32, "8" * 64, "OLIVE-27", edition=2
        ),
    )
    for seat in range(1, people):
        room.add(2_000, Joined(seat, str(seat) * 64, NAMES[seat], f"{seat:032}"))
    room.add(3_000, Started())
    return room


def random_entry(room, dice):
    """Return the next entry, a move in most cases."""
    persons = [number for number, seat in enumerate(room.seats) if seat.person]
    chance, seat = dice.random(), dice.choice(persons)
    if chance < 0.02 and len(persons) > 1:
        return WentAway(seat)
    if chance < 0.04:
        return CameBack(seat)
    if chance < 0.06 and len(persons) > 1:
        return AbortVoted(seat, dice.random() < 0.5)
    if chance < 0.07:
        return SeatRequested("f" * 64, "Fay", dice.random() < 0.5)
    if chance < 0.08 and room.moves_kept_by_undo(seat) is not None:
        return Undone(seat, room.moves_kept_by_undo(seat))
    if chance < 0.082 and len(room.persons) > 1:
        return Left(seat)
    seat, move = dice.choice(room.game.legal())
    return Moved(seat, str(move), is_automatic=room.seats[seat].is_automatic)


def digest(people, bots, setup, seed):
    """Return the hash of all updates of one game, for every seat and for a spectator."""
    room, dice, hashed = new_room(people, bots, setup), Random(seed), sha256()
    seats = [*range(people + bots), None]
    while room.status is Status.RUNNING:
        before = room.seq
        room.add(room.at + dice.randrange(3_000), random_entry(room, dice))
        gone = {0: room.at - 60_000} if dice.random() < 0.1 else {}
        after = before if dice.random() < 0.9 else dice.randrange(room.seq)
        together = updates(room, seats, after, room.at, gone)
        for seat in seats:
            message = ENCODER.encode(together[seat])
            assert message == ENCODER.encode(update(room, seat, after, room.at, gone))
            hashed.update(message)
    assert room.seq > 60, "the game is too short for a meaningful test"
    return hashed.hexdigest()[:16]


@pytest.mark.parametrize(
    ("people", "bots", "setup", "expected"),
    [
        pytest.param(6, 0, Setup(), "38362f771310e0de", id="six people"),
        pytest.param(
            3, 0, Setup(memory_aid=MemoryAid.FULL), "c833584ef93d67d6", id="every card seen"
        ),
        pytest.param(3, 2, Setup(clock=MoveClock(60)), "47b399f269506d49", id="bots and a clock"),
        pytest.param(1, 3, Setup(), "c25692017ce08273", id="alone with bots"),
        pytest.param(
            4, 1, Setup(clock=BankClock(600), spectators=False), "fb915ab894893693", id="time banks"
        ),
    ],
)
def test_updates_are_the_recorded_bytes(people, bots, setup, expected):
    assert digest(people, bots, setup, seed=9) == expected
