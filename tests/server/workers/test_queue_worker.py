"""A worker in virtual time: what it takes, keeps, answers and gives back."""

import asyncio
from unittest.mock import patch

import pytest

from byzanz.server.workers import queue_worker
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.job_queue import JobQueue
from byzanz.server.workers.pool import WorkerLost
from byzanz.server.workers.queue_worker import QueueWorker
from byzanz.store.errors import StoreBusy
from tests.server.hosting.harness import START
from tests.server.workers.test_analysis_jobs import FINISHED, TOTAL, ScriptedPool, report

QUESTION, ANSWER = b"{}", b'{"move":"pass"}'


class ScriptedProcesses:
    """Answers every question after some virtual seconds."""

    def __init__(self, *_) -> None:
        self.seconds = 0.5
        self.lost = 0  # how many of the next questions fail
        self.question_count = 0

    def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    async def ask(self, _question, read):
        self.question_count += 1
        await asyncio.sleep(self.seconds)
        if self.lost:
            self.lost -= 1
            raise WorkerLost
        return read(ANSWER)


async def not_compiling(_watch) -> None:
    pass


@pytest.fixture(autouse=True)
def scripted():
    with (
        patch.object(queue_worker, "WorkerPool", ScriptedProcesses),
        patch.object(queue_worker, "AnalysisPool", lambda _count: ScriptedPool()),
        patch.object(queue_worker.CompilerWatch, "run", not_compiling),
    ):
        yield


def worker_of(harness, *, is_compiled=True) -> QueueWorker:
    worker = QueueWorker(harness.store, harness.clock, 2)
    worker.compiler.code.has_search = worker.compiler.code.has_analysis = is_compiled
    worker.start()
    return worker


async def queue_of(harness) -> JobQueue:
    """A running queue that has seen the workers."""
    queue = JobQueue(harness.store, harness.clock)
    queue.running = asyncio.ensure_future(queue.run())
    await asyncio.sleep(1.5)
    return queue


async def ask(queue, count=1) -> list[bytes | None]:
    questions = [queue.ask(QUESTION, Urgency.PLAY, f"room {n}") for n in range(count)]
    return await asyncio.gather(*questions)


async def test_it_answers_as_many_jobs_at_once_as_it_has_processes(harness):
    worker = worker_of(harness)
    queue = await queue_of(harness)
    asking = asyncio.ensure_future(ask(queue, 5))
    await asyncio.sleep(1.1)
    assert 0 < len(worker._jobs) <= 2
    assert await asking == [ANSWER] * 5
    assert worker.answered == worker._processes.question_count == 5
    queue.running.cancel()
    await worker.stop()


async def test_it_takes_nothing_before_the_search_is_compiled(harness):
    worker = worker_of(harness, is_compiled=False)
    queue = await queue_of(harness)
    assert queue.workers == []
    asking = asyncio.ensure_future(ask(queue))
    await asyncio.sleep(1)
    assert worker._processes.question_count == 0
    asking.cancel()
    worker.compiler.code.has_search = True
    await asyncio.sleep(2.5)
    assert queue.has_search
    assert not queue.has_analysis
    assert await ask(queue) == [ANSWER]
    queue.running.cancel()
    await worker.stop()


async def test_it_keeps_its_leases_for_a_long_answer(harness):
    worker, other = worker_of(harness), worker_of(harness)
    queue = await queue_of(harness)
    worker._processes.seconds = other._processes.seconds = 7
    assert await ask(queue) == [ANSWER]
    assert worker._processes.question_count + other._processes.question_count == 1
    queue.running.cancel()
    for each in (worker, other):
        await each.stop()


async def test_it_gives_its_jobs_back_when_it_ends(harness):
    worker = worker_of(harness)
    queue = await queue_of(harness)
    worker._processes.seconds = 100
    asking = asyncio.ensure_future(ask(queue))
    await asyncio.sleep(1.1)
    assert worker._jobs
    other = worker_of(harness)
    await asyncio.sleep(1.1)  # the queue sees it
    await worker.stop()
    assert await asking == [ANSWER]
    assert other.answered == 1
    assert len(await harness.store.live_workers(harness.clock.now())) == 1
    queue.running.cancel()
    await other.stop()


async def test_a_lost_process_gives_its_job_to_another_one(harness):
    worker = worker_of(harness)
    queue = await queue_of(harness)
    worker._processes.lost = 1
    assert await ask(queue) == [ANSWER]
    assert worker._processes.question_count == 2
    queue.running.cancel()
    await worker.stop()


async def test_it_stops_work_on_a_job_that_was_withdrawn(harness):
    worker = worker_of(harness)
    queue = await queue_of(harness)
    worker._processes.seconds = 100
    asking = asyncio.ensure_future(ask(queue))
    await asyncio.sleep(1.1)
    assert worker._jobs
    asking.cancel()
    await asyncio.sleep(1.5)
    assert not worker._jobs
    queue.running.cancel()
    await worker.stop()


async def test_an_answer_is_stored_when_the_store_is_back(harness, monkeypatch):
    worker = worker_of(harness)
    queue = await queue_of(harness)
    answer_job, errors = harness.store.answer_job, iter([StoreBusy("away")] * 3)

    async def busy(*values):
        for error in errors:
            raise error
        return await answer_job(*values)

    monkeypatch.setattr(harness.store, "answer_job", busy)
    assert await ask(queue) == [ANSWER]
    assert worker.answered == 1
    queue.running.cancel()
    await worker.stop()


async def test_it_follows_the_time_of_the_servers(harness):
    """After a clock was set back, the servers' time is ahead of the database's."""
    worker = worker_of(harness)
    await asyncio.sleep(1.5)
    ahead = harness.clock.now() + 60_000
    await harness.store.record_heartbeat(ahead)
    await asyncio.sleep(1.5)
    (row,) = await harness.store.live_workers(ahead)
    assert row.until > ahead
    await worker.stop()


async def test_it_runs_analyses(harness):
    await harness.store.add_replay("a", b"", START)
    worker = worker_of(harness)
    await harness.store.add_analysis("a", "Anna", worker._version, FINISHED.text, START)
    await asyncio.sleep(TOTAL + 10)
    kept = await harness.store.findings("a")
    assert len(kept) == TOTAL + 1
    assert b'"score":%d' % report(TOTAL).outcome.score in kept[TOTAL]
    assert await harness.store.analyses() == {}
    await worker.stop()
