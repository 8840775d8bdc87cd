"""Runs the analysis of a finished game: computes what is missing, and stores it."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from typing import TypeVar

import msgspec
import structlog

from byzanz.analysis.findings import Findings, Report
from byzanz.rooms.finished_game import FinishedGame
from byzanz.server.ops.clock import Clock
from byzanz.server.workers.analysed_results import store_report
from byzanz.server.workers.analysis_pool import (
    AnalysisPool,
    FindingsQuestion,
    PreviewQuestion,
    Question,
    ReportQuestion,
)
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.pool import WorkerLost
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore

log = structlog.get_logger()

ATTEMPTS = 5  # number of attempts at one question, with exponential backoff
PAUSE = 1.0  # seconds until a question is repeated for the first time
Result = TypeVar("Result")
AddPreview = Callable[[int, bytes], Awaitable[None]]  # gets the number of a move, and JSON


class AnalysisRunner:
    """Runs any number of analyses, which take turns at the worker pool.

    A subject is the id of a room or of an uploaded record. The store keeps its findings under the
    numbers from 0, and its report after the last one. If two processes run the same analysis,
    the store still keeps each finding once.
    """

    def __init__(
        self, store: EventStore, clock: Clock, analysts: AnalysisPool, code: CompiledCode
    ) -> None:
        self.code = code
        self._store = store
        self._clock = clock
        self._analysts = analysts

    def start(self) -> None:
        """Start the worker pool."""
        self._analysts.start()

    async def stop(self) -> None:
        """Stop the worker pool."""
        await self._analysts.stop()

    async def run(self, subject: str, finished: FinishedGame, add_preview: AddPreview) -> None:
        """Compute and store the missing findings, then the report.

        Until the analysis is compiled it only makes previews. Gives up with a line in the log if
        the worker process is lost `ATTEMPTS` times at one question.
        """
        try:
            kept = await retry_while_busy(lambda: self._usable_numbers(subject, finished))
            missing = [number for number in range(finished.finding_count) if number not in kept]
            if missing:
                await self._preview(finished, missing, add_preview)
            for number in missing:
                await self._store_answer(subject, number, FindingsQuestion(finished.text, number))
            found = await retry_while_busy(lambda: self._store.findings(subject))
            findings = tuple([msgspec.Raw(body) for body in found.values()])
            if len(findings) == finished.finding_count:  # otherwise the game was deleted meanwhile
                question = ReportQuestion(finished.text, findings)
                body = await self._store_answer(subject, finished.finding_count, question)
                report = read_finding(body, Report)
                await retry_while_busy(lambda: store_report(self._store, subject, report))
        except WorkerLost:
            log.warning("analysis given up")

    async def _preview(
        self, finished: FinishedGame, numbers: Iterable[int], add_preview: AddPreview
    ) -> None:
        """Make previews of these moves until the analysis is compiled; return when it is."""
        for number in numbers:
            if self.code.has_analysis:
                return
            await add_preview(number, await self._answer(PreviewQuestion(finished.text, number)))
        while not self.code.has_analysis:
            await asyncio.sleep(PAUSE)

    async def _usable_numbers(self, subject: str, finished: FinishedGame) -> Collection[int]:
        """The numbers of the stored findings; deletes them if another version stored some."""
        kept = await self._store.findings(subject)
        try:
            for number, body in kept.items():
                read_finding(body, Report if number == finished.finding_count else Findings)
        except msgspec.DecodeError:
            await self._store.delete_findings([subject])
            return ()
        return kept.keys()

    async def _store_answer(self, subject: str, number: int, question: Question) -> bytes:
        body = await self._answer(question)
        await retry_while_busy(
            lambda: self._store.add_finding(subject, number, body, self._clock.now())
        )
        return body

    async def _answer(self, question: Question) -> bytes:
        """Ask the pool up to `ATTEMPTS` times, while workers are lost; raises `WorkerLost`."""
        for attempt in range(ATTEMPTS - 1):
            with suppress(WorkerLost):
                return await self._analysts.ask(question)
            await asyncio.sleep(PAUSE * 2**attempt)
        return await self._analysts.ask(question)


async def retry_while_busy(ask: Callable[[], Awaitable[Result]]) -> Result:
    """Ask the store, and repeat the question while it is busy."""
    while True:
        with suppress(StoreBusy):
            return await ask()
        await asyncio.sleep(PAUSE)


class _Edition(msgspec.Struct):
    edition: int  # msgspec accepts a missing tag where only one type is expected


def read_finding(body: bytes, result_type: type[Result]) -> Result:
    """Read a stored finding or report; raises `DecodeError` for one of another edition."""
    msgspec.json.decode(body, type=_Edition)
    return msgspec.json.decode(body, type=result_type)
