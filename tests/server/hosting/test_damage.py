"""Damaged rows of the store raise `CorruptStore` and affect no other room."""

import asyncio

import pytest
from structlog.testing import capture_logs

from byzanz.server.hosting.replays import Replays
from byzanz.server.ops.config import Config
from byzanz.server.service import Service
from byzanz.store.errors import CorruptStore
from byzanz.wire.room import MoveClock
from tests.server.faults.process import ServiceBots


async def damage(harness, table: str, room: str) -> None:
    await harness.store._write(f"UPDATE {table} SET body = $1 WHERE room = $2", b"\xff{", room)
    await harness.restart()


async def test_a_room_with_a_damaged_entry_is_reported_as_corrupt(harness):
    room = await harness.table()
    await damage(harness, "log", room)
    with pytest.raises(CorruptStore):
        await harness.update("Anna", room)


async def test_a_room_with_a_damaged_bid_plan_is_reported_as_corrupt(harness):
    room = await harness.table()
    await harness.store.set_private_data(room, 0, b"{}")
    await damage(harness, "private", room)
    with pytest.raises(CorruptStore):
        await harness.update("Anna", room)


async def test_a_damaged_record_is_reported_as_corrupt(harness):
    await harness.store.add_replay("0" * 32, b"\xff", harness.clock.now())
    await harness.store.add_replay("1" * 32, b"no record", harness.clock.now())
    for replay in ("0" * 32, "1" * 32):
        with pytest.raises(CorruptStore):
            await Replays(harness.rooms).find(replay, None)


async def test_a_damaged_room_does_not_stop_the_other_rooms(harness, monkeypatch):
    """Both clocks have run out; the damaged room is due first."""
    damaged = await harness.table(clock=MoveClock(10))
    await harness.wait(1)
    intact = await harness.table(clock=MoveClock(10))
    before = len(await harness.log(intact))
    await damage(harness, "log", damaged)
    monkeypatch.setattr("byzanz.server.service.BotPool", ServiceBots)
    service = Service(harness.store, Config(search=False), harness.clock)
    await service.rooms.beat()
    with capture_logs() as logs:
        tasks = [asyncio.create_task(work) for work in (service._beat(), service._wake_due())]
        await harness.wait(14)
        for task in tasks:
            task.cancel()
    for live in service.rooms.live:
        live.stop()
    assert len(await harness.log(intact)) > before
    assert "store corrupt" in [line["event"] for line in logs]
