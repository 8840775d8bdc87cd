"""Where games are analysed: a process of its own, behind everything else that the machine does.

It is there only while it is asked something, so that play never waits for it: not for its
thoughts, and not for the compiler, which takes minutes when it comes to a machine.
"""

import asyncio
import contextlib
from dataclasses import dataclass, field

import msgspec

from byzanz.analysis.report import Findings, Report
from byzanz.server.processes import CRASHES, asked, running

ANALYST = "byzanz.server.analyst"
COMPILING = "byzanz.analysis"
LONGEST_SECONDS = 900.0  # any answer may need something compiled; what takes longer hangs
IDLE_SECONDS = 60.0  # without a question, then the process ends


class Find(msgspec.Struct, frozen=True, tag="find"):
    """What is there to say about a move of this record?"""

    record: str
    number: int

    @property
    def answer(self) -> type[msgspec.Struct]:
        """What is answered."""
        return Findings


class Tell(msgspec.Struct, frozen=True, tag="tell"):
    """What do all findings about this record come to?"""

    record: str
    findings: tuple[msgspec.Raw, ...]  # as they were answered

    @property
    def answer(self) -> type[msgspec.Struct]:
        """What is answered."""
        return Report


Question = Find | Tell


class Lost(Exception):
    """The process ended, hung or talked nonsense before it answered."""


@dataclass(slots=True, eq=False)
class _Job:
    question: Question
    done: asyncio.Future[bytes] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def fail(self) -> None:
        if not self.done.done():
            self.done.set_exception(Lost())


class Analysts:
    """One process, and the line of questions before it."""

    def __init__(self) -> None:
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Wait for questions."""
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def stop(self) -> None:
        """End the process; what waits is given up."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        while not self._jobs.empty():
            self._jobs.get_nowait().done.cancel()

    async def ask(self, question: Question) -> bytes:
        """The answer as it was said; raises `Lost`. Whoever asked before is answered before."""
        job = _Job(question)
        self._jobs.put_nowait(job)
        return await job.done

    async def _work(self) -> None:
        while True:
            job: _Job | None = await self._jobs.get()
            with contextlib.suppress(*CRASHES):
                async with running(ANALYST, gives_way=True) as process:
                    while job is not None:
                        await self._answer(job, process)
                        job = await self._next()
            if job is not None:
                job.fail()

    async def _next(self) -> _Job | None:
        """The next question, unless none comes for long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(IDLE_SECONDS):
                return await self._jobs.get()
        return None

    async def _answer(self, job: _Job, process: asyncio.subprocess.Process) -> None:
        if job.done.done():
            return  # nobody waits for it any more
        try:
            line = msgspec.json.encode(job.question) + b"\n"
            body = (await asked(process, line, seconds=LONGEST_SECONDS)).rstrip(b"\n")
            msgspec.json.decode(body, type=job.question.answer)
        except BaseException:
            job.fail()
            raise
        if not job.done.done():
            job.done.set_result(body)


async def compile_ahead() -> None:
    """Have compiled what an analysis needs, so that the first one begins at once."""
    with contextlib.suppress(OSError):
        async with running(COMPILING, gives_way=True) as process:
            await process.communicate()
