"""Servers on one store in this process, and people who use them."""

import asyncio
import time
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from random import Random
from unittest.mock import patch

from byzanz.server.call import Streamed, Visitor
from byzanz.server.hosting.people import person_of
from byzanz.server.ops.clock import SteadyClock
from byzanz.server.service import Service
from byzanz.store.opening import open_store
from byzanz.wire.commands import CreateRoom, Join, Play, SeatPlan, Start
from byzanz.wire.personal_data import DeleteData
from byzanz.wire.room import BotId, Pace, Setup, Status
from tests.server.faults.process import CONFIG, in_one_thread
from tests.server.hosting.finished_games import solid_move
from tests.server.hosting.harness import NONCE, handled

WAIT_SECONDS = 10.0
WITHOUT_PAUSES = partial(patch, "byzanz.server.hosting.autoplay.next_point", lambda *_: 0)
"""Bots answer at once: a whole game takes no second of real time."""


class Servers:
    """One server on SQLite, several on PostgreSQL."""

    def __init__(self, services: list[Service]) -> None:
        self.services = services
        self._count = 0

    @property
    def first(self) -> Service:
        return self.services[0]

    @property
    def last(self) -> Service:
        return self.services[-1]

    def next_id(self) -> str:
        self._count += 1
        return f"command-{self._count:08}"

    async def ask(self, name: str, visitor: Visitor, at: Service | None = None, **values):
        return await handled((at or self.first).handlers, name, visitor, **values)

    async def person(self) -> Visitor:
        key = (await self.ask("new_person", Visitor("127.0.0.1", None))).key
        return Visitor("127.0.0.1", key)

    async def table(self, people: dict[str, Visitor], bots: int = 0, *, starts: bool = True) -> str:
        """Create a table for these people, by name, and bots; returns the room."""
        (host, visitor), *guests = people.items()
        plans = (*[SeatPlan()] * len(people), *[SeatPlan(BotId.SOLID)] * bots)
        create = CreateRoom(self.next_id(), host, NONCE, plans, Setup(pace=Pace.QUICK))
        room = (await self.ask("create", visitor, body=create)).room
        for name, guest in guests:
            await self.command(guest, room, Join(self.next_id(), name, NONCE), at=self.last)
        if starts:
            await self.command(visitor, room, Start(self.next_id()))
        return room

    async def command(self, visitor: Visitor, room: str, command, at: Service | None = None):
        return await self.ask("command", visitor, at, room=room, body=command)

    async def room(self, room: str, at: Service | None = None):
        async with (at or self.first).rooms.held_fresh(room) as live:
            return live.room

    async def play_out(self, room: str, people: list[Visitor]) -> None:
        """Play a game to its end; the people move like the bot solid."""
        by_person = {person_of(visitor.key): visitor for visitor in people}
        while (current := await self.room(room)).status is Status.RUNNING:
            if current.turn.is_automatic:
                await asyncio.sleep(0.01)
                continue
            move = Play(self.next_id(), solid_move(current.game), current.game.decision)
            await self.command(by_person[current.turn.person], room, move)

    async def delete(self, visitor: Visitor, at: Service | None = None):
        return await self.ask("delete_data", visitor, at, body=DeleteData(is_confirmed=True))

    async def export(self, visitor: Visitor, at: Service | None = None) -> bytes:
        return await whole(await self.ask("my_data", visitor, at))


async def whole(answer: Streamed) -> bytes:
    """Read all parts of a file."""
    return b"".join([part async for part in answer.parts])


async def until(condition) -> None:
    """Wait until a condition holds; it may be a coroutine function."""
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        result = condition()
        if await result if asyncio.iscoroutine(result) else result:
            return
        assert time.monotonic() < deadline, "the condition does not hold"
        await asyncio.sleep(0.05)


@asynccontextmanager
async def servers(url: str, count: int = 2):
    """Start servers on a store: `count` of them on PostgreSQL, one on SQLite."""
    with ExitStack() as stack:
        for each in (*in_one_thread(limits=True), WITHOUT_PAUSES()):
            stack.enter_context(each)
        random_bytes = Random(7).randbytes
        services = []
        for _ in range(count if url.startswith("postgres") else 1):
            service = Service(await open_store(url), CONFIG, SteadyClock(), random_bytes)
            await service.start()
            services.append(service)
        try:
            yield Servers(services)
        finally:
            for service in services:
                await service.stop()
