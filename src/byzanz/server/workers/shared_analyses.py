"""The analyses under way in all processes on a shared store; one process runs each of them."""

import asyncio
import math
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress

import msgspec

from byzanz.analysis.findings import Preview
from byzanz.rooms.finished_game import FinishedGame, parse_finished_game
from byzanz.server.ops.clock import Clock
from byzanz.server.workers.analysis_runner import AnalysisRunner, retry_while_busy
from byzanz.server.workers.program_version import program_version
from byzanz.server.workers.wake_up import wait_for_wake_up
from byzanz.server.workers.work_lease import WORK_LEASE
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore

POLL_SECONDS = 1.0  # seconds between two queries of the store, which also renew the leases
KEPT = 86_400_000  # milliseconds until an analysis that no process takes is deleted


class SharedAnalyses:
    """Claims analyses from the store and runs them, each with a lease that it renews.

    `runner_count` returns how many processes share the work, including this one; 0 if others do
    all of it. Each process takes its share of the analyses.
    """

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        runner: AnalysisRunner,
        runner_count: Callable[[], int],
    ) -> None:
        self.count = 0  # number of analyses under way in all processes, as last seen
        self._store = store
        self._clock = clock
        self._runner = runner
        self._runner_count = runner_count
        self._name = secrets.token_hex(8)
        self._version = program_version()
        self._running: dict[str, asyncio.Task[None]] = {}  # by subject
        self._woken = asyncio.Event()
        self._polling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the worker pool, and begin to look for analyses."""
        self._runner.start()
        self._polling = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Cancel all analyses that this process runs, and let others take them at once."""
        if self._polling is not None:
            self._polling.cancel()
            await asyncio.gather(self._polling, return_exceptions=True)
        with suppress(StoreBusy):
            await self._release()
        await self._runner.stop()

    def wake(self) -> None:
        """Look for analyses at once."""
        self._woken.set()

    async def under_way(self) -> Mapping[str, str | None]:
        """The person who began each analysis under way, by subject."""
        return await self._store.analyses()

    def forget(self, person: str) -> None:
        """Do nothing: who has begun an analysis is in the store only."""

    async def add(self, subject: str, finished: FinishedGame, person: str | None) -> None:
        """Add an analysis, unless it is under way."""
        await self._store.add_analysis(
            subject, person, self._version, finished.text, self._clock.now()
        )
        self.wake()

    async def previews(self, subject: str) -> Mapping[int, Preview]:
        """The previews of an analysis under way, by number."""
        bodies = await self._store.previews(subject)
        with suppress(msgspec.DecodeError):  # of another version of the program
            return {
                number: msgspec.json.decode(body, type=Preview) for number, body in bodies.items()
            }
        return {}

    async def sweep(self) -> None:
        """Delete analyses that no process takes; raises `StoreBusy`."""
        now = self._clock.now()
        await self._store.delete_old_analyses(added_before=now - KEPT, now=now)

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            with suppress(StoreBusy):
                await self.poll()
            await wait_for_wake_up(self._woken, POLL_SECONDS)

    async def poll(self) -> None:
        """Renew the leases, and take free analyses up to this process's share."""
        await self._renew()
        runners = self._runner_count()
        if self._running and runners == 0 and not self._runner.code.has_analysis:
            await self._release()  # a worker has compiled the analysis, this process has not
        self.count = len(await self._store.analyses())
        share = math.ceil(self.count / runners) if runners else 0
        while len(self._running) < share:
            now = self._clock.now()
            taken = await self._store.claim_analysis(
                self._name, self._version, now, now + WORK_LEASE
            )
            if taken is None:
                return
            if taken.subject not in self._running:  # otherwise only the lease had expired
                task = asyncio.create_task(self._run_one(taken.subject, taken.record))
                self._running[taken.subject] = task

    async def _renew(self) -> None:
        """Renew the leases; stop analyses that another process took during a pause of this one."""
        if not self._running:
            return
        subjects = set(self._running)
        until = self._clock.now() + WORK_LEASE
        for subject in subjects - await self._store.renew_analyses(self._name, subjects, until):
            if subject in self._running:
                await self._cancel(subject)

    async def _release(self) -> None:
        subjects = list(self._running)
        for subject in subjects:
            await self._cancel(subject)
        if subjects:
            await self._store.release_analyses(self._name, subjects)

    async def _cancel(self, subject: str) -> None:
        task = self._running.get(subject)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._running.pop(subject, None)  # a task that had not begun does not do this

    async def _run_one(self, subject: str, record: str) -> None:
        async def add_preview(number: int, body: bytes) -> None:
            await retry_while_busy(lambda: self._store.add_preview(subject, number, body))

        try:
            await self._runner.run(subject, parse_finished_game(record), add_preview)
            await retry_while_busy(lambda: self._store.delete_analysis(self._name, subject))
        finally:
            self._running.pop(subject, None)
            self.wake()
