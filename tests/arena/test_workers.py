"""Worker processes play the same games as one process, and never hang when one dies."""

import os
import signal
import sys

import msgspec
import pytest

from byzanz.arena.match import GameResult
from byzanz.arena.plan import Plan
from byzanz.arena.worker_pool import WorkerDied, WorkerPool

PLAN = Plan(("beginner", "greedy", "beginner"), 4, 11, 5.0)  # beginner uses random numbers
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def without_times(result: GameResult) -> GameResult:
    seats = [msgspec.structs.replace(seat, seconds=0.0, times={}) for seat in result.seats]
    return msgspec.structs.replace(result, seats=tuple(seats))


def results_with(jobs: int) -> list[GameResult]:
    with WorkerPool(jobs) as workers:
        results = list(workers.play(PLAN, list(PLAN.numbers())))
    return sorted(map(without_times, results), key=lambda result: result.number)


def test_the_number_of_processes_does_not_matter():
    alone = results_with(1)
    assert [result.number for result in alone] == list(PLAN.numbers())
    assert results_with(2) == alone


@POSIX
def test_the_death_of_a_worker_is_reported():
    with WorkerPool(2) as workers:
        games = workers.play(PLAN, list(PLAN.numbers()))
        next(games)
        os.kill(workers._workers[0].process.pid, signal.SIGKILL)
        with pytest.raises(WorkerDied, match=r"^signal 9$"):
            list(games)
        processes = [worker.process for worker in workers._workers]
    assert all(process.exitcode is not None for process in processes)


def test_closing_at_once_leaves_no_process():
    workers = WorkerPool(2)
    next(workers.play(PLAN, list(PLAN.numbers())))
    processes = [worker.process for worker in workers._workers]
    workers.close(at_once=True)
    assert len(processes) == 2
    assert all(process.exitcode is not None for process in processes)
