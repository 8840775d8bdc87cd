"""The analysis worker as a real process: it is replaced if it crashes, hangs or writes nonsense."""

import asyncio
import sys
from contextlib import asynccontextmanager

import msgspec
import pytest

from byzanz.analysis.findings import Findings, Report
from byzanz.analysis.game_analysis import count_findings
from byzanz.game.record import load_game
from byzanz.rooms.finished_game import parse_finished_game
from byzanz.server.workers import analysis_pool, pool
from byzanz.server.workers.analysis_pool import AnalysisPool, FindingsQuestion, ReportQuestion
from byzanz.server.workers.pool import WorkerLost
from tests.server.hosting.finished_games import record

TEXT = record()
ANSWERING = """
import json, os, sys
for line in sys.stdin:
    question = json.loads(line)
    number = question.get("number", 0)
    answer = {"number": number, "steps": [], "verdict": None, "lot": None, "chain": None}
    if question["type"] == "report":
        outcome = {"ending": "led", "winners": [], "score": os.getpid(), "second": None}
        outcome |= {"second_score": 0, "round": 1}
        answer = {"players": [], "lots": [], "outcome": outcome}
    print(json.dumps(answer), flush=True)
"""
FAULTY = {
    "crashes": "import sys; sys.stdin.readline()",
    "ends at once": "",
    "hangs": "import time; time.sleep(1000)",
    "writes nonsense": "print('hello', flush=True); input()",
    "writes wrong types": """print('{"number": "x"}', flush=True); input()""",
    "writes too much": "print('x' * 3_000_000, flush=True); input()",
}

PROCESSES = []  # started in the current test


@asynccontextmanager
async def running_pool():
    workers = AnalysisPool()
    workers.start()
    try:
        yield workers
    finally:
        await workers.stop()


@pytest.fixture
def programs(monkeypatch):
    """Programs to run instead of the worker, one after another; after them, one that answers."""
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
    async def scenario():
        async with running_pool() as workers:
            return await asyncio.gather(
                *(workers.ask(FindingsQuestion(TEXT, number)) for number in range(5))
            )

    answers = [msgspec.json.decode(body, type=Findings) for body in asyncio.run(scenario())]
    assert [each.number for each in answers] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_process_loses_its_question_and_is_replaced(fault, programs, monkeypatch):
    programs.append(FAULTY[fault])
    monkeypatch.setattr(analysis_pool, "LONGEST_ANSWER", 0.8 if fault == "hangs" else 20)
    monkeypatch.setattr(pool, "PAUSE_AFTER_CRASH", 0.01)

    async def scenario():
        async with running_pool() as workers:
            first = asyncio.ensure_future(workers.ask(FindingsQuestion(TEXT, 1)))
            second = asyncio.ensure_future(workers.ask(FindingsQuestion(TEXT, 2)))
            with pytest.raises(WorkerLost):
                await first
            return await second

    assert msgspec.json.decode(asyncio.run(scenario()), type=Findings).number == 2


def test_a_process_killed_while_it_thinks_is_replaced(programs):
    programs.append("import sys, time; sys.stdin.readline(); time.sleep(1000)")

    async def scenario():
        async with running_pool() as workers:
            waiting = asyncio.ensure_future(workers.ask(FindingsQuestion(TEXT, 1)))
            await asyncio.sleep(0.5)
            PROCESSES[0].kill()
            with pytest.raises(WorkerLost):
                await waiting
            return await workers.ask(FindingsQuestion(TEXT, 1))

    assert msgspec.json.decode(asyncio.run(scenario()), type=Findings).number == 1


def test_questions_fail_if_no_process_can_be_started(monkeypatch):
    async def failing(*_command, **_options):
        raise OSError

    monkeypatch.setattr(asyncio, "create_subprocess_exec", failing)

    async def scenario():
        async with running_pool() as workers:
            for _ in range(2):
                with pytest.raises(WorkerLost):
                    await workers.ask(FindingsQuestion(TEXT, 1))

    asyncio.run(scenario())


def test_an_idle_process_ends_and_is_restarted(programs, monkeypatch):
    monkeypatch.setattr(analysis_pool, "IDLE_SECONDS", 0.2)

    async def scenario():
        async with running_pool() as workers:
            pids = []
            for _ in range(2):
                for _ in range(2):
                    body = await workers.ask(ReportQuestion(TEXT, ()))
                    report = msgspec.json.decode(body, type=Report)
                    pids.append(report.outcome.score)
                await asyncio.sleep(0.8)
                assert PROCESSES[-1].returncode is not None
            return pids

    first, again, second, _ = asyncio.run(scenario())
    assert first == again != second


def test_a_cancelled_question_is_not_asked(programs):
    async def scenario():
        async with running_pool() as workers:
            given_up = asyncio.ensure_future(workers.ask(FindingsQuestion(TEXT, 1)))
            kept = asyncio.ensure_future(workers.ask(FindingsQuestion(TEXT, 2)))
            await asyncio.sleep(0)
            given_up.cancel()
            return await kept

    assert msgspec.json.decode(asyncio.run(scenario()), type=Findings).number == 2


def test_stopping_ends_every_question(programs):
    programs.append(FAULTY["hangs"])

    async def scenario():
        async with running_pool() as workers:
            waiting = [
                asyncio.ensure_future(workers.ask(FindingsQuestion(TEXT, number)))
                for number in (1, 2)
            ]
            await asyncio.sleep(0.3)
        done = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 5)
        assert all(isinstance(each, WorkerLost | asyncio.CancelledError) for each in done)

    asyncio.run(scenario())


def test_the_server_counts_findings_as_the_analysis_does():
    assert parse_finished_game(TEXT).finding_count == count_findings(load_game(TEXT))
