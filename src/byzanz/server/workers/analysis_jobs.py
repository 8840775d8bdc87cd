"""Analyses of finished games: findings are computed one by one, stored, and shared by all."""

import itertools
from collections.abc import Collection, Iterable

import msgspec

from byzanz.analysis.findings import Findings, Report
from byzanz.rooms.finished_game import FinishedGame, without_names
from byzanz.server.workers.analysis_runner import read_finding
from byzanz.server.workers.local_analyses import LocalAnalyses
from byzanz.server.workers.shared_analyses import SharedAnalyses
from byzanz.store.event_store import EventStore
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import AnalysisProgress

MOST_AT_ONCE = 20
MOST_OF_PERSON = 3  # analyses that one person may have under way at once


class AnalysisJobs:
    """Begins, resumes and reads analyses; `AnalysisRunner` explains what is stored.

    The limits count the analyses at all processes. Two processes that begin one at the same
    moment may exceed them by one.
    """

    def __init__(
        self, store: EventStore, analyses: LocalAnalyses | SharedAnalyses, *, may_search: bool
    ) -> None:
        self._store = store
        self._analyses = analyses
        self._may_search = may_search

    @property
    def count(self) -> int:
        """The number of analyses under way."""
        return self._analyses.count

    def start(self) -> None:
        """Start to run analyses."""
        if self._may_search:
            self._analyses.start()

    async def stop(self) -> None:
        """Cancel the analyses that this process runs; their stored findings stay."""
        await self._analyses.stop()

    async def sweep(self) -> None:
        """Delete analyses that no process takes; raises `StoreBusy`."""
        await self._analyses.sweep()

    async def begin(self, subject: str, finished: FinishedGame, person: str) -> None:
        """Start or resume the analysis of a game; raises `RequestRefused`."""
        _check_finished(finished)
        if not self._may_search:
            raise RequestRefused(Code.NOT_ALLOWED)
        numbers = await self._store.finding_numbers(subject)
        under_way = await self._analyses.under_way()
        if _is_whole(finished, numbers):
            return
        if subject not in under_way:
            if len(under_way) >= MOST_AT_ONCE:
                raise RequestRefused(Code.BUSY)
            if sum(each == person for each in under_way.values()) >= MOST_OF_PERSON:
                raise RequestRefused(Code.TOO_FAST)
        await self._analyses.add(subject, without_names(finished), person)

    def forget(self, person: str) -> None:
        """Forget that a person has begun analyses."""
        self._analyses.forget(person)

    async def progress(self, subject: str, finished: FinishedGame, after: int) -> AnalysisProgress:
        """The findings after the first `after`; resumes an interrupted analysis."""
        _check_finished(finished)
        under_way = await self._analyses.under_way()
        numbers = await self._store.finding_numbers(subject)
        total, is_whole = finished.finding_count, _is_whole(finished, numbers)
        # Publish the last finding only with the report: a client with all findings is done.
        found = len(_consecutive_from(0, numbers[: total if is_whole else total - 1]))
        kept = await self._store.findings(subject, min(after, total))
        bodies = [kept[number] for number in _consecutive_from(after, kept) if number < found]
        try:
            findings = tuple([read_finding(body, Findings) for body in bodies])
            report = read_finding(kept[total], Report) if is_whole and total in kept else None
        except msgspec.DecodeError:  # of another version of the program
            await self._store.delete_findings([subject])
            numbers, found, findings, report = [], 0, (), None
        is_under_way = subject in under_way
        is_interrupted = bool(numbers) and not is_whole and not is_under_way
        if is_interrupted and self._may_search and len(under_way) < MOST_AT_ONCE:
            await self._analyses.add(subject, without_names(finished), None)
        previews = await self._analyses.previews(subject) if is_under_way else {}
        return AnalysisProgress(
            total,
            found,
            is_begun=bool(numbers) or is_under_way,
            findings=findings,
            report=report,
            previews=tuple([previews[number] for number in _consecutive_from(found, previews)]),
        )


def _check_finished(finished: FinishedGame) -> None:
    if not finished.is_finished:
        raise RequestRefused(Code.UNFINISHED)


def _is_whole(finished: FinishedGame, numbers: Collection[int]) -> bool:
    """Whether all findings and the report are stored."""
    return len(numbers) == finished.finding_count + 1


def _consecutive_from(first: int, numbers: Iterable[int]) -> list[int]:
    """The consecutive numbers from `first` on, up to the first gap."""
    given = set(numbers)
    return list(itertools.takewhile(given.__contains__, itertools.count(first)))
