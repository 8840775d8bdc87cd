"""The games of a match as tasks of a cluster, each long enough to be worth sending."""

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from byzanz.arena.match import GameResult
from byzanz.arena.plan import GameNumber, Plan
from byzanz.cluster.connection import Cluster
from byzanz.cluster.tasks import GamesPlayed, play_games

TASK_SECONDS = 10.0  # of a task, as far as known: shorter ones cost more to send than they gain
FIRST_GAMES = 4  # of the first tasks, which show how long a game takes
MOST_GAMES = 5000  # of a task: a lost one costs no more than these


class ClusterPool:
    """Plays games on a cluster; the results are those of a `WorkerPool`, but for the times."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._seconds = 0.0
        self._games = 0

    def play(self, plan: Plan, numbers: Sequence[GameNumber]) -> Iterator[GameResult]:
        """Play games and yield each, in any order; raises `ClusterError`."""
        self._seconds = self._games = 0
        for played in self._cluster.run(play_games, self._tasks(plan, numbers)):
            self._count(played)
            yield from played.results

    def close(self) -> None:
        """Disconnect from the cluster."""
        self._cluster.close()

    def __enter__(self) -> "ClusterPool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tasks(
        self, plan: Plan, numbers: Sequence[GameNumber]
    ) -> Iterator[tuple[Plan, list[GameNumber]]]:
        rest = iter(numbers)
        while games := list(islice(rest, self._task_size(len(numbers)))):
            yield plan, games

    def _task_size(self, total: int) -> int:
        """Return how many games the next task has: about `TASK_SECONDS` of them."""
        if not self._games:
            return FIRST_GAMES
        size = math.ceil(TASK_SECONDS * self._games / max(self._seconds, 1e-6))
        return min(size, MOST_GAMES, total)

    def _count(self, played: GamesPlayed) -> None:
        self._seconds += played.seconds
        self._games += len(played.results)
