"""The processes that think for bots, off the event loop."""

import asyncio
import contextlib
from dataclasses import dataclass, field

import msgspec

from byzanz.server.processes import CRASHES, asked, running
from byzanz.server.queue import FairQueue, Urgency
from byzanz.server.seat import STAND_IN
from byzanz.server.thinker import Task, Thought
from byzanz.wire.room import BotWord

LONGEST_WAIT = 5.0  # seconds in the queue: beyond it solid plays
LONGEST_THOUGHT = 10.0  # seconds: a process that takes longer hangs
USUAL_THOUGHT = 0.05  # seconds, before any was measured
PAUSE_AFTER_CRASH = 1.0
PAUSE_AFTER_WARM_UP = 60.0  # if it failed
SEARCHING = (BotWord.STRONG, BotWord.EXPERT)


class Overloaded(Exception):
    """The queue is too long, or no process can think now."""


@dataclass(slots=True, eq=False)
class _Job:
    line: bytes
    waiting: asyncio.Timeout  # in the queue
    done: asyncio.Future[Thought] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Thinkers:
    """A few processes and the queue before them."""

    def __init__(self, count: int) -> None:
        self.is_warm = False  # the search is compiled
        self._count = count
        self._queue: FairQueue[_Job] = FairQueue()
        self._filled = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._warmed_up = asyncio.Event()
        self._seconds = USUAL_THOUGHT

    def start(self) -> None:
        """Begin, and compile the search beside."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._work()) for _ in range(self._count)]
        self._tasks.append(loop.create_task(self._warm_up()))

    async def stop(self) -> None:
        """End all processes; what waits is given up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while (job := self._queue.take()) is not None:
            job.done.cancel()

    def wait(self, urgency: Urgency) -> float:
        """How many seconds a new job of this urgency would wait, about."""
        return self._queue.length(urgency) * self._seconds / self._count

    def able(self, word: BotWord) -> BotWord:
        """This bot or, while the search is being compiled, the one that plays in its place."""
        return word if self.is_warm or word not in SEARCHING else STAND_IN

    async def think(self, task: Task, urgency: Urgency, room: str) -> Thought:
        """The answer to a task; raises `Overloaded`. Cancelled, it is not begun."""
        if self.wait(urgency) > LONGEST_WAIT:
            raise Overloaded
        waiting = asyncio.timeout(LONGEST_WAIT)
        job = _Job(msgspec.json.encode(task) + b"\n", waiting)
        self._queue.put(urgency, room, job)
        self._filled.set()
        try:
            async with waiting:
                return await job.done
        except TimeoutError:
            raise Overloaded from None
        finally:
            self._queue.discard(urgency, room, job)

    async def _next(self) -> _Job:
        while True:
            job = self._queue.take()
            if job is None:
                self._filled.clear()
                await self._filled.wait()
            elif not job.done.done():
                job.waiting.reschedule(None)
                return job

    async def _work(self) -> None:
        while True:
            with contextlib.suppress(*CRASHES):
                async with running("byzanz.server.thinker") as process:
                    while True:
                        await self._answer(await self._next(), process)
            await asyncio.sleep(PAUSE_AFTER_CRASH)

    async def _answer(self, job: _Job, process: asyncio.subprocess.Process) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            line = await asked(process, job.line, seconds=LONGEST_THOUGHT)
            thought = msgspec.json.decode(line, type=Thought)
        except BaseException:
            if not job.done.done():
                job.done.set_exception(Overloaded())
            raise
        self._seconds += 0.1 * (loop.time() - began - self._seconds)
        if not job.done.done():
            job.done.set_result(thought)

    async def _warm_up(self) -> None:
        while not self.is_warm:
            with contextlib.suppress(OSError):
                async with running("byzanz.bots", gives_way=True) as process:
                    await process.communicate()
                    self.is_warm = process.returncode == 0
            if not self.is_warm:
                await asyncio.sleep(PAUSE_AFTER_WARM_UP)
        self._warmed_up.set()

    async def until_warm(self) -> None:
        """Wait until the search is compiled."""
        await self._warmed_up.wait()
