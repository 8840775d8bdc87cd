"""Stores with rooms of every status."""

import asyncio
import json
import sqlite3

from byzanz.rooms.entries import Aborted, Moved
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.clock import SetClock
from byzanz.store.opening import open_store
from byzanz.wire.commands import CreateRoom, Leave, SeatPlan
from byzanz.wire.room import BankClock, BotId, MoveClock, Setup

START = 1_700_000_000_000
ANNA = "a" * 64


def make_rooms(url: str) -> dict[str, str]:
    """Create a store with a room of every status, and an aborted one that never started."""
    return asyncio.run(_make_rooms(url))


class NoAutoplay:
    """An observer that plays nothing."""

    def room_changed(self, rooms, live):
        pass


async def _make_rooms(url):
    store = await open_store(url)
    await store.add_person(ANNA, START)
    rooms = RoomRegistry(store, SetClock(START), NoAutoplay())
    made = {}

    async def create(label, clock=None, *, start=True):
        seats = (SeatPlan(), SeatPlan(BotId.GREEDY), SeatPlan(BotId.SOLID))
        command = CreateRoom(
            f"create-{label}", "Anna", "0" * 32, seats, Setup(clock=clock), start=start
        )
        made[label] = (await rooms.create(ANNA, command)).room
        return made[label]

    await create("waiting", start=False)
    running = await create("running", MoveClock(3600))
    await _play(rooms, running, until=12)
    finished = await create("finished", BankClock(600))
    await _play(rooms, finished)
    aborted = await create("aborted")
    await rooms.perform(ANNA, aborted, Leave("leave-00001"))
    async with rooms.held(await create("unbegun", start=False)) as live:
        await rooms.write(live, Aborted())
    await store.close()
    return made


async def _play(rooms, room, until=10_000):
    """Play the first legal move of every seat."""
    async with rooms.held(room) as live:
        while live.room.seq < until and live.room.game.turn is not None:
            seat, move = live.room.game.legal(live.room.game.turn)[0]
            await rooms.write(live, Moved(seat, str(move), is_automatic=live.room.seq % 2 == 0))


def deal_secrets(store: str) -> set[str]:
    """The secrets of all deals in a SQLite store."""
    connection = sqlite3.connect(store)
    bodies = [json.loads(body) for (body,) in connection.execute("SELECT body FROM log")]
    connection.close()
    return {body["secret"] for body in bodies if body["type"] == "created"}
