"""The analyses under way at a server that shares its store with no other process."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from byzanz.analysis.findings import Preview
from byzanz.rooms.finished_game import FinishedGame
from byzanz.server.workers.analysis_runner import AnalysisRunner


@dataclass(slots=True, eq=False)
class _Analysis:
    person: str | None  # who began it; None: it was resumed
    task: asyncio.Task[None]
    previews: dict[int, Preview] = field(default_factory=dict)  # by number


class LocalAnalyses:
    """Runs every analysis in this process as soon as it is added."""

    def __init__(self, runner: AnalysisRunner) -> None:
        self._runner = runner
        self._running: dict[str, _Analysis] = {}  # by subject

    @property
    def count(self) -> int:
        """The number of analyses under way."""
        return len(self._running)

    def start(self) -> None:
        """Start the worker pool."""
        self._runner.start()

    async def stop(self) -> None:
        """Cancel all analyses; their stored findings stay."""
        tasks = [analysis.task for analysis in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._runner.stop()

    async def under_way(self) -> Mapping[str, str | None]:
        """The person who began each analysis under way, by subject."""
        return {subject: analysis.person for subject, analysis in self._running.items()}

    def forget(self, person: str) -> None:
        """Forget that a person has begun analyses."""
        for analysis in self._running.values():
            analysis.person = None if analysis.person == person else analysis.person

    async def add(self, subject: str, finished: FinishedGame, person: str | None) -> None:
        """Begin an analysis, unless it is under way."""
        if subject not in self._running:
            task = asyncio.create_task(self._run(subject, finished))
            self._running[subject] = _Analysis(person, task)

    async def previews(self, subject: str) -> Mapping[int, Preview]:
        """The previews of an analysis under way, by number."""
        analysis = self._running.get(subject)
        return {} if analysis is None else analysis.previews

    async def sweep(self) -> None:
        """Do nothing: no analysis is left behind by another process."""

    async def _run(self, subject: str, finished: FinishedGame) -> None:
        async def add_preview(number: int, body: bytes) -> None:
            preview = msgspec.json.decode(body, type=Preview)
            self._running[subject].previews[number] = preview

        try:
            await self._runner.run(subject, finished, add_preview)
        finally:
            del self._running[subject]
