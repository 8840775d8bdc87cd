"""The queue of jobs in a shared store, as a server process uses it."""

import asyncio
import secrets
from collections.abc import Set
from contextlib import suppress
from dataclasses import dataclass, field

import structlog

from byzanz.server.ops.clock import Clock
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.program_version import program_version
from byzanz.server.workers.wake_up import wait_for_wake_up
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.store.rows import JobRow, WorkerRow

log = structlog.get_logger()

POLL_SECONDS = 1.0  # seconds between two queries of the store, because notifications may be lost
UNTAKEN = 1500  # milliseconds after which an asker answers a job itself if no worker took it
LONGEST = 8000  # milliseconds that an asker waits; enough for a second worker if the first dies
KEPT = 30_000  # milliseconds until a job is deleted; older ones belong to askers that died
WORKERS_KEPT = 3_600_000  # milliseconds for which the row of a dead worker is kept


@dataclass(slots=True, eq=False)
class _Waiting:
    """An asker that waits for the answer to its job."""

    since: int
    answer: asyncio.Future[bytes | None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class JobQueue:
    """Adds jobs, waits for their answers, and knows the live workers."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self.version = program_version()
        self.workers: list[WorkerRow] = []  # live, and of this version
        self._asker = secrets.token_hex(8)
        self._store = store
        self._clock = clock
        self._waiting: dict[str, _Waiting] = {}  # by job
        self._cancelled: set[str] = set()  # jobs that are still to be deleted
        self._woken = asyncio.Event()
        self._next_full_poll = 0.0  # the event loop's time of the next full poll
        self._has_other_versions = False  # live workers of another version

    @property
    def has_search(self) -> bool:
        """Whether a live worker can answer jobs."""
        return any(worker.has_search for worker in self.workers)

    @property
    def has_analysis(self) -> bool:
        """Whether a live worker can run analyses."""
        return any(worker.has_analysis for worker in self.workers)

    async def ask(self, question: bytes, urgency: Urgency, room: str) -> bytes | None:
        """Return the answer of a worker, or None if none came in time; then none will come."""
        job, now = secrets.token_hex(8), self._clock.now()
        waiting = self._waiting[job] = _Waiting(now)
        answer = None
        try:
            # If the store does not answer, only this timeout ends the wait.
            async with asyncio.timeout(LONGEST / 1000 + 2 * POLL_SECONDS):
                await self._store.add_job(
                    JobRow(job, urgency, room, self.version, self._asker, now, question)
                )
                answer = await waiting.answer
        except (StoreBusy, TimeoutError):
            pass
        finally:
            del self._waiting[job]
            if answer is None:
                self._cancelled.add(job)
                self._woken.set()
        return answer

    def wake(self, names: Set[str]) -> None:
        """Look for answers at once if this process is among those notified."""
        if self._asker in names:
            self._woken.set()

    async def run(self) -> None:
        """Look for answers for as long as the server runs."""
        while True:
            self._woken.clear()
            with suppress(StoreBusy):
                await self.poll()
            await wait_for_wake_up(self._woken, POLL_SECONDS)

    async def stop(self) -> None:
        """Delete all jobs of this process; raises `StoreBusy`."""
        jobs = {*self._waiting, *self._cancelled}
        if jobs:
            await self._store.delete_jobs(jobs)

    async def poll(self) -> None:
        """Read answers; once a second, also find live workers and withdraw unanswered jobs."""
        is_full = asyncio.get_running_loop().time() >= self._next_full_poll
        if is_full:
            await self._find_workers()
        if self._cancelled:
            jobs = set(self._cancelled)
            await self._store.delete_jobs(jobs)
            self._cancelled -= jobs
        if self._waiting:
            for job, answer in (await self._store.take_answers(self._asker)).items():
                self._resolve(job, answer)
        if self._waiting and is_full:
            await self._withdraw()
        if is_full:
            self._next_full_poll = asyncio.get_running_loop().time() + POLL_SECONDS * 0.9

    async def _find_workers(self) -> None:
        rows = await self._store.live_workers(self._clock.now())
        self.workers = [row for row in rows if row.version == self.version]
        has_other_versions = len(self.workers) < len(rows)
        if has_other_versions and not self._has_other_versions:
            log.warning("workers of another version", count=len(rows) - len(self.workers))
        self._has_other_versions = has_other_versions

    async def _withdraw(self) -> None:
        """Give up jobs that have waited too long, or that the database has lost."""
        now = self._clock.now()
        old = {job for job, each in self._waiting.items() if each.since < now - UNTAKEN}
        added_before = now - LONGEST if self.has_search else now + 1
        for job in await self._store.withdraw_jobs(
            self._asker, untaken_since=now - UNTAKEN, added_before=added_before
        ):
            self._resolve(job, None)
        if old:
            for job in old - await self._store.jobs_of(self._asker):
                self._resolve(job, None)

    def _resolve(self, job: str, answer: bytes | None) -> None:
        waiting = self._waiting.get(job)
        if waiting is not None and not waiting.answer.done():
            waiting.answer.set_result(answer)

    async def sweep(self) -> None:
        """Delete the jobs and rows of dead processes; raises `StoreBusy`."""
        now = self._clock.now()
        await self._store.delete_old_jobs(added_before=now - KEPT)
        await self._store.delete_dead_workers(expired_before=now - WORKERS_KEPT)
