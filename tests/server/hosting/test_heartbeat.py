"""Heartbeats: no clock runs during a gap, and the store's time may be ahead."""

import asyncio
from contextlib import asynccontextmanager

from byzanz.rooms.entries import Aborted, VotePassed, WentAway
from byzanz.server.hosting.autoplay import Autoplay
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.http.admin_app import make_admin
from byzanz.server.ops.clock import SteadyClock
from byzanz.server.ops.config import Config
from byzanz.server.service import Service
from byzanz.wire.room import MoveClock, Status
from tests.server.hosting.harness import START

HOUR = 3_600_000


@asynccontextmanager
async def beating(harness):
    """Store a heartbeat every second inside this context; outside it the server stands still."""

    async def beat() -> None:
        while True:
            await harness.rooms.beat()
            await harness.wait(1)

    task = asyncio.create_task(beat())
    yield
    task.cancel()


async def test_the_time_to_object_does_not_run_during_a_gap(harness):
    room = await harness.table()
    followers = {name: await harness.follow(name, room) for name in ("Anna", "Ben", "Cleo")}
    await followers["Ben"].leave()
    async with beating(harness):
        await harness.wait(61)
        await harness.abort("Anna", room)
        await harness.abort("Cleo", room)
        await harness.wait(1)
    assert isinstance((await harness.log(room))[-1], VotePassed)
    await harness.wait(30)
    assert (await harness.room(room)).status is Status.RUNNING
    async with beating(harness):
        await harness.wait(4)
        assert (await harness.room(room)).status is Status.RUNNING
        await harness.wait(6)
        assert (await harness.log(room))[-1] == Aborted()


async def test_a_host_is_not_replaced_because_of_a_gap(harness):
    room = await harness.create()
    await harness.join("Ben", room)
    anna, _ = await harness.follow("Anna", room), await harness.follow("Ben", room)
    await anna.leave()
    async with beating(harness):
        await harness.wait(30)
    await harness.wait(60)
    entries = len(await harness.log(room))
    async with beating(harness):
        await harness.wait(20)
        assert len(await harness.log(room)) == entries
        await harness.wait(15)
        assert len(await harness.log(room)) == entries + 1


async def test_nobody_is_away_because_of_a_gap(harness):
    room = await harness.table(clock=MoveClock(600))
    followers = {name: await harness.follow(name, room) for name in ("Anna", "Ben", "Cleo")}
    await followers["Ben"].leave()
    async with beating(harness):
        await harness.wait(10)
    await harness.wait(300)
    async with beating(harness):
        await harness.wait(75)
        assert not [entry for entry in await harness.log(room) if isinstance(entry, WentAway)]
        await harness.wait(10)
        assert [entry for entry in await harness.log(room) if isinstance(entry, WentAway)]


async def test_a_health_check_does_not_hide_a_gap(harness):
    service = Service(harness.store, Config(), harness.clock)
    await service.rooms.beat()
    began = harness.clock.now()
    await harness.wait(30)
    sent = []

    async def send(message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/health", "headers": []}
    await make_admin(service)(scope, None, send)
    assert sent[0]["status"] == 200
    await service.rooms.beat()
    assert [(each.began, each.ended) for each in await harness.store.outages()] == [
        (began, harness.clock.now())
    ]


async def test_the_time_continues_from_the_latest_entry_or_outage(harness):
    """In older versions, the heartbeat could be earlier than entries and outages."""
    usual = await harness.table(clock=MoveClock(60))
    await harness.store.record_heartbeat(harness.clock.now())
    harness.clock.advance(START + HOUR)
    ahead = await harness.table(clock=MoveClock(60))
    await harness.store.add_outage(START + HOUR, START + HOUR + 500)
    harness.stop()
    clock = SteadyClock(START + 1000)
    rooms = RoomRegistry(harness.store, clock, Autoplay(harness.bots, clock), harness.random_bytes)
    harness.clock, harness.rooms = clock, rooms
    heads = {room: (await harness.store.row(room)).head for room in (usual, ahead)}
    async with beating(harness):
        await harness.wait(0.1)
        for room in heads:
            update = await harness.update("Anna", room)
            assert 59_000 < update.room.due - update.now <= 60_000
        await harness.wait(58)
        assert {room: (await harness.store.row(room)).head for room in heads} == heads
        await harness.wait(3)
        assert all([(await harness.store.row(room)).head > heads[room] for room in heads])
