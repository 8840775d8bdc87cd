"""A real process that analyses: it may crash, hang or talk nonsense, and is there when needed."""

import asyncio
import sys
from contextlib import asynccontextmanager

import msgspec
import pytest

from byzanz.analysis.analyst import count_findings
from byzanz.analysis.report import Findings, Report
from byzanz.game.record import load_game
from byzanz.server import analysts
from byzanz.server.analysts import Analysts, Find, Lost, Tell
from byzanz.server.past import past_of
from tests.server.core.ended import record

TEXT = record()
ANSWERING = """
import json, os, sys
for line in sys.stdin:
    question = json.loads(line)
    number = question.get("number", 0)
    answer = {"number": number, "steps": [], "verdict": None, "lot": None, "chain": None}
    if question["type"] == "tell":
        outcome = {"ending": "led", "winners": [], "score": os.getpid(), "second": None}
        outcome |= {"second_score": 0, "round": 1}
        answer = {"players": [], "lots": [], "outcome": outcome}
    print(json.dumps(answer), flush=True)
"""
FAULTY = {
    "crashes": "import sys; sys.stdin.readline()",
    "ends at once": "",
    "hangs": "import time; time.sleep(1000)",
    "talks nonsense": "print('hello', flush=True); input()",
    "says nothing true": """print('{"number": "x"}', flush=True); input()""",
    "talks too much": "print('x' * 3_000_000, flush=True); input()",
}

PROCESSES = []  # that were started in the present test


@asynccontextmanager
async def running():
    working = Analysts()
    working.start()
    try:
        yield working
    finally:
        await working.stop()


@pytest.fixture
def programs(monkeypatch):
    """What is run instead of the analyst, one after the other; then one that answers."""
    spawn, given = asyncio.create_subprocess_exec, []

    async def scripted(*_command, **options):
        program = given.pop(0) if given else ANSWERING
        process = await spawn(sys.executable, "-c", program, **options)
        PROCESSES.append(process)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", scripted)
    PROCESSES.clear()
    return given


def test_questions_are_answered_in_their_order(programs):
    async def scene():
        async with running() as working:
            return await asyncio.gather(*(working.ask(Find(TEXT, number)) for number in range(5)))

    answers = [msgspec.json.decode(body, type=Findings) for body in asyncio.run(scene())]
    assert [each.number for each in answers] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_process_loses_its_question_and_is_replaced(fault, programs, monkeypatch):
    programs.append(FAULTY[fault])
    monkeypatch.setattr(analysts, "LONGEST_SECONDS", 0.8)

    async def scene():
        async with running() as working:
            first = asyncio.ensure_future(working.ask(Find(TEXT, 1)))
            second = asyncio.ensure_future(working.ask(Find(TEXT, 2)))
            with pytest.raises(Lost):
                await first
            monkeypatch.setattr(analysts, "LONGEST_SECONDS", 20)
            return await second

    assert msgspec.json.decode(asyncio.run(scene()), type=Findings).number == 2


def test_a_process_that_is_killed_while_it_thinks(programs):
    programs.append("import sys, time; sys.stdin.readline(); time.sleep(1000)")

    async def scene():
        async with running() as working:
            waiting = asyncio.ensure_future(working.ask(Find(TEXT, 1)))
            await asyncio.sleep(0.5)
            PROCESSES[0].kill()
            with pytest.raises(Lost):
                await waiting
            return await working.ask(Find(TEXT, 1))

    assert msgspec.json.decode(asyncio.run(scene()), type=Findings).number == 1


def test_no_process_can_be_started(monkeypatch):
    async def failing(*_command, **_options):
        raise OSError

    monkeypatch.setattr(asyncio, "create_subprocess_exec", failing)

    async def scene():
        async with running() as working:
            for _ in range(2):
                with pytest.raises(Lost):
                    await working.ask(Find(TEXT, 1))

    asyncio.run(scene())


def test_the_process_ends_when_nobody_asks_and_comes_again(programs, monkeypatch):
    monkeypatch.setattr(analysts, "IDLE_SECONDS", 0.2)

    async def scene():
        async with running() as working:
            pids = []
            for _ in range(2):
                for _ in range(2):
                    body = await working.ask(Tell(TEXT, ()))
                    report = msgspec.json.decode(body, type=Report)
                    pids.append(report.outcome.score)
                await asyncio.sleep(0.8)
                assert PROCESSES[-1].returncode is not None
            return pids

    first, again, second, _ = asyncio.run(scene())
    assert first == again != second


def test_what_nobody_waits_for_is_not_asked(programs):
    async def scene():
        async with running() as working:
            given_up = asyncio.ensure_future(working.ask(Find(TEXT, 1)))
            kept = asyncio.ensure_future(working.ask(Find(TEXT, 2)))
            await asyncio.sleep(0)
            given_up.cancel()
            return await kept

    assert msgspec.json.decode(asyncio.run(scene()), type=Findings).number == 2


def test_stopping_leaves_nobody_waiting(programs):
    programs.append(FAULTY["hangs"])

    async def scene():
        async with running() as working:
            waiting = [asyncio.ensure_future(working.ask(Find(TEXT, number))) for number in (1, 2)]
            await asyncio.sleep(0.3)
        done = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)
        assert all(isinstance(each, Lost | asyncio.CancelledError) for each in done)

    asyncio.run(scene())


def test_the_server_counts_findings_as_the_analyst_does():
    assert past_of(TEXT).finding_count == count_findings(load_game(TEXT))
