"""The tuner: an evolution of the policy, then a fit of the leaf evaluation.

An evolution strategy (CMA-ES) tunes all parameters of the policy. Each candidate of a generation
plays the same decks against three fields of opponents, so that it does not specialise on one: the
current solid, greedy, and a mix of greedy, earlier solids and a perturbed one. Greedy counts twice,
because it plays most like people. Then the leaf evaluation is fitted to games of the tuned policy:
the card values and spreads under which the results of the games are most likely.
"""

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.parameters import (
    LeafParameters,
    PolicyParameters,
    TunedParameters,
    tuned_parameters,
)
from byzanz.engine.evaluation.stage import LEAF_TABLES
from byzanz.engine.evaluation.tables import make_evaluation
from byzanz.engine.search.kernel import evaluation_rows
from byzanz.engine.self_play import GREEDY, SOLID, SelfPlay, measure_hands
from byzanz.fast.row import Rows
from byzanz.rules.numbers import ROUNDS
from byzanz.tuning.candidates import Arena, Contest, Field, FieldResult, LocalArena, play
from byzanz.tuning.vectors import Vector, policy_vector, to_policy, to_values, values_vector

PERTURBATION = 0.2  # standard deviation of the noise on the perturbed opponent
FIELD_WEIGHTS = (1, 2, 1)  # weights of the fields solid, greedy and mixed
FITTING_STEP = 0.1  # first step size of the evolution that fits the leaf evaluation
SPREADS = range(40, 400, 10)  # spreads that are tried in the fit, in hundredths of a point
LAST_SPREAD = 50  # spread of the last market, where hardly any card is hidden
CANDIDATES = 20  # in a generation
SHOWN_EVERY = 10  # generations between two lines of progress

Progress = Callable[[str], None]


class Tuner:
    """Tunes the policy and the leaf evaluation for one number of players."""

    def __init__(
        self,
        players: int,
        decks: int,
        seed: int,
        *,
        arena: Arena | None = None,
        progress: Progress | None = None,
    ) -> None:
        tuned = tuned_parameters()[players]
        self.policy = tuned.policy
        self.leaf = tuned.leaf
        self._others = players - 1
        self._decks = decks
        self._random = np.random.default_rng(seed)
        self._arena = arena or LocalArena()
        self._progress = progress or (lambda line: None)

    def evolve(self, generations: int, step: float) -> None:
        """Tune the policy: the result is the mean of the last generation."""
        evolution = _evolution(policy_vector(self.policy), step)
        earlier = self.policy
        for generation in range(generations):
            fields = self._fields(evolution.mean, earlier)
            vectors = evolution.ask()
            contest = Contest(self._others + 1, self._decks, self.leaf, fields)
            candidates = [to_policy(vector, self.policy) for vector in vectors]
            results = self._arena.results(contest, candidates)
            evolution.tell(vectors, [-_fitness(result) for result in results])
            if generation % SHOWN_EVERY == SHOWN_EVERY - 1:
                earlier = to_policy(evolution.mean, self.policy)
                shares = np.mean([[share for share, _ in result] for result in results], axis=0)
                self._progress(f"generation {generation + 1}: win shares {np.round(shares, 3)}")
        self.policy = to_policy(evolution.mean, self.policy)

    def write(self, file: Path) -> None:
        """Write the parameters of all numbers of players; raises `ValueError` as `stored_in`."""
        tuned = {**stored_in(file), self._others + 1: TunedParameters(self.policy, self.leaf)}
        file.write_bytes(msgspec.json.format(msgspec.json.encode(tuned), indent=1) + b"\n")

    def _fields(self, mean: Vector, earlier: PolicyParameters) -> tuple[Field, ...]:
        current = to_policy(mean, self.policy)
        noise = self._random.normal(size=len(mean)) * PERTURBATION
        perturbed = to_policy(mean + noise, self.policy)
        mixed = (
            *((GREEDY, current), (SOLID, current), (SOLID, earlier), (GREEDY, current)),
            (SOLID, perturbed),
        )[: self._others]
        fields = (
            ([SOLID] * self._others, [current] * self._others),
            ([GREEDY] * self._others, [current] * self._others),
            ([policy for policy, _ in mixed], [parameters for _, parameters in mixed]),
        )
        return tuple([Field(*field, int(self._random.integers(1 << 40))) for field in fields])

    def fit_leaf(self, decks: int, generations: int) -> None:
        """Fit the leaf evaluation: maximise the likelihood of the results after each round."""
        games = SelfPlay(self._others + 1, decks)
        similar = [policy_vector(self.policy)]
        similar += [
            similar[0] + self._random.normal(size=len(similar[0])) * 0.05
            for _ in range(self._others)
        ]
        entrants = [to_policy(vector, self.policy) for vector in similar]
        play(games, self.leaf, [SOLID] * len(entrants), entrants, 1)
        evolution = _evolution(values_vector(self.policy.card_values), FITTING_STEP)
        for generation in range(generations):
            vectors = evolution.ask()
            losses = [self._fit_spreads(games, vector)[0] for vector in vectors]
            evolution.tell(vectors, losses)
            if generation % SHOWN_EVERY == SHOWN_EVERY - 1:
                self._progress(f"leaf generation {generation + 1}: loss {min(losses):.4f}")
        self.leaf = self._fit_spreads(games, evolution.mean)[1]

    def _fit_spreads(self, games: SelfPlay, vector: Vector) -> tuple[float, LeafParameters]:
        """Fit spreads and profits to come to given card values; return log loss and parameters."""
        values = to_values(iter(vector), self.policy.card_values)
        evaluation = evaluation_rows([make_evaluation(self.policy, LeafParameters(values, (), ()))])
        spreads, profit_to_come, total_loss = [LAST_SPREAD], [0], 0.0
        for rounds_left in range(1, ROUNDS[self._others + 1]):
            expected, final, shares = _round_ends(games, rounds_left, evaluation)
            loss, spread = min((_log_loss(expected / spread, shares), spread) for spread in SPREADS)
            total_loss += loss
            spreads.append(spread)
            profit_to_come.append(round(float((final - expected).mean())))
        return total_loss, LeafParameters(values, tuple(spreads), tuple(profit_to_come))


def stored_in(file: Path) -> dict[int, TunedParameters]:
    """Return the parameters of a file, or those of this release if it is new or empty.

    Raises `ValueError` for a file with something else.
    """
    if not file.exists() or not file.stat().st_size:
        return tuned_parameters()
    return msgspec.json.decode(file.read_bytes(), type=dict[int, TunedParameters])


def _round_ends(
    games: SelfPlay, rounds_left: int, evaluation: Rows
) -> tuple[Vector, Vector, Vector]:
    """Return expected profits, final profits and win shares at a round's end, [game][seat]."""
    seats = games.seat_count
    rows = games.rounds[:, ROUNDS[seats] - 1 - rounds_left]
    values = np.zeros((len(rows), seats), np.int64)
    measure_hands(rows, LEAF_TABLES + rounds_left, evaluation, values)
    numbers = np.arange(len(rows))[:, None]
    entrants = (np.arange(seats) + numbers // (len(rows) // seats)) % seats
    shares = games.shares[numbers, entrants]
    expected = POINT * rows["profits"][:, :seats].astype(np.int64) + values
    return expected, games.profits[numbers, entrants], shares / shares.sum(1, keepdims=True)


def _fitness(result: Sequence[FieldResult]) -> float:
    return sum(weight * found.fitness for weight, found in zip(FIELD_WEIGHTS, result, strict=True))


def _evolution(start: Vector, step: float) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns that it cannot plot
        import cma  # noqa: PLC0415 - of the extra train

    return cma.CMAEvolutionStrategy(start, step, {"seed": 1, "popsize": CANDIDATES, "verbose": -9})


def _log_loss(logits: Vector, shares: Vector) -> float:
    logits = logits - logits.max(1, keepdims=True)
    chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    return float(-(shares * np.log(chances + 1e-9)).sum(1).mean())
