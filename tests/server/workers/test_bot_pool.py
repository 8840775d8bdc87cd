"""Real worker processes for bots: one that crashes, hangs or writes nonsense is replaced."""

import asyncio
import dataclasses
import sys
from contextlib import asynccontextmanager

import pytest

from byzanz.game.game import Game
from byzanz.game.moves import parse_move
from byzanz.rooms.bot_task import BotTask, answer_task
from byzanz.server.ops.metrics import Metrics
from byzanz.server.workers import bot_pool, pool
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded
from byzanz.wire.room import BotId

GAME = Game.new(3, seed=1)
SEAT = GAME.turn
TASK = BotTask("choose", "solid", 5, GAME.view(SEAT), GAME.options(SEAT))
ANSWER = answer_task(TASK)

FAULTY = {
    "crashes": "import sys; sys.stdin.readline()",
    "hangs": "import time; time.sleep(1000)",
    "writes nonsense": "print('hello', flush=True); input()",
    "writes wrong types": """print('{"move": 7}', flush=True); input()""",
    "writes too much": "print('x' * 3_000_000, flush=True); input()",
}


def bots(count=1):
    return BotPool(count, CompiledCode(), Metrics())


@asynccontextmanager
async def running_pool(count=1):
    workers = bots(count)
    workers.start()
    try:
        yield workers
    finally:
        await workers.stop()


def test_a_process_answers_as_the_bot_would():
    async def scenario():
        async with running_pool() as workers:
            return await workers.answer(TASK, Urgency.PLAY, "room")

    answer = asyncio.run(scenario())
    assert answer == ANSWER
    assert GAME.may(SEAT, parse_move(answer.move))


def set_longest_answer(monkeypatch, workers, seconds):
    """Set the seconds that a worker has for an answer."""
    spec = dataclasses.replace(workers._workers._spec, longest_seconds=seconds)
    monkeypatch.setattr(workers._workers, "_spec", spec)


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_process_loses_its_question_and_is_replaced(fault, monkeypatch):
    programs = iter([FAULTY[fault]])
    spawn = asyncio.create_subprocess_exec

    async def faulty_first(*command, **options):
        program = next(programs, None)
        if program is not None:
            command = (sys.executable, "-c", program)
        return await spawn(*command, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", faulty_first)
    monkeypatch.setattr(pool, "PAUSE_AFTER_CRASH", 0.01)

    async def scenario():
        async with running_pool() as workers:
            if fault == "hangs":
                set_longest_answer(monkeypatch, workers, 0.8)
            with pytest.raises(Overloaded):
                await workers.answer(TASK, Urgency.PLAY, "room")
            set_longest_answer(monkeypatch, workers, 20)
            return await workers.answer(TASK, Urgency.PLAY, "room")

    assert asyncio.run(scenario()) == ANSWER


def test_a_failed_start_is_retried_until_the_question_is_answered(monkeypatch):
    spawn, failures = asyncio.create_subprocess_exec, iter([OSError, OSError])

    async def failing(*command, **options):
        for error in failures:
            raise error
        return await spawn(*command, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", failing)
    monkeypatch.setattr(pool, "PAUSE_AFTER_CRASH", 0.01)

    async def scenario():
        async with running_pool() as workers:
            return await workers.answer(TASK, Urgency.PLAY, "room")

    assert asyncio.run(scenario()) == ANSWER


async def test_nobody_waits_longer_than_the_limit():
    """In virtual time, with no process that answers."""
    workers = bots()
    loop = asyncio.get_running_loop()
    with pytest.raises(Overloaded):
        await workers.answer(TASK, Urgency.PLAY, "room")
    assert loop.time() == bot_pool.LONGEST_WAIT
    assert workers._workers.expected_wait(Urgency.HINT) == 0


async def test_the_limit_of_the_queue_does_not_limit_the_answer():
    workers = bots()
    thinking = asyncio.ensure_future(workers.answer(TASK, Urgency.PLAY, "room"))
    await asyncio.sleep(1)
    job = await workers._workers._next()
    await asyncio.sleep(20)
    job.done.set_result(ANSWER)
    assert await thinking == ANSWER


async def test_a_long_queue_accepts_only_more_urgent_questions():
    workers = bots(2)
    workers._workers._average_seconds = 1.0
    waiting = [
        asyncio.ensure_future(workers.answer(TASK, Urgency.HINT, f"room {number}"))
        for number in range(11)
    ]
    await asyncio.sleep(0)
    assert workers._workers.expected_wait(Urgency.HINT) == 5.5
    assert workers._workers.expected_wait(Urgency.PLAY) == 0
    with pytest.raises(Overloaded):
        await workers.answer(TASK, Urgency.HINT, "room")
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert workers._workers.expected_wait(Urgency.HINT) == 0  # cancelled questions do not count


@pytest.mark.parametrize("bot_id", BotId)
async def test_solid_replaces_searching_bots_until_the_search_is_compiled(bot_id):
    workers = bots()
    is_searching = bot_id in (BotId.STRONG, BotId.EXPERT)
    assert workers.available_bot(bot_id) is (BotId.SOLID if is_searching else bot_id)
    workers.code.has_search = True
    assert workers.available_bot(bot_id) is bot_id
