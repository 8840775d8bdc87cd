"""A server process and the queue: when it waits for workers, and when it answers for itself."""

import asyncio

import msgspec
import pytest

from byzanz.game.game import Game
from byzanz.rooms.bot_task import BotAnswer, BotTask
from byzanz.server.ops.metrics import Metrics
from byzanz.server.workers import job_queue
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.job_queue import JobQueue
from byzanz.server.workers.pool import Overloaded
from byzanz.store.errors import StoreBusy
from byzanz.store.rows import WorkerRow
from byzanz.wire.room import BotId

FOREVER = 10**15
GAME = Game.new(3, seed=1)
SEAT = GAME.turn
TASK = BotTask("choose", BotId.STRONG, 5, GAME.view(SEAT), GAME.options(SEAT))
SOLID = msgspec.structs.replace(TASK, bot=BotId.SOLID)
ANSWER = BotAnswer(move="pass")


class Setting:
    """A queue in virtual time, and a worker whose steps the test decides."""

    def __init__(self, harness) -> None:
        self.store, self.clock = harness.store, harness.clock
        self.queue = JobQueue(harness.store, harness.clock)
        self.tasks = [asyncio.ensure_future(self.queue.run())]

    async def see_worker(self, *, until=FOREVER, version=None, has_search=True) -> None:
        """Register a live worker, and wait until the queue has seen it."""
        version = version or self.queue.version
        row = WorkerRow("w1", until, version, has_search=has_search, has_analysis=False)
        await self.store.renew_worker(row)
        await asyncio.sleep(1.5)

    async def ask(self, question=b"?") -> asyncio.Future:
        asking = asyncio.ensure_future(self.queue.ask(question, Urgency.PLAY, "room"))
        self.tasks.append(asking)
        await asyncio.sleep(0.1)
        return asking

    async def claim(self, seconds=3):
        now = self.clock.now()
        return await self.store.claim_job("w1", self.queue.version, now, now + 1000 * seconds)

    async def job_count(self) -> int:
        return len(await self.store._read("SELECT job FROM job"))

    def stop(self) -> None:
        for task in self.tasks:
            task.cancel()


async def queue_with_worker(harness, **worker) -> Setting:
    made = Setting(harness)
    await made.see_worker(**worker)
    return made


async def test_an_answer_arrives_within_a_second_without_a_notification(harness):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()
    job = await setting.claim()
    assert job.question == b"?"
    await setting.store.answer_job("w1", job.job, b"!")
    await asyncio.sleep(1)
    assert asking.result() == b"!"
    assert await setting.job_count() == 0
    setting.stop()


async def test_a_notification_brings_the_answer_at_once(harness):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()
    await setting.store.answer_job("w1", (await setting.claim()).job, b"!")
    setting.queue.wake({"another process"})
    await asyncio.sleep(0.01)
    assert not asking.done()
    setting.queue.wake({setting.queue._asker})
    await asyncio.sleep(0.01)
    assert asking.result() == b"!"
    setting.stop()


async def test_a_job_that_nobody_takes_is_withdrawn(harness):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()
    await asyncio.sleep(job_queue.UNTAKEN / 1000 + 1)
    assert asking.result() is None
    assert await setting.claim() is None
    setting.stop()


async def test_a_job_whose_worker_dies_waits_for_another_one(harness):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()
    await setting.claim(seconds=3)
    await asyncio.sleep(3.2)
    job = await setting.claim()
    assert job is not None
    await setting.store.answer_job("w1", job.job, b"!")
    assert await asking == b"!"
    setting.stop()


async def test_a_job_is_withdrawn_when_it_takes_too_long(harness):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()
    job = await setting.claim(seconds=100)
    await asyncio.sleep(job_queue.LONGEST / 1000 - 1)
    assert not asking.done()
    await asyncio.sleep(2.1)
    assert asking.result() is None
    assert not await setting.store.answer_job("w1", job.job, b"late")
    setting.stop()


async def test_jobs_are_withdrawn_when_the_last_worker_is_dead(harness):
    setting = await queue_with_worker(harness, until=harness.clock.now() + 3000)
    asking = await setting.ask()
    await setting.claim(seconds=100)
    assert setting.queue.has_search
    await asyncio.sleep(3)
    assert not setting.queue.has_search
    assert asking.result() is None
    setting.stop()


async def test_a_job_that_the_database_lost_is_given_up(harness):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()
    await setting.store._write("DELETE FROM job")  # PostgreSQL empties the table in a crash
    await asyncio.sleep(job_queue.UNTAKEN / 1000 + 1)
    assert asking.result() is None
    setting.stop()


async def test_nobody_waits_for_a_store_that_does_not_answer(harness, monkeypatch):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()

    async def busy(*_, **__):
        raise StoreBusy("away")

    for name in ("take_answers", "withdraw_jobs", "live_workers", "add_job"):
        monkeypatch.setattr(setting.store, name, busy)
    assert await setting.queue.ask(b"?", Urgency.PLAY, "room") is None
    async with asyncio.timeout(12):
        assert await asking is None
    monkeypatch.undo()
    await asyncio.sleep(2)
    assert await setting.job_count() == 0
    setting.stop()


async def test_a_cancelled_asker_leaves_no_job(harness):
    setting = await queue_with_worker(harness)
    asking = await setting.ask()
    assert await setting.job_count() == 1
    asking.cancel()
    await asyncio.sleep(0.01)
    assert await setting.job_count() == 0
    setting.stop()


async def test_a_server_that_ends_leaves_no_job(harness):
    setting = await queue_with_worker(harness)
    await setting.ask()
    setting.stop()
    await asyncio.sleep(0)
    await setting.queue.stop()
    assert await setting.job_count() == 0


async def test_jobs_of_dead_servers_are_deleted(harness):
    setting = await queue_with_worker(harness, until=harness.clock.now() + 3000)
    await setting.ask()
    setting.stop()
    await asyncio.sleep(job_queue.KEPT / 1000 - 1)
    await setting.queue.sweep()
    assert await setting.job_count() == 1
    await asyncio.sleep(2)
    await setting.queue.sweep()
    assert await setting.job_count() == 0


@pytest.mark.parametrize("worker", [{"version": "older"}, {"has_search": False}])
async def test_workers_that_cannot_answer_do_not_count(harness, worker):
    setting = await queue_with_worker(harness, **worker)
    assert not setting.queue.has_search
    setting.stop()


# --- bots -----------------------------------------------------------------------------------


async def answering(setting) -> None:
    """A worker that answers every job."""
    while True:
        job = await setting.claim()
        if job is not None:
            await setting.store.answer_job("w1", job.job, msgspec.json.encode(ANSWER))
        await asyncio.sleep(0.1)


def bots(setting, *, has_search) -> BotPool:
    """A pool without a process of its own: it would be `Overloaded` after 5 seconds."""
    return BotPool(1, CompiledCode(has_search=has_search), Metrics(), setting.queue)


async def test_workers_answer_for_searching_bots(harness):
    setting = await queue_with_worker(harness)
    setting.tasks.append(asyncio.ensure_future(answering(setting)))
    pool = bots(setting, has_search=False)
    assert pool.available_bot(BotId.EXPERT) is BotId.EXPERT
    assert await pool.answer(TASK, Urgency.PLAY, "room") == ANSWER
    with pytest.raises(Overloaded):
        await pool.answer(SOLID, Urgency.PLAY, "room")  # the server's processes do it
    setting.stop()


@pytest.mark.parametrize("has_search", [False, True])
async def test_the_servers_processes_search_when_no_worker_does(harness, has_search):
    setting = await queue_with_worker(harness)
    pool = bots(setting, has_search=has_search)
    loop = asyncio.get_running_loop()
    requested_at = loop.time()
    with pytest.raises(Overloaded):
        await pool.answer(TASK, Urgency.PLAY, "room")
    waited = loop.time() - requested_at
    longest = 5.0 if has_search else 0.0  # without compiled code they do not search
    assert longest + 1.5 <= waited <= longest + 3
    setting.stop()


async def test_invalid_output_of_a_worker_is_not_an_answer(harness):
    setting = await queue_with_worker(harness)
    pool = bots(setting, has_search=False)
    asking = asyncio.ensure_future(pool.answer(TASK, Urgency.PLAY, "room"))
    await asyncio.sleep(0.1)
    await setting.store.answer_job("w1", (await setting.claim()).job, b'{"move": 7}')
    with pytest.raises(Overloaded):
        await asking
    setting.stop()
