"""Analyses of games that are over: found one by one, kept as they are found, shared by all."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import msgspec
import structlog

from byzanz.analysis.report import Findings, Report
from byzanz.server.analysts import Analysts, Find, Lost, Question, Tell
from byzanz.server.clock import Clock
from byzanz.server.past import Past
from byzanz.store.eventstore import EventStore
from byzanz.store.trouble import StoreBusy
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.replays import Analysed

log = structlog.get_logger()

MOST_AT_ONCE = 20
MOST_OF_ONE = 3  # at once, of one person
ATTEMPTS = 5  # at one question, each after twice as long a pause
PAUSE = 1.0  # seconds
Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class _Analysis:
    """One that is under way."""

    person: str | None  # who asked for it; None: it goes on by itself
    task: asyncio.Task[None]


class Analyses:
    """What is found about games, and the finding of it.

    The subject is the id of a room or of a sent record. Its findings are kept under the numbers
    from 0, and behind the last the report. All but the store is forgotten with the process.
    """

    def __init__(
        self, store: EventStore, clock: Clock, analysts: Analysts, *, may_search: bool
    ) -> None:
        self._store = store
        self._clock = clock
        self._analysts = analysts
        self._may_search = may_search
        self._under_way: dict[str, _Analysis] = {}

    @property
    def count(self) -> int:
        """How many are under way."""
        return len(self._under_way)

    def start(self) -> None:
        """Be ready for questions."""
        self._analysts.start()

    async def stop(self) -> None:
        """End; what is kept stays."""
        tasks = [analysis.task for analysis in self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._analysts.stop()

    async def begin(self, subject: str, past: Past, person: str) -> None:
        """Find out about a game, or go on with it; raises `Refusal`."""
        _check_finished(past)
        if not self._may_search:
            raise Refusal(Code.NOT_ALLOWED)
        numbers = await self._store.finding_numbers(subject)
        if _is_whole(past, numbers) or subject in self._under_way:
            return
        if self.count >= MOST_AT_ONCE:
            raise Refusal(Code.BUSY)
        if sum(each.person == person for each in self._under_way.values()) >= MOST_OF_ONE:
            raise Refusal(Code.TOO_FAST)
        self._go(subject, past, person)

    async def known(self, subject: str, past: Past, after: int) -> Analysed:
        """What was found after so many findings; what was interrupted goes on."""
        _check_finished(past)
        numbers = await self._store.finding_numbers(subject)
        total, is_whole = past.finding_count, _is_whole(past, numbers)
        # The last one comes with the report: whoever has as many as there are has all.
        found = len(_run_from(0, numbers[: total if is_whole else total - 1]))
        kept = await self._store.findings(subject, min(after, total))
        bodies = [kept[number] for number in _run_from(after, kept) if number < found]
        try:
            findings = tuple([_read(body, Findings) for body in bodies])
            report = _read(kept[total], Report) if is_whole and total in kept else None
        except msgspec.DecodeError:  # another version of the program found it
            await self._store.delete_findings([subject])
            numbers, found, findings, report = [], 0, (), None
        is_under_way = subject in self._under_way
        if numbers and not is_whole and not is_under_way and self._has_place:
            self._go(subject, past, None)
        is_begun = bool(numbers) or is_under_way
        return Analysed(total, found, is_begun=is_begun, findings=findings, report=report)

    @property
    def _has_place(self) -> bool:
        return self._may_search and self.count < MOST_AT_ONCE

    def _go(self, subject: str, past: Past, person: str | None) -> None:
        task = asyncio.create_task(self._run(subject, past))
        self._under_way[subject] = _Analysis(person, task)

    async def _run(self, subject: str, past: Past) -> None:
        """Find what is missing, and keep it."""
        try:
            kept = await self._calm(lambda: self._usable(subject, past))
            for number in range(past.finding_count):
                if number not in kept:
                    await self._find(subject, number, Find(past.text, number))
            found = await self._calm(lambda: self._store.findings(subject))
            findings = tuple([msgspec.Raw(body) for body in found.values()])
            if len(findings) == past.finding_count:  # or the game was deleted meanwhile
                await self._find(subject, past.finding_count, Tell(past.text, findings))
        except Lost:
            log.warning("analysis given up")
        finally:
            del self._under_way[subject]

    async def _usable(self, subject: str, past: Past) -> Collection[int]:
        """The numbers of what is kept; none, where another version of the program found some."""
        kept = await self._store.findings(subject)
        try:
            for number, body in kept.items():
                _read(body, Report if number == past.finding_count else Findings)
        except msgspec.DecodeError:
            await self._store.delete_findings([subject])
            return ()
        return kept.keys()

    async def _find(self, subject: str, number: int, question: Question) -> None:
        body = await self._answer(question)
        await self._calm(lambda: self._store.add_finding(subject, number, body, self._clock.now()))

    async def _answer(self, question: Question) -> bytes:
        """The answer, should the process be lost a few times, too; raises `Lost`."""
        for attempt in range(ATTEMPTS - 1):
            with suppress(Lost):
                return await self._analysts.ask(question)
            await asyncio.sleep(PAUSE * 2**attempt)
        return await self._analysts.ask(question)

    async def _calm(self, ask: Callable[[], Awaitable[Result]]) -> Result:
        """What the store answers, once it is no longer busy."""
        while True:
            with suppress(StoreBusy):
                return await ask()
            await asyncio.sleep(PAUSE)


def _check_finished(past: Past) -> None:
    if not past.is_finished:
        raise Refusal(Code.UNFINISHED)


def _is_whole(past: Past, numbers: Collection[int]) -> bool:
    """Whether all findings are there, and the report."""
    return len(numbers) == past.finding_count + 1


def _run_from(first: int, numbers: Iterable[int]) -> list[int]:
    """The numbers from this one on up to the first gap."""
    given = set(numbers)
    return list(itertools.takewhile(given.__contains__, itertools.count(first)))


class _Kept(msgspec.Struct):
    edition: int  # what is read as one kind alone need not have its tag


def _read(body: bytes, kind: type[Result]) -> Result:
    msgspec.json.decode(body, type=_Kept)
    return msgspec.json.decode(body, type=kind)
