"""A simulation of servers, store, clock and people in virtual time; its seed determines all."""

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack, suppress
from hashlib import blake2b
from random import Random
from unittest.mock import patch

from msgspec.structs import replace

from byzanz.rooms.entries import DECODER
from byzanz.rooms.room import Room
from byzanz.store.errors import StoreBusy
from byzanz.store.opening import open_store
from byzanz.wire.commands import CreateRoom, Join, SeatPlan, Start
from byzanz.wire.room import BankClock, BotId, MemoryAid, MoveClock, Pace, Setup, Status
from tests.server.faults.database import Database
from tests.server.faults.person import Person
from tests.server.faults.process import Process, in_one_thread
from tests.server.hosting.harness import InlineSqliteThread
from tests.server.virtual_time import run_in_virtual_time

NONCE = "0f" * 16
NAMES = ("Anna", "Ben", "Cleo", "Dora")
SECONDS_WITH_FAULTS = 900  # virtual seconds with faults, at most
ENTRIES = 28  # the number of entries in all rooms together after which the faults end
MORE_ENTRIES = 4  # entries that every room must get after the faults
SECONDS_WITHOUT_FAULTS = 600  # virtual seconds without faults, at most


class Simulation:
    """One run; a violated invariant raises `AssertionError`."""

    def __init__(self, seed: int, *, to_the_end: bool = False) -> None:
        self.dice = Random(seed)
        self.faults_ended = asyncio.Event()
        self.to_the_end = to_the_end
        self.people: list[Person] = []
        self.rooms: list[str] = []
        self.processes: list[Process] = []
        self._acknowledged: set[tuple[str, str, int]] = set()
        self._trace = blake2b(digest_size=16)
        self._source = Random(seed + 1).randbytes
        self._tasks: list[asyncio.Task] = []

    async def run(self) -> str:
        """Run the simulation; returns a hash of its trace, equal for equal seeds."""
        with patch("byzanz.store.sqlite.SqliteThread", InlineSqliteThread):
            store = await open_store(":memory:", volatile=True)
        self.database = Database(store, self.dice)
        try:
            await self._run()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            for process in self.processes:
                process.crash()
            self.database.close()
            await store.close()
        return self._trace.hexdigest()

    async def _run(self) -> None:
        chaos = self._begin(self._chaos())
        await self._make_rooms()
        loop = asyncio.get_running_loop()
        end = loop.time() + SECONDS_WITH_FAULTS
        await self._until(lambda: self._entry_count() >= ENTRIES or loop.time() >= end)
        chaos.cancel()
        self._begin(self._supervise())
        self.faults_ended.set()
        self.database.injects_faults = False
        heads = {room: self._read(room).seq for room in self.rooms}
        end = loop.time() + SECONDS_WITHOUT_FAULTS * (20 if self.to_the_end else 1)
        await self._until(lambda: self._all_made_progress(heads) or loop.time() >= end)
        assert self._all_made_progress(heads), "a room is stuck"
        await asyncio.sleep(5)
        await self._check_end_state()

    @property
    def injects_faults(self) -> bool:
        return not self.faults_ended.is_set()

    async def rest(self, seconds: float) -> None:
        """Wait for these seconds, or until the faults end if that is sooner."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.faults_ended.wait()

    # --- trace and checks -----------------------------------------------------------------

    def trace(self, *facts: object) -> None:
        """Add a line to the trace."""
        self._trace.update(repr((asyncio.get_running_loop().time(), facts)).encode())

    def acknowledge(self, room: str, key: str, seq: int) -> None:
        """Check that an acknowledged command is in the log."""
        self._read(room)
        assert self.database.seq_by_command[room].get(key) == seq, f"{key} is not at {seq}"
        self._acknowledged.add((room, key, seq))

    def check(self, live) -> None:
        """Check that a room in a process's memory equals the fold of its log."""
        self._read(live.room.id)
        states = self.database.states[live.room.id]
        assert live.room.seq < len(states), "ahead of the log"
        snapshot = self.database.snapshot
        assert snapshot(live.room) == snapshot(states[live.room.seq])

    def _read(self, room: str) -> Room:
        return self.database.read(room)

    # --- people ---------------------------------------------------------------------------

    async def _make_rooms(self) -> None:
        for _ in range(self.dice.choice((1, 1, 2))):
            people = [Person(self, name) for name in NAMES[: self.dice.choice((1, 2, 3, 3, 4))]]
            await self._make_room(people)
            for person in people:
                self._begin(person.follow())
                self._begin(person.play())
            self.people += people

    async def _make_room(self, people: list[Person]) -> None:
        dice, host = self.dice, people[0]
        bots = [SeatPlan(BotId.SOLID)] * max(3 - len(people), dice.choice((0, 0, 1)))
        clock = dice.choice((None, None, MoveClock(15), MoveClock(60), BankClock(60)))
        setup = Setup(clock, dice.choice(list(MemoryAid)), pace=Pace.QUICK)
        for person in people:
            await person.register()
        seats = (*bots, *[SeatPlan()] * len(people))
        created = CreateRoom(host.next_id(), host.name, NONCE, seats, setup)
        room = (await host.ask("create", body=created)).room
        self.rooms.append(room)
        for person in people:
            person.room = room
            if person is not host:
                await person.command(Join(person.next_id(), person.name, NONCE))
        await host.command(Start(host.next_id()))
        assert self._read(room).status is Status.RUNNING

    # --- processes ------------------------------------------------------------------------

    async def some_process(self) -> Process:
        """Return a running process; waits until there is one."""
        while not self.processes:
            await asyncio.sleep(0.2)
        return self.dice.choice(self.processes)

    async def _start(self) -> None:
        """Start another process, retrying while the store is busy."""
        while True:
            process = Process(self.database, self._source, self.check)
            try:
                await process.start()
            except StoreBusy:
                process.crash()
                await asyncio.sleep(0.5)
                continue
            self.trace("start")
            self.processes.append(process)
            return

    async def _supervise(self) -> None:
        """Make sure that a process runs after the faults."""
        if not self.processes:
            await self._start()

    async def _chaos(self) -> None:
        dice = self.dice
        while True:
            if not self.processes or (len(self.processes) == 1 and dice.random() < 0.4):
                await self._start()
            await asyncio.sleep(dice.expovariate(1 / 10))
            fault = dice.choice(("crash", "crash", "stop", "busy", "long busy", "nothing"))
            self.trace(fault)
            if fault in ("crash", "stop") and self.processes:
                process = self.processes.pop(dice.randrange(len(self.processes)))
                if fault == "crash":
                    process.crash()
                else:
                    await process.stop()
                await asyncio.sleep(dice.choice((0, 0, 0.5, 3, 100)))
            elif "busy" in fault:
                length = dice.uniform(0, 30 if "long" in fault else 3)
                self.database.busy_until = asyncio.get_running_loop().time() + length

    # --- tasks ----------------------------------------------------------------------------

    def _begin(self, work: Coroutine) -> asyncio.Task:
        task = asyncio.create_task(work)
        self._tasks.append(task)
        return task

    async def _until(self, condition) -> None:
        while not condition():
            await asyncio.sleep(0.5)
            self._raise_failures()

    def _raise_failures(self) -> None:
        background = [task for each in self.processes for task in each.service._tasks]
        for task in [*self._tasks, *background]:
            if task.done() and not task.cancelled() and task.exception() is not None:
                raise task.exception()

    def _entry_count(self) -> int:
        return sum(self._read(room).seq for room in self.rooms)

    def _all_made_progress(self, heads: dict[str, int]) -> bool:
        rooms = [self._read(room) for room in self.rooms]
        more = float("inf") if self.to_the_end else MORE_ENTRIES
        return all(
            room.status is not Status.RUNNING or room.seq >= heads[room.id] + more for room in rooms
        )

    # --- the end --------------------------------------------------------------------------

    async def _check_end_state(self) -> None:
        for room in self.rooms:
            log = await self.database.store.log(room)
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
            refolded = Room(room, self.database.outages)
            for entry in log:
                refolded.add(entry.at, DECODER.decode(entry.body))
                self.trace(room, entry)
            assert self.database.snapshot(refolded) == self.database.snapshot(self._read(room))
        for room, key, seq in self._acknowledged:
            assert self.database.seq_by_command[room][key] == seq
        for person in self.people:
            await self._check_follower(person)
        self._raise_failures()

    async def _check_follower(self, person: Person) -> None:
        """Check that the updates of a person add up to the update that a new visitor gets."""
        for _ in range(100):
            fresh = await person.ask("update", room=person.room, after=0)
            if person.seq == fresh.seq:
                break
            await asyncio.sleep(0.1)
        last = person.last
        assert last is not None
        as_now = replace(fresh, after=last.after, now=last.now, steps=last.steps, is_rewound=False)
        assert self.database.is_same(replace(last, is_rewound=False), as_now)
        since = fresh.steps[1:] if fresh.is_rewound else fresh.steps
        assert person.has_left or tuple(person.steps) in (since, fresh.steps)


def simulate(seed: int, *, to_the_end: bool = False) -> str:
    """Run the simulation of a seed; returns a hash of its trace."""
    with ExitStack() as stack:
        for each in in_one_thread():
            stack.enter_context(each)
        return run_in_virtual_time(Simulation(seed, to_the_end=to_the_end).run())
