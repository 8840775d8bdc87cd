"""The load generator: opens many rooms, plays in them at a fixed rate, and aborts connections."""

import asyncio
from array import array
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from time import perf_counter, process_time

from byzanz.load.address import read_address
from byzanz.load.counters import Measurements
from byzanz.load.http_pool import HttpPool
from byzanz.load.load_plan import LoadPlan
from byzanz.load.players.virtual_room import RunContext, ServerProcess, VirtualRoom

TICK = 0.002  # seconds between two checks for moves that are due
MOST_BEHIND = 0.1  # seconds; moves that are later than this are left out
BEGINNING_AT_ONCE = 24  # rooms that are set up at the same time
SETTLE_SECONDS = 15.0  # seconds in which pending moves must arrive at the end
GAME_MOVES = 170  # the moves of a short game, at any number of players
SPREADING_AT_ONCE = 48  # moves under way while the games are spread
SPREADING_SECONDS = 300.0  # the longest time for that; lost pushes would make it endless


class LoadGenerator:
    """All rooms of a run against the processes of one server."""

    def __init__(
        self,
        urls: Sequence[str],
        plan: LoadPlan,
        new_room: Callable[[RunContext, int, int], VirtualRoom],
    ) -> None:
        addresses = [read_address(url) for url in urls]
        processes = tuple([ServerProcess(address, HttpPool(address)) for address in addresses])
        self._context = RunContext(processes, Random(1))
        self._plan = plan
        self.rooms = [new_room(self._context, plan.players, number) for number in range(plan.rooms)]
        self._tasks: set[asyncio.Task[None]] = set()
        self._restarting: set[VirtualRoom] = set()  # rooms between two games, without sockets
        self.pending_counts = array("l")  # moves under way, at each tick of the measured time
        self._measured_seconds = 0.0
        self._cpu_seconds = 0.0  # processor time of this process

    @property
    def http(self) -> HttpPool:
        """The connections to the first process of the server."""
        return self._context.processes[0].http

    async def begin_all(self) -> None:
        """Start a game in every room; raises `UnexpectedAnswer` and `NoReply`."""
        waiting = iter(self.rooms)

        async def begin_some() -> None:
            for room in waiting:
                await room.begin()

        await asyncio.gather(*[begin_some() for _ in range(BEGINNING_AT_ONCE)])

    async def spread_games(self) -> None:
        """Play a part of the game in every room, a different one in each, as fast as it goes.

        From then on games end evenly over time. Otherwise all rooms would reach their ends
        together, and set up their next games within seconds.
        """
        context, dice = self._context, Random(2)
        left = {room: dice.randrange(GAME_MOVES) for room in self.rooms}
        parked: list[VirtualRoom] = []
        context.counters.is_measuring = False
        until = perf_counter() + SPREADING_SECONDS
        while len(parked) < len(self.rooms) and perf_counter() < until:
            while context.ready and context.pending_count < SPREADING_AT_ONCE:
                room = context.ready.popleft()
                if left[room]:
                    left[room] -= 1
                    self._start(room.move())
                else:
                    parked.append(room)
            self._begin_ended_again()
            await asyncio.sleep(TICK)
        context.ready.extend(parked)

    async def play(
        self, seconds: float, *, is_measured: bool = True, rate: int | None = None
    ) -> None:
        """Make moves at a rate per second, by default that of the plan."""
        rate = rate or self._plan.moves
        self._context.counters.is_measuring = is_measured
        began, cpu_began = perf_counter(), process_time()
        until, made = began + seconds, 0
        while (now := perf_counter()) < until:
            due = int((now - began) * rate)
            made = max(made, due - int(MOST_BEHIND * rate))
            while made < due and self._context.ready:
                self._start(self._context.ready.popleft().move())
                made += 1
            self._begin_ended_again()
            await self._tick(is_measured=is_measured)
        if is_measured:
            self._measured_seconds += perf_counter() - began
            self._cpu_seconds += process_time() - cpu_began

    async def _tick(self, *, is_measured: bool) -> None:
        """Sleep for one tick, and measure by how much the event loop is late."""
        began = perf_counter()
        await asyncio.sleep(TICK)
        if is_measured:
            self._context.counters.lag.append(perf_counter() - began - TICK)
            self.pending_counts.append(self._context.pending_count)

    async def cut(self) -> float:
        """Abort all push sockets during play; returns the seconds until all have caught up.

        A room between two games has no sockets; it connects when its next game begins.
        """
        self._context.counters.is_measuring = False
        began = perf_counter()
        rooms = [room for room in self.rooms if room not in self._restarting]
        for room in rooms:
            room.disconnect()
        reconnecting = asyncio.gather(*[room.reconnect() for room in rooms])
        while not reconnecting.done():
            await self.play(0.05, is_measured=False)
        await reconnecting
        return perf_counter() - began

    async def settle(self) -> None:
        """Wait until all pending moves have arrived, for at most `SETTLE_SECONDS`."""
        until = perf_counter() + SETTLE_SECONDS
        while self._tasks or any(not room.is_idle for room in self.rooms):
            if perf_counter() > until:
                break
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Cancel all tasks and close all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms:
            room.disconnect()
        for process in self._context.processes:
            process.http.close()
        await asyncio.sleep(0)  # the event loop closes aborted transports in its next iteration

    def measurements(self) -> Measurements:
        """Return the measurements since the start, or since `clear`."""
        lost = sum(room.lost for room in self.rooms)
        return self._context.counters.measurements(self._measured_seconds, lost)

    def clear(self) -> None:
        """Delete all measurements."""
        self._context.counters.clear()
        del self.pending_counts[:]
        self._measured_seconds = self._cpu_seconds = 0.0

    @property
    def load(self) -> float:
        """The fraction of one core that this process used in the measured time."""
        return self._cpu_seconds / self._measured_seconds if self._measured_seconds else 0.0

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._context.counters.refused[type(error).__name__] += 1

    def _begin_ended_again(self) -> None:
        while self._context.ended:
            self._start(self._begin_again(self._context.ended.popleft()))

    async def _begin_again(self, room: VirtualRoom) -> None:
        self._restarting.add(room)
        room.disconnect()
        await room.begin()
        self._restarting.discard(room)
