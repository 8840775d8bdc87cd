"""The fold of the log is a pure function: whatever people do, the log alone says how it is."""

from random import Random

import pytest

from byzanz.server.audience import update
from byzanz.server.entries import AbortAsked, Left
from byzanz.server.live import ENCODER
from byzanz.server.rooms import room_row
from byzanz.wire.room import BankClock, MoveClock, Status
from tests.server.core.sitting import random_command

CLOCKS = (None, MoveClock(10), BankClock(120), MoveClock(7200))


def facts(room):
    """All that a room is."""
    values = dict(vars(room))
    game = values.pop("game")
    values.pop("_outages")
    if game is not None:
        values["game"] = (game.table, game.moves, game.events, game.decision, game.names)
    return values


@pytest.mark.parametrize("seed", range(14))
async def test_the_stored_log_is_the_room(house, seed):
    dice = Random(seed)
    clock = dice.choice(CLOCKS)
    plan = dice.choice(["_ _ _", "_ _ solid", "_ solid solid", "_ _ _ greedy", "_ _ _ _"])
    room = await house.create(plan, clock=clock, pace="quick")
    follower = await house.follow(None, room)
    for _ in range(120):
        before = (await house.room(room)).seq
        if not await random_command(house, room, dice):
            added = (await house.store.log(room))[before:]
            assert all(entry.command.startswith("auto:") for entry in added)
        await house.wait(dice.choice([0, 0, 0, 0.053, 0.433, 2, 15, 100]))
        follower.read()
        follower.feed._size = 0
        if dice.random() < 0.02:
            await house.restart()
            follower = await house.follow(None, room)
    live = await house.room(room)
    house.stop()
    folded = await house.folded(room)
    assert facts(folded) == facts(live)
    assert facts(folded.copy()) == facts(live)
    for seat in (None, *range(len(live.seats))):
        for after in (0, live.rewound_at, live.seq // 2, live.seq):
            assert ENCODER.encode(update(folded, seat, after, 0)) == ENCODER.encode(
                update(live, seat, after, 0)
            )
    stored = await house.store.log(room)
    assert [entry.seq for entry in stored] == list(range(1, live.seq + 1))
    assert [entry.at for entry in stored] == sorted(entry.at for entry in stored)
    assert await house.store.row(room) == room_row(live)
    seen = [row.room for person in live.persons for row in await house.store.rooms_of(person)]
    assert seen == [room] * len(live.persons)


@pytest.mark.parametrize("seed", range(4))
async def test_a_room_with_a_clock_never_gets_stuck(house, seed):
    """Whatever has happened, left alone it comes to its end."""
    dice = Random(100 + seed)
    room = await house.table("Anna Ben", "solid", clock=MoveClock(30), pace="quick")
    for _ in range(40):
        await random_command(house, room, dice)
        await house.wait(dice.choice([0, 0.4, 40]))
    if (await house.room(room)).persons:
        await house.wait(6 * 3600)
        assert (await house.room(room)).status in (Status.FINISHED, Status.ABORTED)


async def test_a_copy_goes_its_own_way(house):
    room = await house.table("Anna", "solid solid", clock=BankClock(100))
    original = await house.room(room)
    before = repr(facts(original))
    twin = original.copy()
    twin.add(original.at + 5, AbortAsked(await house.seat("Anna", room)))
    twin.add(original.at + 9, Left(await house.seat("Anna", room)))
    assert repr(facts(original)) == before
