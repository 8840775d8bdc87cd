"""Analyses of finished games: findings are computed one by one, stored, and shared by all."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec
import structlog

from byzanz.analysis.findings import Findings, Preview, Report
from byzanz.rooms.finished_game import FinishedGame
from byzanz.server.ops.clock import Clock
from byzanz.server.workers.analysis_pool import AnalysisPool, Find, Question, Sketch, Tell
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.pool import WorkerLost
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import Analysed

log = structlog.get_logger()

MOST_AT_ONCE = 20
MOST_OF_PERSON = 3  # at once
ATTEMPTS = 5  # at one question, with exponential backoff
PAUSE = 1.0  # seconds, before something is asked again
Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class _Analysis:
    """An analysis under way."""

    person: str | None  # who started it; None: resumed by itself
    task: asyncio.Task[None]
    previews: dict[int, Preview] = field(default_factory=dict)  # by number, while nothing compiled


class AnalysisJobs:
    """Starts, resumes and reads analyses.

    A subject is the id of a room or of an uploaded record. The store keeps its findings under the
    numbers from 0, and its report behind the last one. Until the analysis is compiled there are
    only previews, which are not stored.
    """

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        analysts: AnalysisPool,
        code: CompiledCode,
        *,
        may_search: bool,
    ) -> None:
        self._store = store
        self._clock = clock
        self._analysts = analysts
        self._code = code
        self._may_search = may_search
        self._under_way: dict[str, _Analysis] = {}

    @property
    def count(self) -> int:
        """The number of analyses under way."""
        return len(self._under_way)

    def start(self) -> None:
        """Start the worker pool."""
        self._analysts.start()

    async def stop(self) -> None:
        """Cancel all analyses; their stored findings stay."""
        tasks = [analysis.task for analysis in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._analysts.stop()

    async def begin(self, subject: str, finished: FinishedGame, person: str) -> None:
        """Start or resume the analysis of a game; raises `RequestRefused`."""
        _check_finished(finished)
        if not self._may_search:
            raise RequestRefused(Code.NOT_ALLOWED)
        numbers = await self._store.finding_numbers(subject)
        if _is_whole(finished, numbers) or subject in self._under_way:
            return
        if self.count >= MOST_AT_ONCE:
            raise RequestRefused(Code.BUSY)
        if sum(each.person == person for each in self._under_way.values()) >= MOST_OF_PERSON:
            raise RequestRefused(Code.TOO_FAST)
        self._go(subject, finished, person)

    async def known(self, subject: str, finished: FinishedGame, after: int) -> Analysed:
        """The findings after the first `after`; resumes an interrupted analysis."""
        _check_finished(finished)
        numbers = await self._store.finding_numbers(subject)
        total, is_whole = finished.finding_count, _is_whole(finished, numbers)
        # Publish the last finding only with the report: a client with all findings is done.
        found = len(_run_from(0, numbers[: total if is_whole else total - 1]))
        kept = await self._store.findings(subject, min(after, total))
        bodies = [kept[number] for number in _run_from(after, kept) if number < found]
        try:
            findings = tuple([_read(body, Findings) for body in bodies])
            report = _read(kept[total], Report) if is_whole and total in kept else None
        except msgspec.DecodeError:  # of another version of the program
            await self._store.delete_findings([subject])
            numbers, found, findings, report = [], 0, (), None
        is_under_way = subject in self._under_way
        if numbers and not is_whole and not is_under_way and self._has_place:
            self._go(subject, finished, None)
        is_begun = bool(numbers) or is_under_way
        previews = self._previews(subject, found)
        return Analysed(
            total, found, is_begun=is_begun, findings=findings, report=report, previews=previews
        )

    def _previews(self, subject: str, first: int) -> tuple[Preview, ...]:
        """The previews from a number on, up to the first gap."""
        analysis = self._under_way.get(subject)
        if analysis is None:
            return ()
        return tuple([analysis.previews[number] for number in _run_from(first, analysis.previews)])

    @property
    def _has_place(self) -> bool:
        return self._may_search and self.count < MOST_AT_ONCE

    def _go(self, subject: str, finished: FinishedGame, person: str | None) -> None:
        task = asyncio.create_task(self._run(subject, finished))
        self._under_way[subject] = _Analysis(person, task)

    async def _run(self, subject: str, finished: FinishedGame) -> None:
        """Compute and store the missing findings, then the report."""
        try:
            kept = await self._calm(lambda: self._usable(subject, finished))
            missing = [number for number in range(finished.finding_count) if number not in kept]
            if missing:
                await self._preview(self._under_way[subject], finished, missing)
            for number in missing:
                await self._find(subject, number, Find(finished.text, number))
            found = await self._calm(lambda: self._store.findings(subject))
            findings = tuple([msgspec.Raw(body) for body in found.values()])
            if len(findings) == finished.finding_count:  # otherwise the game was deleted meanwhile
                await self._find(subject, finished.finding_count, Tell(finished.text, findings))
        except WorkerLost:
            log.warning("analysis given up")
        finally:
            del self._under_way[subject]

    async def _preview(
        self, analysis: _Analysis, finished: FinishedGame, numbers: Iterable[int]
    ) -> None:
        """Make previews of these moves until the analysis is compiled; return when it is."""
        for number in numbers:
            if self._code.has_analysis:
                return
            body = await self._answer(Sketch(finished.text, number))
            analysis.previews[number] = msgspec.json.decode(body, type=Preview)
        while not self._code.has_analysis:
            await asyncio.sleep(PAUSE)

    async def _usable(self, subject: str, finished: FinishedGame) -> Collection[int]:
        """The numbers of the stored findings; deletes them if another version stored some."""
        kept = await self._store.findings(subject)
        try:
            for number, body in kept.items():
                _read(body, Report if number == finished.finding_count else Findings)
        except msgspec.DecodeError:
            await self._store.delete_findings([subject])
            return ()
        return kept.keys()

    async def _find(self, subject: str, number: int, question: Question) -> None:
        body = await self._answer(question)
        await self._calm(lambda: self._store.add_finding(subject, number, body, self._clock.now()))

    async def _answer(self, question: Question) -> bytes:
        """Ask the pool, and again if its worker is lost; raises `WorkerLost` in the end."""
        for attempt in range(ATTEMPTS - 1):
            with suppress(WorkerLost):
                return await self._analysts.ask(question)
            await asyncio.sleep(PAUSE * 2**attempt)
        return await self._analysts.ask(question)

    async def _calm(self, ask: Callable[[], Awaitable[Result]]) -> Result:
        """Ask the store, and again as long as it is busy."""
        while True:
            with suppress(StoreBusy):
                return await ask()
            await asyncio.sleep(PAUSE)


def _check_finished(finished: FinishedGame) -> None:
    if not finished.is_finished:
        raise RequestRefused(Code.UNFINISHED)


def _is_whole(finished: FinishedGame, numbers: Collection[int]) -> bool:
    """Whether all findings and the report are stored."""
    return len(numbers) == finished.finding_count + 1


def _run_from(first: int, numbers: Iterable[int]) -> list[int]:
    """The consecutive numbers from `first` on, up to the first gap."""
    given = set(numbers)
    return list(itertools.takewhile(given.__contains__, itertools.count(first)))


class _Kept(msgspec.Struct):
    edition: int  # msgspec accepts a missing tag where only one type is expected


def _read(body: bytes, result_type: type[Result]) -> Result:
    msgspec.json.decode(body, type=_Kept)
    return msgspec.json.decode(body, type=result_type)
