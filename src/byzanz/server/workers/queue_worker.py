"""A worker: takes jobs and analyses from the queue of a shared store, on any machine."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
import structlog

from byzanz.rooms.bot_task import BotAnswer
from byzanz.server.ops.clock import Clock
from byzanz.server.workers import bot_pool
from byzanz.server.workers.analysis_pool import AnalysisPool
from byzanz.server.workers.analysis_runner import AnalysisRunner
from byzanz.server.workers.compiler_watch import CompilerWatch
from byzanz.server.workers.job_queue import KEPT, LONGEST
from byzanz.server.workers.pool import WorkerLost, WorkerPool, WorkerSpec
from byzanz.server.workers.program_version import program_version
from byzanz.server.workers.shared_analyses import SharedAnalyses
from byzanz.server.workers.wake_up import wait_for_wake_up
from byzanz.server.workers.work_lease import WORK_LEASE
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.store.rows import TakenJob, WorkerRow

log = structlog.get_logger()

RENEW_SECONDS = 1.0  # seconds between two renewals of the leases, well below `WORK_LEASE`
POLL_SECONDS = 1.0  # seconds between two queries for jobs, because notifications may be lost
PAUSE = 0.2  # seconds until the next attempt to store an answer


class QueueWorker:
    """Answers as many jobs at once as it has processes, and runs its share of the analyses.

    An answer counts only while this worker has the job. If another worker took the job after a
    pause, or the asker withdrew it, the answer is dropped.
    """

    def __init__(self, store: EventStore, clock: Clock, process_count: int) -> None:
        self.answered = 0
        self.compiler = CompilerWatch(lambda: 0, may_search=True)
        self._code = self.compiler.code
        self._store = store
        self._clock = clock
        self._name = secrets.token_hex(8)
        self._version = program_version()
        self._process_count = process_count
        self._processes = WorkerPool(
            WorkerSpec(bot_pool.WORKER, process_count, longest_seconds=bot_pool.LONGEST_ANSWER)
        )
        runner = AnalysisRunner(store, clock, AnalysisPool(process_count), self._code)
        self._analyses = SharedAnalyses(store, clock, runner, self._runner_count)
        self._jobs: dict[str, asyncio.Task[None]] = {}  # taken, by id
        self._analysts = 0  # live workers that can run analyses, with this one
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to take jobs."""
        self._processes.start()
        self._analyses.start()
        for work in (self.compiler.run(), self._renew(), self._take(), self._listen()):
            self._tasks.append(asyncio.create_task(work))

    async def stop(self) -> None:
        """Return unfinished work to the queue at once, and end."""
        jobs = list(self._jobs)
        tasks = [*self._tasks, *self._jobs.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with _tolerating_store_errors():
            await self._store.delete_worker(self._name)
            if jobs:
                await self._store.release_jobs(self._name, jobs, self._clock.now())
        await self._analyses.stop()
        await self._processes.stop()

    def _runner_count(self) -> int:
        return self._analysts if self._code.has_analysis else 0

    # --- the lease --------------------------------------------------------------------------

    async def _renew(self) -> None:
        """Show the servers that this worker is alive, and keep its jobs."""
        while True:
            with _tolerating_store_errors():
                await self.renew()
            await asyncio.sleep(RENEW_SECONDS)

    async def renew(self) -> None:
        """Renew the worker's row and the leases of its jobs; raises `StoreBusy`."""
        # The servers' time is ahead of the database's if a clock was set back.
        self._clock.advance(await self._store.last_heartbeat() or 0)
        now, code = self._clock.now(), self._code
        if code.has_search or code.has_analysis:
            await self._store.renew_worker(
                WorkerRow(
                    self._name, now + WORK_LEASE, self._version, code.has_search, code.has_analysis
                )
            )
        jobs = set(self._jobs)
        if jobs:
            for job in jobs - await self._store.renew_jobs(self._name, jobs, now + WORK_LEASE):
                if job in self._jobs:
                    self._jobs[job].cancel()  # withdrawn, or taken by another worker
        workers = await self._store.live_workers(now)
        analysts = [each for each in workers if each.has_analysis and each.version == self._version]
        self._analysts = len(analysts)
        await self._store.delete_old_jobs(added_before=now - KEPT)

    # --- jobs -------------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Take jobs as soon as a notification announces them."""
        async for notified in self._store.job_notifications():
            if self._version in notified.job_signals:
                self._woken.set()
                self._analyses.wake()

    async def _take(self) -> None:
        while True:
            self._woken.clear()
            with _tolerating_store_errors():
                await self.take_jobs()
            await wait_for_wake_up(self._woken, POLL_SECONDS)

    async def take_jobs(self) -> None:
        """Take jobs while a process is free; raises `StoreBusy`."""
        while self._code.has_search and len(self._jobs) < self._process_count:
            now = self._clock.now()
            job = await self._store.claim_job(self._name, self._version, now, now + WORK_LEASE)
            if job is None:
                return
            self._jobs[job.job] = asyncio.create_task(self._answer(job))

    async def _answer(self, job: TakenJob) -> None:
        try:
            answer = await self._processes.ask(job.question, _checked)
            await self._store_answer(job, answer)
        except WorkerLost:
            log.warning("bot process lost")
            with _tolerating_store_errors():
                await self._store.release_jobs(self._name, [job.job], self._clock.now())
        finally:
            self._jobs.pop(job.job, None)
            self._woken.set()

    async def _store_answer(self, job: TakenJob, answer: bytes) -> None:
        """Store an answer; tries again for as long as its asker waits."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST / 1000):
                while True:
                    with suppress(StoreBusy):
                        has_effect = await self._store.answer_job(self._name, job.job, answer)
                        self.answered += has_effect
                        log.debug("answered", urgency=job.urgency, has_effect=has_effect)
                        return
                    await asyncio.sleep(PAUSE)


def _checked(line: bytes) -> bytes:
    """Return the line; raises `DecodeError` if it is not an answer of a bot."""
    msgspec.json.decode(line, type=BotAnswer)
    return line


@contextmanager
def _tolerating_store_errors() -> Iterator[None]:
    try:
        yield
    except StoreBusy:
        log.warning("store busy")
