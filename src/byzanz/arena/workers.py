"""The processes that play the games of a match."""

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, TypeAlias

from byzanz.arena.match import Company, GameResult, play_game
from byzanz.arena.plan import GameNumber, Plan

AHEAD = 2  # games that a worker has been given, so that it never waits
PATIENCE = 5.0  # seconds for a worker to leave by itself

Task: TypeAlias = tuple[Plan, GameNumber]


class WorkerDied(Exception):
    """A process ended in the middle of its work; what it was ended by is the message."""


class _Worker(NamedTuple):
    process: SpawnProcess
    connection: "Connection[Task, GameResult]"


class Workers:
    """So many processes that play games; a single one is this process itself.

    Which of them plays a game, and when, makes no difference to the game.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._company = Company()
        self._workers: list[_Worker] = []

    def _start(self) -> None:
        # Ctrl-C is for this process alone; the others ignore it from their first instant on.
        earlier = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            while len(self._workers) < self._jobs:
                self._workers.append(_started())
        finally:
            signal.signal(signal.SIGINT, earlier)

    def play(self, plan: Plan, numbers: Sequence[GameNumber]) -> Iterator[GameResult]:
        """Play these games; each is handed out when it is over. Raises `WorkerDied`."""
        if self._jobs == 1 or len(numbers) < 2:
            for number in numbers:
                yield play_game(plan, number, self._company)
            return
        self._start()
        waiting = iter(numbers)
        for worker in self._workers:
            for number in islice(waiting, AHEAD):
                _give(worker, (plan, number))
        for _ in numbers:
            worker = self._ready()
            yield _received(worker)
            for number in islice(waiting, 1):
                _give(worker, (plan, number))

    def _ready(self) -> _Worker:
        """A worker with something to say, if only that it is gone."""
        by_connection = {id(worker.connection): worker for worker in self._workers}
        ready = wait([worker.connection for worker in self._workers])
        return by_connection[id(ready[0])]

    def close(self, *, at_once: bool = False) -> None:
        """No more games; at once: not even those begun."""
        self._company.close()
        for worker in self._workers:
            worker.connection.close()
            if at_once:
                worker.process.terminate()
        for worker in self._workers:
            worker.process.join(PATIENCE)
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()
        self._workers.clear()

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(at_once=kind is not None)


def _started() -> _Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _give(worker: _Worker, task: Task) -> None:
    try:
        worker.connection.send(task)
    except OSError:
        raise _death(worker) from None


def _received(worker: _Worker) -> GameResult:
    try:
        return worker.connection.recv()
    except (EOFError, OSError):
        raise _death(worker) from None


def _death(worker: _Worker) -> WorkerDied:
    worker.process.join(PATIENCE)
    code = worker.process.exitcode
    if code is not None and code < 0:
        return WorkerDied(f"signal {-code}")
    return WorkerDied(f"exit code {code}")


def _work(connection: "Connection[GameResult, Task]") -> None:
    """The life of a worker: it plays what it is given until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that programs are ended too
    company = Company()
    try:
        while (task := _next_task(connection)) is not None:
            result = play_game(*task, company)
            if not _is_sent(connection, result):
                break
    finally:
        company.close()


def _next_task(connection: "Connection[GameResult, Task]") -> Task | None:
    try:
        return connection.recv()
    except (EOFError, OSError):
        return None


def _is_sent(connection: "Connection[GameResult, Task]", result: GameResult) -> bool:
    try:
        connection.send(result)
    except OSError:
        return False
    return True
