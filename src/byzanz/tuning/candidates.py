"""Candidates of a generation: each plays the same decks against the same fields of opponents."""

import math
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from byzanz.cluster.connection import Cluster
from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.parameters import LeafParameters, PolicyParameters
from byzanz.engine.evaluation.tables import Evaluation, make_evaluation
from byzanz.engine.search.kernel import evaluation_rows
from byzanz.engine.self_play import SOLID, SelfPlay

PROFIT_WEIGHT = 0.01  # win share that counts as much as a point more than the opponents' mean
TASK_SECONDS = 10.0  # of a task of a cluster, as far as known


class Field(NamedTuple):
    """Opponents of a candidate, and the seed of their decks."""

    policies: list[int]
    parameters: list[PolicyParameters]
    seed: int


class FieldResult(NamedTuple):
    """What a candidate came to against a field."""

    win_share: float
    fitness: float


class Contest(NamedTuple):
    """What all candidates of a generation have in common."""

    players: int
    decks: int
    leaf: LeafParameters
    fields: tuple[Field, ...]


Results = list[list[FieldResult]]
"""[candidate][field]"""


class Arena(Protocol):
    """Lets candidates play."""

    def results(self, contest: Contest, candidates: Sequence[PolicyParameters]) -> Results:
        """Return the results of all candidates, in order."""
        ...


class LocalArena:
    """Lets candidates play on this machine, one after the other."""

    def results(self, contest: Contest, candidates: Sequence[PolicyParameters]) -> Results:
        """Return the results of all candidates, in order."""
        return play_candidates(contest, candidates)


class ClusterArena:
    """Lets candidates play on a cluster; the results are those of one machine."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._seconds = 0.0  # of a candidate in the last generation; 0 if unknown

    def results(self, contest: Contest, candidates: Sequence[PolicyParameters]) -> Results:
        """Return the results of all candidates, in order."""
        size = self._task_size(len(candidates))
        tasks = (
            (contest, candidates[first : first + size], first)
            for first in range(0, len(candidates), size)
        )
        found: dict[int, Results] = {}
        seconds = 0.0
        for played in self._cluster.run(play_task, tasks):
            found[played.first] = played.results
            seconds += played.seconds
        self._seconds = seconds / len(candidates)
        return [result for first in sorted(found) for result in found[first]]

    def _task_size(self, count: int) -> int:
        """Return how many candidates make a task long enough, or use all cores if none can."""
        if not self._seconds:
            return 1
        return min(math.ceil(TASK_SECONDS / self._seconds), count)


class CandidatesPlayed(NamedTuple):
    """The results of a task, and the seconds that it took."""

    first: int  # the number of its first candidate
    results: Results
    seconds: float


def play_task(
    contest: Contest, candidates: Sequence[PolicyParameters], first: int
) -> CandidatesPlayed:
    """Let some candidates play, on a node of a cluster."""
    begin = time.perf_counter()
    results = play_candidates(contest, candidates)
    return CandidatesPlayed(first, results, time.perf_counter() - begin)


def play_candidates(contest: Contest, candidates: Sequence[PolicyParameters]) -> Results:
    """Let candidates play against all fields."""
    games = SelfPlay(contest.players, contest.decks)
    return [
        [_play_field(games, contest.leaf, candidate, field) for field in contest.fields]
        for candidate in candidates
    ]


def play(
    games: SelfPlay,
    leaf: LeafParameters,
    policies: Sequence[int],
    parameters: Sequence[PolicyParameters],
    seed: int,
) -> None:
    """Play all games of these entrants."""
    evaluations = [_cached_evaluation(policy, leaf) for policy in parameters]
    games.play(list(policies), evaluation_rows(evaluations), seed)


def _play_field(
    games: SelfPlay, leaf: LeafParameters, candidate: PolicyParameters, field: Field
) -> FieldResult:
    play(games, leaf, [SOLID, *field.policies], [candidate, *field.parameters], field.seed)
    share = float((games.shares[:, 0] / games.shares.sum(1)).mean())
    others = games.profits[:, 1:].mean()
    ahead = float(games.profits[:, 0].mean() - others) / POINT
    return FieldResult(share, share + PROFIT_WEIGHT * ahead)


@lru_cache(64)
def _cached_evaluation(policy: PolicyParameters, leaf: LeafParameters) -> Evaluation:
    return make_evaluation(policy, leaf)
