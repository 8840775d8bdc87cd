"""Real processes that think: they may crash, hang or talk nonsense."""

import asyncio
import sys
from contextlib import asynccontextmanager

import pytest

from byzanz.game.game import Game
from byzanz.game.moves import parse_move
from byzanz.server import thinkers
from byzanz.server.queue import Urgency
from byzanz.server.thinker import Task, think
from byzanz.server.thinkers import Overloaded, Thinkers
from byzanz.wire.room import BotWord

GAME = Game.new(3, seed=1)
SEAT = GAME.turn
TASK = Task("choose", "solid", 5, GAME.view(SEAT), GAME.options(SEAT))
ANSWER = think(TASK)

FAULTY = {
    "crashes": "import sys; sys.stdin.readline()",
    "hangs": "import time; time.sleep(1000)",
    "talks nonsense": "print('hello', flush=True); input()",
    "says nothing true": """print('{"move": 7}', flush=True); input()""",
    "talks too much": "print('x' * 3_000_000, flush=True); input()",
}


@asynccontextmanager
async def running(count=1):
    working = Thinkers(count)
    working._warm_up = asyncio.Event().wait  # nothing is compiled in these tests
    working.start()
    try:
        yield working
    finally:
        await working.stop()


def test_a_process_answers_as_the_bot_would():
    async def scene():
        async with running() as working:
            return await working.think(TASK, Urgency.PLAY, "room")

    thought = asyncio.run(scene())
    assert thought == ANSWER
    assert GAME.may(SEAT, parse_move(thought.move))


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_process_is_overloaded_and_replaced(fault, monkeypatch):
    """The job that met it is given up; the next one meets another process."""
    programs = iter([FAULTY[fault]])
    spawn = asyncio.create_subprocess_exec

    async def faulty_first(*command, **options):
        program = next(programs, None)
        if program is not None:
            command = (sys.executable, "-c", program)
        return await spawn(*command, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", faulty_first)
    monkeypatch.setattr(thinkers, "LONGEST_THOUGHT", 0.8)
    monkeypatch.setattr(thinkers, "PAUSE_AFTER_CRASH", 0.01)

    async def scene():
        async with running() as working:
            with pytest.raises(Overloaded):
                await working.think(TASK, Urgency.PLAY, "room")
            monkeypatch.setattr(thinkers, "LONGEST_THOUGHT", 20)
            return await working.think(TASK, Urgency.PLAY, "room")

    assert asyncio.run(scene()) == ANSWER


def test_no_process_can_be_started(monkeypatch):
    """It is tried again, and whoever waits is told in the end."""
    spawn, failures = asyncio.create_subprocess_exec, iter([OSError, OSError])

    async def failing(*command, **options):
        for error in failures:
            raise error
        return await spawn(*command, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", failing)
    monkeypatch.setattr(thinkers, "PAUSE_AFTER_CRASH", 0.01)

    async def scene():
        async with running() as working:
            return await working.think(TASK, Urgency.PLAY, "room")

    assert asyncio.run(scene()) == ANSWER


async def test_nobody_waits_longer_than_the_limit():
    """No process ever answers; in virtual time."""
    working = Thinkers(1)
    loop = asyncio.get_running_loop()
    with pytest.raises(Overloaded):
        await working.think(TASK, Urgency.PLAY, "room")
    assert loop.time() == thinkers.LONGEST_WAIT
    assert working.wait(Urgency.HINT) == 0


async def test_the_limit_of_the_queue_is_none_of_the_thought():
    working = Thinkers(1)
    thinking = asyncio.ensure_future(working.think(TASK, Urgency.PLAY, "room"))
    await asyncio.sleep(1)
    job = await working._next()
    await asyncio.sleep(20)
    job.done.set_result(ANSWER)
    assert await thinking == ANSWER


async def test_a_long_queue_takes_no_more_but_what_is_more_urgent():
    working = Thinkers(2)
    working._seconds = 1.0
    waiting = [
        asyncio.ensure_future(working.think(TASK, Urgency.HINT, f"room {number}"))
        for number in range(11)
    ]
    await asyncio.sleep(0)
    assert working.wait(Urgency.HINT) == 5.5
    assert working.wait(Urgency.PLAY) == 0
    with pytest.raises(Overloaded):
        await working.think(TASK, Urgency.HINT, "room")
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert working.wait(Urgency.HINT) == 0  # cancelled, it is not begun


@pytest.mark.parametrize("word", BotWord)
async def test_who_can_play_before_the_search_is_compiled(word):
    working = Thinkers(1)
    searches = word in (BotWord.STRONG, BotWord.EXPERT)
    assert working.able(word) is (BotWord.SOLID if searches else word)
    working.is_warm = True
    assert working.able(word) is word
