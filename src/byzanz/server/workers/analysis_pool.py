"""Questions about finished games, answered by worker processes of low priority.

The processes run only while there are questions, so that their work does not delay play.
"""

import msgspec

from byzanz.analysis.findings import Findings, Preview, Report
from byzanz.server.workers.pool import WorkerPool, WorkerSpec

WORKER = "byzanz.server.workers.analysis_worker"
LONGEST_ANSWER = 900.0  # seconds: without a cache, the worker compiles before it answers
IDLE_SECONDS = 60.0  # seconds without a question until a process ends


class FindingsQuestion(msgspec.Struct, frozen=True, tag="findings"):
    """Asks for the findings about one move of a record."""

    record: str
    number: int

    @property
    def answer(self) -> type[msgspec.Struct]:
        """The type of the answer."""
        return Findings


class PreviewQuestion(msgspec.Struct, frozen=True, tag="preview"):
    """Asks for a preview of one move of a record; nothing has to be compiled for it."""

    record: str
    number: int

    @property
    def answer(self) -> type[msgspec.Struct]:
        """The type of the answer."""
        return Preview


class ReportQuestion(msgspec.Struct, frozen=True, tag="report"):
    """Asks for the report on a record, which is made from all its findings."""

    record: str
    findings: tuple[msgspec.Raw, ...]  # as the worker answered them

    @property
    def answer(self) -> type[msgspec.Struct]:
        """The type of the answer."""
        return Report


Question = FindingsQuestion | PreviewQuestion | ReportQuestion


class AnalysisPool:
    """Worker processes that answer questions in the order in which they came."""

    def __init__(self, count: int = 1) -> None:
        self._workers = WorkerPool(
            WorkerSpec(
                WORKER,
                count,
                longest_seconds=LONGEST_ANSWER,
                idle_seconds=IDLE_SECONDS,
                has_low_priority=True,
            )
        )

    def start(self) -> None:
        """Accept questions; a process starts with its first one."""
        self._workers.start()

    async def stop(self) -> None:
        """Kill the processes and cancel every question."""
        await self._workers.stop()

    async def ask(self, question: Question) -> bytes:
        """Return the answer as JSON, checked to be of the right type; raises `WorkerLost`."""
        decoder = msgspec.json.Decoder(question.answer)

        def read(line: bytes) -> bytes:
            decoder.decode(line)
            return line

        return await self._workers.ask(msgspec.json.encode(question), read)
