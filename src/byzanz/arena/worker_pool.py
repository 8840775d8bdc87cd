"""A pool of processes that play the games of a match."""

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, TypeAlias

from byzanz.arena.match import EntrantPool, GameResult, play_game
from byzanz.arena.plan import GameNumber, Plan

PREFETCH = 2  # games assigned to a worker at a time, so that it never waits for the next one
JOIN_SECONDS = 5.0  # time that a worker has to exit before it is killed

Task: TypeAlias = tuple[Plan, GameNumber]


class WorkerDied(Exception):
    """A worker process ended while it played; the message names its signal or exit code."""


class _Worker(NamedTuple):
    process: SpawnProcess
    connection: "Connection[Task, GameResult]"


class WorkerPool:
    """Plays games in several processes, or in this process if there is only one job.

    The result of a game does not depend on the process that plays it.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = EntrantPool()
        self._workers: list[_Worker] = []

    def _start(self) -> None:
        # Only this process handles Ctrl-C: workers inherit that the signal is ignored.
        earlier = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            while len(self._workers) < self._jobs:
                self._workers.append(_start_worker())
        finally:
            signal.signal(signal.SIGINT, earlier)

    def play(self, plan: Plan, numbers: Sequence[GameNumber]) -> Iterator[GameResult]:
        """Play games and yield each when it is over, in any order; raises `WorkerDied`."""
        if self._jobs == 1 or len(numbers) < 2:
            for number in numbers:
                yield play_game(plan, number, self._pool)
            return
        self._start()
        waiting = iter(numbers)
        for worker in self._workers:
            for number in islice(waiting, PREFETCH):
                _send(worker, (plan, number))
        for _ in numbers:
            worker = self._wait_for_worker()
            yield _receive(worker)
            for number in islice(waiting, 1):
                _send(worker, (plan, number))

    def _wait_for_worker(self) -> _Worker:
        """Return the first worker that has sent a result or has died."""
        by_connection = {id(worker.connection): worker for worker in self._workers}
        ready = wait([worker.connection for worker in self._workers])
        return by_connection[id(ready[0])]

    def close(self, *, at_once: bool = False) -> None:
        """End all workers; with `at_once`, in the middle of their games."""
        self._pool.close()
        for worker in self._workers:
            worker.connection.close()
            if at_once:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(JOIN_SECONDS)
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()
        self._workers.clear()

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, error_type: type[BaseException] | None, *_: object) -> None:
        self.close(at_once=error_type is not None)


def _start_worker() -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _send(worker: _Worker, task: Task) -> None:
    try:
        worker.connection.send(task)
    except OSError:
        raise _worker_died(worker) from None


def _receive(worker: _Worker) -> GameResult:
    try:
        return worker.connection.recv()
    except (EOFError, OSError):
        raise _worker_died(worker) from None


def _worker_died(worker: _Worker) -> WorkerDied:
    worker.process.join(JOIN_SECONDS)
    code = worker.process.exitcode
    if code is not None and code < 0:
        return WorkerDied(f"signal {-code}")
    return WorkerDied(f"exit code {code}")


def _work(connection: "Connection[GameResult, Task]") -> None:
    """Play tasks until the connection is closed; this is the main function of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that `finally` ends the programs
    pool = EntrantPool()
    try:
        while (task := _next_task(connection)) is not None:
            result = play_game(*task, pool)
            if not _send_result(connection, result):
                break
    finally:
        pool.close()


def _next_task(connection: "Connection[GameResult, Task]") -> Task | None:
    """Wait for a task; return None if the connection is closed."""
    try:
        return connection.recv()
    except (EOFError, OSError):
        return None


def _send_result(connection: "Connection[GameResult, Task]", result: GameResult) -> bool:
    """Send a result; return False if the connection is closed."""
    try:
        connection.send(result)
    except OSError:
        return False
    return True
