"""The fold of the log is a pure function: the log alone determines the room."""

from random import Random

import pytest

from byzanz.rooms.audience import update
from byzanz.rooms.entries import AbortVoted, Left
from byzanz.server.log_entries import ENCODER, room_row
from byzanz.wire.room import BankClock, MoveClock, Status
from tests.server.hosting.random_commands import random_command

CLOCKS = (None, MoveClock(10), BankClock(120), MoveClock(7200))


def facts(room):
    """Return the whole state of a room as values that can be compared."""
    values = dict(vars(room))
    game = values.pop("game")
    values.pop("_outages")
    if game is not None:
        values["game"] = (game.table, game.moves, game.events, game.decision, game.names)
    return values


@pytest.mark.parametrize("seed", range(14))
async def test_folding_the_stored_log_gives_the_same_room(harness, seed):
    dice = Random(seed)
    clock = dice.choice(CLOCKS)
    plan = dice.choice(["_ _ _", "_ _ solid", "_ solid solid", "_ _ _ greedy", "_ _ _ _"])
    room = await harness.create(plan, clock=clock, pace="quick")
    follower = await harness.follow(None, room)
    for _ in range(120):
        before = (await harness.room(room)).seq
        if not await random_command(harness, room, dice):
            added = (await harness.store.log(room))[before:]
            assert all(entry.command.startswith("auto:") for entry in added)
        await harness.wait(dice.choice([0, 0, 0, 0.053, 0.433, 2, 15, 100]))
        follower.read()
        follower.outbox._size = 0
        if dice.random() < 0.02:
            await harness.restart()
            follower = await harness.follow(None, room)
    live = await harness.room(room)
    harness.stop()
    rebuilt = await harness.room_from_log(room)
    assert facts(rebuilt) == facts(live)
    assert facts(rebuilt.copy()) == facts(live)
    for seat in (None, *range(len(live.seats))):
        for after in (0, live.history.rewound_at, live.seq // 2, live.seq):
            assert ENCODER.encode(update(rebuilt, seat, after, 0)) == ENCODER.encode(
                update(live, seat, after, 0)
            )
    stored = await harness.store.log(room)
    assert [entry.seq for entry in stored] == list(range(1, live.seq + 1))
    assert [entry.at for entry in stored] == sorted(entry.at for entry in stored)
    assert await harness.store.row(room) == room_row(live)
    seen = [row.room for person in live.persons for row in await harness.store.rooms_of(person)]
    assert seen == [room] * len(live.persons)


@pytest.mark.parametrize("seed", range(4))
async def test_a_room_with_a_clock_never_gets_stuck(harness, seed):
    """After any commands, a game ends without people."""
    dice = Random(100 + seed)
    room = await harness.table("Anna Ben", "solid", clock=MoveClock(30), pace="quick")
    for _ in range(40):
        await random_command(harness, room, dice)
        await harness.wait(dice.choice([0, 0.4, 40]))
    if (await harness.room(room)).persons:
        await harness.wait(6 * 3600)
        assert (await harness.room(room)).status in (Status.FINISHED, Status.ABORTED)


async def test_a_copy_is_independent(harness):
    room = await harness.table("Anna", "solid solid", clock=BankClock(100))
    original = await harness.room(room)
    before = repr(facts(original))
    twin = original.copy()
    twin.add(original.at + 5, AbortVoted(await harness.seat("Anna", room)))
    twin.add(original.at + 9, Left(await harness.seat("Anna", room)))
    assert repr(facts(original)) == before
