"""Several processes share the analyses of a store: each is run by one, and none is lost."""

import asyncio

import msgspec

from byzanz.analysis.findings import Findings
from byzanz.server.workers import analysis_jobs, shared_analyses
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.analysis_runner import ATTEMPTS, AnalysisRunner
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.shared_analyses import SharedAnalyses
from byzanz.server.workers.work_lease import WORK_LEASE
from byzanz.store.errors import StoreBusy
from byzanz.wire.problems import Code
from tests.server.hosting.harness import START, refusal
from tests.server.workers.test_analysis_jobs import (
    FINISHED,
    SECOND,
    TOTAL,
    ScriptedPool,
    findings,
    preview,
    report,
)

LEASE_SECONDS = WORK_LEASE / 1000


class Process:
    """One of the processes that share the store; its pool answers in a virtual second."""

    def __init__(self, harness, *, runners=1, is_compiled=True) -> None:
        self.pool = ScriptedPool()
        self.code = CompiledCode(has_search=is_compiled, has_analysis=is_compiled)
        self.runners = runners
        runner = AnalysisRunner(harness.store, harness.clock, self.pool, self.code)
        self.shared = SharedAnalyses(harness.store, harness.clock, runner, lambda: self.runners)
        self.jobs = AnalysisJobs(harness.store, self.shared, may_search=True)
        self.jobs.start()
        self._store = harness.store

    async def begin(self, subject="a", finished=FINISHED, person="Anna"):
        await self._store.add_person(person, START)
        await self.jobs.begin(subject, finished, person)

    async def progress(self, subject="a", finished=FINISHED):
        return await self.jobs.progress(subject, finished, 0)

    def numbers(self) -> list:
        return [number for _, number in self.pool.questions]

    def kill(self) -> None:
        """End at once, as a killed process does: its leases stay."""
        for task in (self.shared._polling, *self.shared._running.values()):
            task.cancel()


async def processes(harness, *options, subjects="a"):
    for subject in subjects:
        await harness.store.add_replay(subject, b"", START)
    made = [Process(harness, **each) for each in options]
    await asyncio.sleep(0.5)
    return made


async def stop(*all_of_them) -> None:
    for process in all_of_them:
        await process.jobs.stop()


async def test_one_process_runs_what_another_one_began(harness):
    server, worker = await processes(harness, {"runners": 0}, {})
    await server.begin()
    await worker.begin(person="Ben")
    assert (await server.progress()).is_begun
    await harness.wait(TOTAL + 5)
    end = await server.progress()
    assert (end.count, end.report) == (TOTAL, report(TOTAL))
    assert worker.numbers() == [*range(TOTAL), "report"]
    assert server.numbers() == []
    assert await harness.store.analyses() == {}
    assert server.jobs.count == 0
    await stop(server, worker)


async def test_another_process_continues_where_a_killed_one_stopped(harness):
    one, other = await processes(harness, {}, {})
    await one.begin()
    await harness.wait(10.5)
    runner, heir = (one, other) if one.numbers() else (other, one)
    assert heir.numbers() == []
    runner.kill()
    await harness.wait(LEASE_SECONDS + 1)
    assert (await heir.progress()).count == len(runner.numbers())
    await harness.wait(TOTAL)
    assert (await heir.progress()).report == report(TOTAL)
    assert sorted([*runner.numbers(), *heir.numbers()], key=str) == sorted(
        [*range(TOTAL), "report"], key=str
    )
    await stop(heir)


async def test_a_process_that_ends_hands_over_at_once(harness):
    one, other = await processes(harness, {}, {"runners": 0})
    await one.begin()
    await harness.wait(5.5)
    other.runners = 1
    await stop(one)
    await harness.wait(1.2)
    assert other.shared._running
    await harness.wait(TOTAL)
    assert (await other.progress()).report == report(TOTAL)
    await stop(other)


async def test_a_process_stops_an_analysis_whose_lease_it_lost(harness, monkeypatch):
    one, other = await processes(harness, {}, {"runners": 0})
    await one.begin()
    await harness.wait(5.5)
    renew = harness.store.renew_analyses

    async def busy(*_):
        raise StoreBusy("away")

    monkeypatch.setattr(harness.store, "renew_analyses", busy)
    await harness.wait(LEASE_SECONDS + 1)
    now = harness.clock.now()
    taken = await harness.store.claim_analysis("third", one.shared._version, now, now + 99_000)
    assert taken is not None
    monkeypatch.setattr(harness.store, "renew_analyses", renew)
    await harness.wait(2)
    assert not one.shared._running
    assert await harness.store.analyses() == {"a": "Anna"}
    await stop(one, other)


async def test_processes_share_the_work(harness):
    subjects = "abcdef"
    names = [f"p{number}" for number in range(6)]
    one, other = await processes(harness, {"runners": 2}, {"runners": 2}, subjects=subjects)
    for subject, name in zip(subjects, names, strict=True):
        await one.begin(subject, person=name)
    await harness.wait(3)
    assert [len(each.shared._running) for each in (one, other)] == [3, 3]
    await stop(one, other)


async def test_threat_15_the_limits_count_the_analyses_of_all_processes(harness):
    subjects = [f"s{number}" for number in range(analysis_jobs.MOST_AT_ONCE + 1)]
    one, other = await processes(harness, {}, {"runners": 0}, subjects=subjects)
    for subject in subjects[:3]:
        await one.begin(subject)
    assert (await refusal(other.begin(subjects[3]))).code is Code.TOO_FAST
    for number, subject in enumerate(subjects[3:-1]):
        await other.begin(subject, person=f"p{number}")
    assert (await refusal(one.begin(subjects[-1], person="x"))).code is Code.BUSY
    await other.begin(subjects[0], person="x")  # under way
    await harness.wait(1.5)
    assert one.jobs.count == other.jobs.count == analysis_jobs.MOST_AT_ONCE
    await stop(one, other)


async def test_every_process_shows_the_previews(harness):
    one, other = await processes(
        harness, {"is_compiled": False}, {"is_compiled": False, "runners": 0}
    )
    await other.begin()
    await harness.wait(6)
    shown = await other.progress()
    assert (shown.count, shown.is_begun, shown.report) == (0, True, None)
    assert len(shown.previews) >= 4
    assert shown.previews == tuple([preview(number) for number in range(len(shown.previews))])
    await stop(one, other)


async def test_a_worker_takes_over_from_a_server_that_waits_for_its_compiler(harness):
    server, worker = await processes(harness, {"is_compiled": False}, {"runners": 0})
    await server.begin()
    await harness.wait(5)
    assert server.pool.previewed
    server.runners, worker.runners = 0, 1
    await harness.wait(3)
    assert not server.shared._running
    assert worker.shared._running
    shown = await server.progress()
    assert shown.count > 0
    assert len(shown.previews) > 0  # of the moves that follow
    await harness.wait(TOTAL)
    assert (await server.progress()).report == report(TOTAL)
    assert (await server.progress()).previews == ()
    await stop(server, worker)


async def test_an_interrupted_analysis_is_resumed_when_somebody_asks(harness):
    """After a crash of PostgreSQL the table is empty, and the findings are there."""
    (server,) = await processes(harness, {})
    for number in range(5):
        body = msgspec.json.encode(findings(number))
        await harness.store.add_finding("a", number, body, START)
    assert await harness.store.analyses() == {}
    assert (await server.progress()).is_begun
    await harness.wait(TOTAL + 2)
    assert (await server.progress()).report == report(TOTAL)
    assert server.numbers() == [*range(5, TOTAL), "report"]
    await stop(server)


async def test_an_analysis_given_up_is_no_longer_under_way(harness):
    (server,) = await processes(harness, {})
    await server.begin()
    await harness.wait(5.5)
    server.pool.lost = ATTEMPTS
    await harness.wait(60)
    assert await harness.store.analyses() == {}
    kept = await harness.store.findings("a")
    assert [msgspec.json.decode(body, type=Findings).number for body in kept.values()] == [
        *range(len(kept))
    ]
    await stop(server)


async def test_old_analyses_that_nobody_takes_are_deleted(harness):
    (server,) = await processes(harness, {"runners": 0})
    await server.begin("a", SECOND)
    await harness.wait(shared_analyses.KEPT / 1000 - 10)
    await server.jobs.sweep()
    assert await harness.store.analyses() == {"a": "Anna"}
    await harness.wait(20)
    await server.jobs.sweep()
    assert await harness.store.analyses() == {}
    await stop(server)
