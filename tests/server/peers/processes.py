"""Several server processes on one store, in one thread and in virtual time."""

import asyncio
from contextlib import ExitStack, asynccontextmanager
from random import Random
from unittest.mock import patch

import msgspec

from byzanz.server.call import Visitor
from byzanz.server.hosting.people import person_of
from byzanz.store.opening import open_store
from byzanz.wire.answers import Push
from byzanz.wire.commands import CreateRoom, Join, Play, SeatPlan, Start
from byzanz.wire.room import BotId, Setup
from tests.server.faults.database import Database
from tests.server.faults.process import Process, in_one_thread
from tests.server.hosting.harness import NONCE, InlineSqliteThread

ADDRESS = "127.0.0.1"


class Processes:
    """Processes that start, stop and crash; nothing else fails."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.store = database.store
        self._random_bytes = Random(5).randbytes
        self._all: list[Process] = []
        self._count = 0

    async def start(self) -> Process:
        process = Process(self.database, self._random_bytes)
        await process.start()
        self._all.append(process)
        return process

    def close(self) -> None:
        for process in self._all:
            if not process.link.is_cut:
                process.crash()

    # --- people ---------------------------------------------------------------------------

    async def visitor(self, process: Process) -> Visitor:
        key = (await process.ask("new_person", Visitor(ADDRESS, None))).key
        return Visitor(ADDRESS, key)

    def next_id(self) -> str:
        self._count += 1
        return f"command-{self._count:08}"

    async def table(self, at: list[Process], bots: int = 0, **options) -> tuple[str, list[Visitor]]:
        """Start a game of bots and of one person per process; returns room and people."""
        people = [await self.visitor(process) for process in at]
        seats = (*[SeatPlan()] * len(people), *[SeatPlan(BotId.SOLID)] * bots)
        create = CreateRoom(self.next_id(), "Anna", NONCE, seats, Setup(**options))
        room = (await at[0].ask("create", people[0], body=create)).room
        for process, person, name in zip(at[1:], people[1:], ("Ben", "Cleo"), strict=False):
            join = Join(self.next_id(), name, NONCE)
            await process.ask("command", person, room=room, body=join)
        await at[0].ask("command", people[0], room=room, body=Start(self.next_id()))
        return room, people

    def seat(self, room: str, visitor: Visitor) -> int:
        seat = self.database.read(room).seat_of(person_of(visitor.key))
        assert seat is not None
        return seat

    def on_turn(self, room: str, people: list[Visitor]) -> int:
        """Return the index of the person on turn."""
        turn = self.database.read(room).game.turn
        return [self.seat(room, person) for person in people].index(turn)

    async def play(self, process: Process, visitor: Visitor, room: str, move: str):
        decision = self.database.read(room).game.decision
        play = Play(self.next_id(), move, decision)
        return await process.ask("command", visitor, room=room, body=play)

    def holders(self, room: str) -> list[Process]:
        """Return the live processes that consider themselves holders of a room's lease."""
        live = [process for process in self._all if not process.has_ended]
        return [process for process in live if process.service.rooms.leases.holds(room)]


def messages(outbox) -> list[Push]:
    """Return the messages of a connection since the last call."""
    found = [msgspec.json.decode(each, type=Push) for each in outbox._messages]
    outbox._messages.clear()
    return found


@asynccontextmanager
async def processes():
    """Open an empty store, on which processes can be started."""
    with ExitStack() as stack:
        for each in in_one_thread(limits=True):
            stack.enter_context(each)
        with patch("byzanz.store.sqlite.SqliteThread", InlineSqliteThread):
            store = await open_store(":memory:", volatile=True)
        database = Database(store, Random(3))
        database.injects_faults = False
        host = Processes(database)
        try:
            yield host
        finally:
            host.close()
            await asyncio.sleep(0)
            database.close()
            await store.close()
