"""Processes that play: as many as wanted, the same games, and no hang when one dies."""

import os
import signal
import sys

import msgspec
import pytest

from byzanz.arena.match import GameResult
from byzanz.arena.plan import Plan
from byzanz.arena.workers import WorkerDied, Workers

PLAN = Plan(("beginner", "greedy", "beginner"), 4, 11, 5.0)  # beginner throws dice
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def without_times(result: GameResult) -> GameResult:
    seats = [msgspec.structs.replace(seat, seconds=0.0, times={}) for seat in result.seats]
    return msgspec.structs.replace(result, seats=tuple(seats))


def played(jobs: int) -> list[GameResult]:
    with Workers(jobs) as workers:
        results = list(workers.play(PLAN, list(PLAN.numbers())))
    return sorted(map(without_times, results), key=lambda result: result.number)


def test_the_same_games_whoever_plays_them():
    alone = played(1)
    assert [result.number for result in alone] == list(PLAN.numbers())
    assert played(2) == alone


@POSIX
def test_a_worker_that_dies_is_told():
    with Workers(2) as workers:
        games = workers.play(PLAN, list(PLAN.numbers()))
        next(games)
        os.kill(workers._workers[0].process.pid, signal.SIGKILL)
        with pytest.raises(WorkerDied, match=r"^signal 9$"):
            list(games)
        processes = [worker.process for worker in workers._workers]
    assert all(process.exitcode is not None for process in processes)


def test_broken_off_no_process_is_left():
    workers = Workers(2)
    next(workers.play(PLAN, list(PLAN.numbers())))
    processes = [worker.process for worker in workers._workers]
    workers.close(at_once=True)
    assert len(processes) == 2
    assert all(process.exitcode is not None for process in processes)
