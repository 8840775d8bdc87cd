"""A pool of worker processes: each reads questions and writes answers, line by line."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from byzanz.server.workers.fair_queue import FairQueue, Urgency
from byzanz.server.workers.worker_process import CRASHES, ask_process, run_module

Answer = TypeVar("Answer")

PAUSE_AFTER_CRASH = 1.0  # seconds until a process that ended is replaced
SMOOTHING = 0.1  # weight of the latest answer in the average time


class WorkerLost(Exception):
    """The process ended, hung or wrote an invalid answer."""


class Overloaded(Exception):
    """The question waited too long in the queue."""


@dataclass(frozen=True, slots=True)
class WorkerSpec:
    """Which processes a pool runs, and for how long."""

    module: str  # run by `python -m`
    count: int
    longest_seconds: float  # seconds per answer; a process that takes longer is replaced
    usual_seconds: float = 0.05  # estimated seconds per answer, until some were measured
    idle_seconds: float | None = None  # seconds without a question until it ends; None: never
    has_low_priority: bool = False  # whether other processes of the machine go first


@dataclass(slots=True, eq=False)
class _Job(Generic[Answer]):
    line: bytes
    read: Callable[[bytes], Answer]
    queued: asyncio.Timeout  # runs only while the job waits
    done: asyncio.Future[Answer] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def fail(self) -> None:
        if not self.done.done():
            self.done.set_exception(WorkerLost())


class WorkerPool:
    """Runs worker processes and hands them questions: play before hints, rooms in turn."""

    def __init__(self, spec: WorkerSpec) -> None:
        self._spec = spec
        self._queue: FairQueue[_Job[Any]] = FairQueue()
        self._filled = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._average_seconds = spec.usual_seconds

    def start(self) -> None:
        """Start the workers; those that end when idle start with their first question."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._work()) for _ in range(self._spec.count)]

    async def stop(self) -> None:
        """Kill the workers and cancel every question."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        while (job := self._queue.take()) is not None:
            job.done.cancel()

    def expected_wait(self, urgency: Urgency) -> float:
        """Estimate how many seconds a new question of this urgency would wait."""
        return self._queue.length(urgency) * self._average_seconds / self._spec.count

    async def ask(
        self,
        question: bytes,
        read: Callable[[bytes], Answer],
        *,
        urgency: Urgency = Urgency.PLAY,
        room: str = "",
        longest_wait: float | None = None,  # seconds in the queue
    ) -> Answer:
        """Ask a worker and read its answer; raises `Overloaded` and `WorkerLost`.

        `read` raises `ValueError` for nonsense; the worker is then replaced. A question whose
        asker was cancelled in the queue is dropped.
        """
        if longest_wait is not None and self.expected_wait(urgency) > longest_wait:
            raise Overloaded
        queued = asyncio.timeout(longest_wait)
        job = _Job(question + b"\n", read, queued)
        self._queue.put(urgency, room, job)
        self._filled.set()
        try:
            async with queued:
                return await job.done
        except TimeoutError:
            raise Overloaded from None
        finally:
            self._queue.discard(urgency, room, job)
            # A timeout holds its task, and a cancelled task holds this frame.
            del queued, job

    async def _work(self) -> None:
        """Keep one worker process running, restarting it after a crash."""
        while True:
            job = None if self._spec.idle_seconds is None else await self._next()
            try:
                await self._serve(job)
            except CRASHES:
                if job is not None:
                    job.fail()  # the process did not even start
                await asyncio.sleep(PAUSE_AFTER_CRASH)

    async def _serve(self, job: _Job[Any] | None) -> None:
        """Answer questions with one process until it crashes or has been idle for long."""
        async with run_module(
            self._spec.module, has_low_priority=self._spec.has_low_priority
        ) as process:
            while True:
                if job is None:
                    job = await self._next_unless_idle()
                    if job is None:
                        return
                await self._answer(job, process)
                job = None

    async def _next_unless_idle(self) -> _Job[Any] | None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._spec.idle_seconds):
                return await self._next()
        return None

    async def _next(self) -> _Job[Any]:
        while True:
            job = self._queue.take()
            if job is None:
                self._filled.clear()
                await self._filled.wait()
            elif not job.done.done():
                job.queued.reschedule(None)
                return job

    async def _answer(self, job: _Job[Any], process: asyncio.subprocess.Process) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        try:
            line = await ask_process(process, job.line, seconds=self._spec.longest_seconds)
            answer = job.read(line.rstrip(b"\n"))
        except BaseException:
            job.fail()
            raise
        self._average_seconds += SMOOTHING * (loop.time() - began - self._average_seconds)
        if not job.done.done():
            job.done.set_result(answer)
