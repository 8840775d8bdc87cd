"""The findings of an analysis are stored one by one, and shared by everybody who asks."""

import asyncio

import msgspec
import pytest

from byzanz.analysis.findings import (
    EDITION,
    Cause,
    Ending,
    Findings,
    Outcome,
    Outlook,
    Preview,
    Report,
    Step,
)
from byzanz.rooms.finished_game import parse_finished_game, read_finished_game
from byzanz.server.workers import analysis_jobs
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.analysis_pool import FindingsQuestion, PreviewQuestion
from byzanz.server.workers.analysis_runner import ATTEMPTS, AnalysisRunner
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.local_analyses import LocalAnalyses
from byzanz.server.workers.pool import WorkerLost
from byzanz.store.errors import StoreBusy
from byzanz.wire.problems import Code
from tests.server.hosting.finished_games import record, truncated
from tests.server.hosting.harness import START, refusal

FINISHED = parse_finished_game(read_finished_game(record().encode()).text)
TOTAL = FINISHED.finding_count
SECOND = parse_finished_game(read_finished_game(record("3p-06-meek").encode()).text)


class ScriptedPool:
    """Answers every question after a virtual second, and stores the questions."""

    def __init__(self):
        self.questions = []
        self.previewed = []
        self.lost = 0  # how many of the next questions fail
        self.turn = asyncio.Lock()

    def start(self):
        pass

    async def stop(self):
        pass

    async def ask(self, question):
        async with self.turn:
            await asyncio.sleep(1)
        if self.lost:
            self.lost -= 1
            raise WorkerLost
        if isinstance(question, PreviewQuestion):
            self.previewed.append(question.number)
            return msgspec.json.encode(preview(question.number))
        self.questions.append((question.record, getattr(question, "number", "report")))
        if isinstance(question, FindingsQuestion):
            return msgspec.json.encode(findings(question.number))
        found = [msgspec.json.decode(each, type=Findings) for each in question.findings]
        assert found == [findings(number) for number in range(len(found))]
        return msgspec.json.encode(report(len(found)))


def findings(number):
    outlook = Outlook((number, 0, 0), (0, 0, 0), 0)
    return Findings(number, (Step(Cause.MOVE, 0, outlook),), None, None, None)


def preview(number):
    return Preview(number, findings(number + 1).steps)


def report(count):
    """A report whose score is the number of its findings."""
    return Report((), (), Outcome(Ending.LED, (0,), count, 1, 0, 1))


class Analyses:
    """Analysis jobs over a scripted pool, in short form."""

    def __init__(self, harness, *, may_search=True, is_compiled=True):
        self.harness, self.store = harness, harness.store
        self.pool = ScriptedPool()
        self.code = CompiledCode(has_search=is_compiled, has_analysis=is_compiled)
        runner = AnalysisRunner(self.store, harness.clock, self.pool, self.code)
        self.analyses = AnalysisJobs(self.store, LocalAnalyses(runner), may_search=may_search)

    async def keep(self, *subjects):
        for subject in subjects:
            await self.store.add_replay(subject, b"", START)

    async def begin(self, subject="a", finished=FINISHED, person="Anna"):
        await self.analyses.begin(subject, finished, person)

    async def progress(self, after=0, subject="a", finished=FINISHED):
        return await self.analyses.progress(subject, finished, after)

    def numbers(self):
        return [number for _, number in self.pool.questions]


async def analyses_with(harness, *subjects, **options):
    jobs = Analyses(harness, **options)
    await jobs.keep(*subjects)
    return jobs


async def test_findings_come_one_by_one_and_the_report_with_the_last(harness):
    jobs = await analyses_with(harness, "a")
    before = await jobs.progress()
    assert (before.total, before.count, before.is_begun, before.report) == (TOTAL, 0, False, None)
    assert jobs.analyses.count == 0  # reading starts nothing
    await jobs.begin()
    assert (await jobs.progress()).is_begun
    await harness.wait(10.5)
    some = await jobs.progress()
    assert (some.count, some.report) == (10, None)
    assert some.findings == tuple([findings(number) for number in range(10)])
    assert (await jobs.progress(7)).findings == some.findings[7:]
    assert (await jobs.progress(11)).findings == ()
    await harness.wait(TOTAL - 10)
    last = await jobs.progress(10)
    assert (last.count, last.report) == (TOTAL - 1, None)  # the last is held back for the report
    await harness.wait(1)
    end = await jobs.progress(TOTAL - 1)
    assert end.count == end.total == TOTAL
    assert end.findings == (findings(TOTAL - 1),)
    assert end.report == report(TOTAL)
    assert (await jobs.progress(999_999)).report == end.report
    assert (await jobs.progress()).count == TOTAL
    assert jobs.analyses.count == 0
    await jobs.begin()
    assert jobs.analyses.count == 0
    assert jobs.numbers() == [*range(TOTAL), "report"]


async def test_requests_at_once_share_one_analysis(harness):
    jobs = await analyses_with(harness, "a")
    await asyncio.gather(*(jobs.begin(person=name) for name in ("Anna", "Ben", "Anna")))
    assert jobs.analyses.count == 1
    await harness.wait(TOTAL + 2)
    assert jobs.numbers() == [*range(TOTAL), "report"]


async def test_after_a_restart_only_missing_findings_are_computed(harness):
    jobs = await analyses_with(harness, "a", "b")
    await jobs.begin("b")
    await harness.wait(TOTAL + 2)
    uninterrupted = await jobs.store.findings("b")
    await jobs.begin()
    await harness.wait(20.5)
    await jobs.analyses.stop()
    again = Analyses(harness)
    assert again.analyses.count == 0  # until somebody asks
    assert (await again.progress()).count == 20
    assert again.analyses.count == 1
    await harness.wait(TOTAL)
    assert (await again.progress()).report is not None
    assert again.numbers() == [*range(20, TOTAL), "report"]
    assert await again.store.findings("a") == uninterrupted


async def test_a_restart_after_the_last_finding_leaves_only_the_report_to_do(harness):
    jobs = await analyses_with(harness, "a")
    await jobs.begin()
    await harness.wait(TOTAL + 0.5)
    await jobs.analyses.stop()
    again = Analyses(harness)
    await again.begin()
    await harness.wait(2)
    assert again.numbers() == ["report"]
    assert (await again.progress()).report is not None


async def test_missing_findings_are_computed_again(harness):
    jobs = await analyses_with(harness, "a")
    await jobs.begin()
    await harness.wait(TOTAL + 2)
    await jobs.store.delete_old_findings(found_before=harness.clock.now() - 1000 * (TOTAL - 3))
    left = await jobs.store.finding_numbers("a")
    assert left[0] > 0
    assert (await jobs.progress()).count == 0
    await harness.wait(TOTAL)
    assert (await jobs.progress()).count == TOTAL


async def test_the_analyses_of_games_take_turns(harness):
    jobs = await analyses_with(harness, "a", "b")
    await jobs.begin("a")
    await harness.wait(5.5)
    await jobs.begin("b", SECOND)
    await harness.wait(6)
    texts = [text for text, _ in jobs.pool.questions[6:]]
    assert texts[0::2] != texts[1::2]
    assert len(set(texts[0::2])) == len(set(texts[1::2])) == 1
    await jobs.analyses.stop()


async def test_lost_workers_only_delay_an_analysis(harness):
    jobs = await analyses_with(harness, "a")
    await jobs.begin()
    await harness.wait(5.5)
    jobs.pool.lost = 3
    await harness.wait(TOTAL + 20)
    assert (await jobs.progress()).count == TOTAL
    assert jobs.numbers() == [*range(TOTAL), "report"]


async def test_an_analysis_given_up_is_resumed_when_somebody_asks(harness):
    jobs = await analyses_with(harness, "a")
    await jobs.begin()
    await harness.wait(5.5)
    jobs.pool.lost = ATTEMPTS
    await harness.wait(60)
    assert jobs.analyses.count == 0
    assert (await jobs.progress()).count == 5
    await harness.wait(TOTAL)
    assert (await jobs.progress()).count == TOTAL


async def test_a_busy_store_delays_an_analysis(harness, monkeypatch):
    jobs = await analyses_with(harness, "a")
    add_finding, errors = jobs.store.add_finding, iter([StoreBusy("full")] * 3)

    async def busy(*values):
        for error in errors:
            raise error
        await add_finding(*values)

    monkeypatch.setattr(jobs.store, "add_finding", busy)
    await jobs.begin()
    await harness.wait(TOTAL + 5)
    assert (await jobs.progress()).count == TOTAL
    assert jobs.numbers() == [*range(TOTAL), "report"]


async def test_threat_15_analyses_at_once_are_limited(harness):
    names = [f"s{number}" for number in range(analysis_jobs.MOST_AT_ONCE + 1)]
    jobs = await analyses_with(harness, *names)
    for number, name in enumerate(names[:-1]):
        await jobs.begin(name, person=f"p{number}")
    assert (await refusal(jobs.begin(names[-1], person="other"))).code is Code.BUSY
    await jobs.begin(names[0], person="other")  # already under way
    await jobs.store.add_finding(names[-1], 0, msgspec.json.encode(findings(0)), START)
    assert (await jobs.progress(subject=names[-1])).count == 1
    assert jobs.analyses.count == analysis_jobs.MOST_AT_ONCE
    await jobs.analyses.stop()
    assert jobs.analyses.count == 0


async def test_threat_15_analyses_of_one_person_are_limited(harness):
    jobs = await analyses_with(harness, "a", "b", "c", "d")
    for subject in "abc":
        await jobs.begin(subject)
    assert (await refusal(jobs.begin("d"))).code is Code.TOO_FAST
    await jobs.begin("d", person="Ben")
    await jobs.analyses.stop()


async def test_an_unfinished_game_is_not_analysed(harness):
    jobs = await analyses_with(harness, "a")
    half = read_finished_game(truncated(record(), 20).encode())
    assert (await refusal(jobs.begin(finished=half))).code is Code.UNFINISHED
    assert (await refusal(jobs.progress(finished=half))).code is Code.UNFINISHED


async def test_a_server_without_search_starts_no_analysis(harness):
    jobs = await analyses_with(harness, "a", may_search=False)
    await jobs.store.add_finding("a", 0, msgspec.json.encode(findings(0)), START)
    assert (await refusal(jobs.begin())).code is Code.NOT_ALLOWED
    assert (await jobs.progress()).count == 1
    assert jobs.analyses.count == 0


async def test_unreadable_findings_are_computed_again(harness):
    jobs = await analyses_with(harness, "a")
    for number in range(3):
        await jobs.store.add_finding("a", number, b'{"number": "three"}', START)
    old = await jobs.progress()
    assert (old.count, old.is_begun, old.findings) == (0, False, ())
    assert jobs.analyses.count == 0
    await jobs.begin()
    await harness.wait(TOTAL + 2)
    assert (await jobs.progress()).count == TOTAL
    assert jobs.numbers() == [*range(TOTAL), "report"]


@pytest.mark.parametrize("mark", [b'"edition":0,', b""])
async def test_findings_of_another_edition_are_not_mixed_with_new_ones(harness, mark):
    jobs = await analyses_with(harness, "a")
    current = b'"edition":%d,' % EDITION
    body = msgspec.json.encode(findings(2))
    assert current in body
    old = body.replace(current, mark)
    await jobs.store.add_finding("a", 2, old, START)
    await jobs.begin()
    await harness.wait(TOTAL + 2)
    assert jobs.numbers() == [*range(TOTAL), "report"]
    assert (await jobs.progress()).count == TOTAL


async def test_an_analysis_of_a_deleted_replay_stores_nothing(harness):
    jobs = await analyses_with(harness, "a")
    await jobs.begin()
    await harness.wait(5.5)
    await jobs.store.delete_replays(sent_before=START + 1)
    await harness.wait(TOTAL)
    assert jobs.analyses.count == 0
    assert await jobs.store.findings("a") == {}
    assert "report" not in jobs.numbers()


async def test_previews_come_until_the_analysis_is_compiled(harness):
    jobs = await analyses_with(harness, "a", is_compiled=False)
    await jobs.begin()
    await harness.wait(5.5)
    first = await jobs.progress()
    assert (first.count, first.findings, first.is_begun) == (0, (), True)
    assert first.previews == tuple([preview(number) for number in range(5)])
    jobs.code.has_analysis = True
    await harness.wait(4)  # one more preview was under way
    some = await jobs.progress()
    assert some.findings == tuple([findings(number) for number in range(3)])
    assert some.previews == tuple([preview(number) for number in range(3, 6)])
    assert jobs.pool.previewed == [*range(6)]
    await harness.wait(TOTAL)
    end = await jobs.progress()
    assert (end.count, end.report, end.previews) == (TOTAL, report(TOTAL), ())
    assert jobs.numbers() == [*range(TOTAL), "report"]


async def test_previews_are_not_stored(harness):
    jobs = await analyses_with(harness, "a", is_compiled=False)
    await jobs.begin()
    await harness.wait(TOTAL + 100)
    assert len((await jobs.progress()).previews) == TOTAL
    assert jobs.pool.previewed == [*range(TOTAL)]
    assert await jobs.store.findings("a") == {}
    assert jobs.analyses.count == 1  # it waits for the compiler


async def test_moves_with_findings_need_no_preview(harness):
    jobs = await analyses_with(harness, "a", is_compiled=False)
    for number in range(3):
        await jobs.store.add_finding("a", number, msgspec.json.encode(findings(number)), START)
    await jobs.begin()
    await harness.wait(2.5)
    some = await jobs.progress(2)
    assert (some.count, some.findings) == (3, (findings(2),))
    assert some.previews == (preview(3), preview(4))
    await jobs.analyses.stop()


async def test_a_report_does_not_wait_for_the_compiler(harness):
    jobs = await analyses_with(harness, "a", is_compiled=False)
    for number in range(TOTAL):
        await jobs.store.add_finding("a", number, msgspec.json.encode(findings(number)), START)
    await jobs.begin()
    await harness.wait(1.5)
    assert (await jobs.progress()).report == report(TOTAL)
