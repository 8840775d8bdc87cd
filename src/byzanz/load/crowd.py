"""Many parties: coming together, playing at a rate, cut off and back."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random
from time import perf_counter, process_time

from byzanz.load.address import read_address
from byzanz.load.party import Hall, Party
from byzanz.load.plan import Plan
from byzanz.load.posts import Posts
from byzanz.load.tally import Figures

TICK = 0.002  # seconds
MOST_BEHIND = 0.1  # seconds of moves that are made up for
TOGETHER = 24  # parties that begin at once
SETTLE_SECONDS = 15.0  # for what is under way at the end


class Crowd:
    """All parties of a run against one server."""

    def __init__(self, url: str, plan: Plan, kind: Callable[[Hall, int], Party]) -> None:
        address = read_address(url)
        self._hall = Hall(address, Posts(address), Random(1))
        self._plan = plan
        self.parties = [kind(self._hall, plan.players) for _ in range(plan.rooms)]
        self._tasks: set[asyncio.Task[None]] = set()
        self._measured = 0.0
        self._spent = 0.0  # processor time of this process

    async def gather(self) -> None:
        """Let all parties begin; raises `Refused` and `NoReply`."""
        waiting = iter(self.parties)

        async def begin_some() -> None:
            for party in waiting:
                await party.begin()

        await asyncio.gather(*[begin_some() for _ in range(TOGETHER)])

    async def play(self, seconds: float, *, is_measured: bool = True) -> None:
        """Make moves at the rate of the plan; raises what a move raises."""
        self._hall.tally.is_measuring = is_measured
        began, spent = perf_counter(), process_time()
        until, made = began + seconds, 0
        while (now := perf_counter()) < until:
            due = int((now - began) * self._plan.moves)
            made = max(made, due - int(MOST_BEHIND * self._plan.moves))
            while made < due and self._hall.ready:
                self._start(self._hall.ready.popleft().move())
                made += 1
            while self._hall.ended:
                self._start(self._renew(self._hall.ended.popleft()))
            await asyncio.sleep(TICK)
        if is_measured:
            self._measured += perf_counter() - began
            self._spent += process_time() - spent

    async def cut(self) -> float:
        """Close all sockets at once, while the games go on; seconds till all have caught up."""
        self._hall.tally.is_measuring = False
        began = perf_counter()
        for party in self.parties:
            party.leave()
        back = asyncio.gather(*[party.come_back() for party in self.parties])
        while not back.done():
            await self.play(0.05, is_measured=False)
        await back
        return perf_counter() - began

    async def settle(self) -> None:
        """Wait for what is under way; raises what a move has raised."""
        until = perf_counter() + SETTLE_SECONDS
        while self._tasks or any(not party.is_idle for party in self.parties):
            if perf_counter() > until:
                break
            await asyncio.sleep(0.01)

    async def leave(self) -> None:
        """Close everything."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for party in self.parties:
            party.leave()
        self._hall.posts.close()
        await asyncio.sleep(0)  # in its next round the loop closes what is closing

    def figures(self) -> Figures:
        """What was measured."""
        return self._hall.tally.figures(self._measured, sum(party.lost for party in self.parties))

    @property
    def load(self) -> float:
        """The share of one core that this process took while it measured."""
        return self._spent / self._measured if self._measured else 0.0

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._hall.tally.refused[type(error).__name__] += 1

    async def _renew(self, party: Party) -> None:
        party.leave()
        await party.begin()
