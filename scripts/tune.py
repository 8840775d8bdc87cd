"""Tune the parameters of the policy solid and of the leaf evaluation by self-play.

    python scripts/tune.py --players 4 --generations 150

Writes src/byzanz/engine/evaluation/parameters.json. First an evolution strategy (CMA-ES) tunes all
parameters of the policy. Each candidate of a generation plays the same decks against three fields
of opponents, so that it does not specialise on one: the current solid, greedy, and a mix of greedy,
earlier solids and a perturbed one. Greedy counts twice, because it plays most like people. Then the
leaf evaluation is fitted to games of the tuned policy: the card values and spreads under which the
results of the games are most likely.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import cma
import msgspec
import numpy as np

from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.parameters import (
    PARAMETER_FILE,
    CardValues,
    LeafParameters,
    PolicyParameters,
    TunedParameters,
    tuned_parameters,
)
from byzanz.engine.evaluation.stage import LEAF_TABLES
from byzanz.engine.evaluation.tables import Evaluation, make_evaluation
from byzanz.engine.search.kernel import evaluation_rows
from byzanz.engine.self_play import GREEDY, SOLID, SelfPlay, measure_hands
from byzanz.fast.row import Rows
from byzanz.rules.numbers import ROUNDS

Vector = Any
"""Parameters as an array of floats, scaled to numbers near 1 for the evolution."""

VALUE_LISTS = ("single", "pair", "merchants", "crowding")
VALUE_TIMES = ("single_half_time", "pair_half_time", "merchant_half_time", "market_fraction")
VALUE_NUMBERS = ("upgrade",)
POLICY_LISTS = ("threshold", "market_weight", "payment_weight", "patience")
POLICY_NUMBERS = (
    *("opener_chance", "last_market_weight", "deny_lot", "deny_stall"),
    "overbid_allowance",
)
LIMITS = {  # the range of each parameter, in the unit that `parameters.py` gives
    "single": (0, 400),
    "pair": (0, 600),
    "merchants": (0, 900),
    "crowding": (0, 900),
    "threshold": (-900, 900),
    "market_weight": (-50, 300),
    "payment_weight": (0, 400),
    "upgrade": (-50, 100),
    "opener_chance": (-50, 100),
    "patience": (-900, 900),
    "last_market_weight": (-100, 300),
    "deny_lot": (-50, 50),
    "deny_stall": (-50, 150),
    "overbid_allowance": (-30, 60),
}
SHORTEST_TIME = 0.02  # least value of a half time and of `market_fraction`, in rounds
PERTURBATION = 0.2  # standard deviation of the noise on the perturbed opponent
FIELD_WEIGHTS = (1, 2, 1)  # weights of the fields solid, greedy and mixed
PROFIT_WEIGHT = 0.01  # win share that counts as much as a point more than the opponents' mean
FITTING_STEP = 0.1  # first step size of the evolution that fits the leaf evaluation
SPREADS = range(40, 400, 10)  # spreads that are tried in the fit, in hundredths of a point
LAST_SPREAD = 50  # spread of the last market, where hardly any card is hidden

Field = tuple[list[int], list[PolicyParameters], int]
"""The policies and parameters of the opponents, and the seed of the decks."""


def values_vector(values: CardValues) -> Vector:
    """Convert card values to floats."""
    numbers = _read_lists(values, VALUE_LISTS)
    numbers += [getattr(values, name) for name in VALUE_TIMES]
    numbers += [getattr(values, name) / POINT for name in VALUE_NUMBERS]
    return np.array(numbers)


def to_values(numbers: Iterator[float], like: CardValues) -> CardValues:
    """Read card values from floats, within LIMITS; consumes only the floats of card values."""
    found = _write_lists(like, VALUE_LISTS, numbers)
    for name in VALUE_TIMES:
        found[name] = round(max(float(next(numbers)), SHORTEST_TIME), 3)
    for name in VALUE_NUMBERS:
        found[name] = _limited(name, numbers)
    return CardValues(**found)


def policy_vector(policy: PolicyParameters) -> Vector:
    """Convert policy parameters to floats."""
    numbers = _read_lists(policy, POLICY_LISTS)
    numbers += [getattr(policy, name) / POINT for name in POLICY_NUMBERS]
    return np.concatenate([values_vector(policy.card_values), numbers])


def to_policy(vector: Vector, like: PolicyParameters) -> PolicyParameters:
    """Read policy parameters from floats, within LIMITS; lists get the lengths of `like`."""
    numbers = iter(vector)
    values = to_values(numbers, like.card_values)
    found = _write_lists(like, POLICY_LISTS, numbers)
    for name in POLICY_NUMBERS:
        found[name] = _limited(name, numbers)
    return PolicyParameters(values, **found)


def _read_lists(source: CardValues | PolicyParameters, names: Sequence[str]) -> list[float]:
    return [value / POINT for name in names for value in getattr(source, name)]


def _write_lists(
    like: CardValues | PolicyParameters, names: Sequence[str], numbers: Iterator[float]
) -> dict[str, Any]:
    return {name: tuple(_limited(name, numbers) for _ in getattr(like, name)) for name in names}


def _limited(name: str, numbers: Iterator[float]) -> int:
    least, greatest = LIMITS[name]
    return min(max(round(POINT * next(numbers)), least), greatest)


class Tuner:
    """Tunes the policy and the leaf evaluation for one number of players."""

    def __init__(self, players: int, decks: int, seed: int) -> None:
        tuned = tuned_parameters()[players]
        self.policy = tuned.policy
        self.leaf = tuned.leaf
        self._others = players - 1
        self._games = SelfPlay(players, decks)
        self._random = np.random.default_rng(seed)

    def evolve(self, generations: int, step: float) -> None:
        """Tune the policy: the result is the mean of the last generation."""
        evolution = _evolution(policy_vector(self.policy), step)
        earlier = self.policy
        for generation in range(generations):
            fields = self._fields(evolution.mean, earlier)
            vectors = evolution.ask()
            results = [self._results(to_policy(vector, self.policy), fields) for vector in vectors]
            evolution.tell(vectors, [-_fitness(result) for result in results])
            if generation % 10 == 9:
                earlier = to_policy(evolution.mean, self.policy)
                shares = np.mean([[share for share, _ in result] for result in results], axis=0)
                _print(f"generation {generation + 1}: win shares {np.round(shares, 3)}")
        self.policy = to_policy(evolution.mean, self.policy)

    def _fields(self, mean: Vector, earlier: PolicyParameters) -> list[Field]:
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
        return [(*field, int(self._random.integers(1 << 40))) for field in fields]

    def _results(
        self, policy: PolicyParameters, fields: Sequence[Field]
    ) -> list[tuple[float, float]]:
        """Return the win share and the fitness of a policy against each field."""
        results = []
        for policies, opponents, seed in fields:
            self._play([SOLID, *policies], [policy, *opponents], seed)
            share = float((self._games.shares[:, 0] / self._games.shares.sum(1)).mean())
            others = self._games.profits[:, 1:].mean()
            ahead = float(self._games.profits[:, 0].mean() - others) / POINT
            results.append((share, share + PROFIT_WEIGHT * ahead))
        return results

    def _play(self, policies: list[int], parameters: list[PolicyParameters], seed: int) -> None:
        evaluations = [_cached_evaluation(policy, self.leaf) for policy in parameters]
        self._games.play(policies, evaluation_rows(evaluations), seed)

    def fit_leaf(self, decks: int, generations: int) -> None:
        """Fit the leaf evaluation: maximise the likelihood of the results after each round."""
        self._games = SelfPlay(self._others + 1, decks)
        similar = [policy_vector(self.policy)]
        similar += [
            similar[0] + self._random.normal(size=len(similar[0])) * 0.05
            for _ in range(self._others)
        ]
        entrants = [to_policy(vector, self.policy) for vector in similar]
        self._play([SOLID] * len(entrants), entrants, 1)
        evolution = _evolution(values_vector(self.policy.card_values), FITTING_STEP)
        for generation in range(generations):
            vectors = evolution.ask()
            losses = [self._fit_spreads(vector)[0] for vector in vectors]
            evolution.tell(vectors, losses)
            if generation % 10 == 9:
                _print(f"leaf generation {generation + 1}: loss {min(losses):.4f}")
        self.leaf = self._fit_spreads(evolution.mean)[1]

    def _fit_spreads(self, vector: Vector) -> tuple[float, LeafParameters]:
        """Fit spreads and profits to come to given card values; return log loss and parameters."""
        values = to_values(iter(vector), self.policy.card_values)
        evaluation = evaluation_rows([make_evaluation(self.policy, LeafParameters(values, (), ()))])
        spreads, profit_to_come, total_loss = [LAST_SPREAD], [0], 0.0
        for rounds_left in range(1, ROUNDS[self._others + 1]):
            expected, final, shares = self._round_ends(rounds_left, evaluation)
            loss, spread = min((_log_loss(expected / spread, shares), spread) for spread in SPREADS)
            total_loss += loss
            spreads.append(spread)
            profit_to_come.append(round(float((final - expected).mean())))
        return total_loss, LeafParameters(values, tuple(spreads), tuple(profit_to_come))

    def _round_ends(self, rounds_left: int, evaluation: Rows) -> tuple[Vector, Vector, Vector]:
        """Return expected profits, final profits and win shares at a round's end, [game][seat]."""
        seats = self._games.seat_count
        rows = self._games.rounds[:, ROUNDS[seats] - 1 - rounds_left]
        values = np.zeros((len(rows), seats), np.int64)
        measure_hands(rows, LEAF_TABLES + rounds_left, evaluation, values)
        games = np.arange(len(rows))[:, None]
        entrants = (np.arange(seats) + games // (len(rows) // seats)) % seats
        shares = self._games.shares[games, entrants]
        expected = POINT * rows["profits"][:, :seats].astype(np.int64) + values
        return expected, self._games.profits[games, entrants], shares / shares.sum(1, keepdims=True)


@lru_cache(64)
def _cached_evaluation(policy: PolicyParameters, leaf: LeafParameters) -> Evaluation:
    return make_evaluation(policy, leaf)


def _fitness(result: list[tuple[float, float]]) -> float:
    return sum(weight * fitness for weight, (_, fitness) in zip(FIELD_WEIGHTS, result, strict=True))


def _evolution(start: Vector, step: float) -> Any:
    return cma.CMAEvolutionStrategy(start, step, {"seed": 1, "popsize": 20, "verbose": -9})


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _log_loss(logits: Vector, shares: Vector) -> float:
    logits = logits - logits.max(1, keepdims=True)
    chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    return float(-(shares * np.log(chances + 1e-9)).sum(1).mean())


def main() -> None:
    """Tune one number of players and write its parameters to the file, keeping the others."""
    parser = argparse.ArgumentParser(description="Tune the parameters of solid by self-play.")
    parser.add_argument("--players", type=int, choices=(3, 4, 5, 6), required=True)
    parser.add_argument("--generations", type=int, default=150)
    parser.add_argument("--decks", type=int, default=80, help="decks per candidate and field")
    parser.add_argument(
        "--step", type=float, default=0.05, help="step size of the first generation"
    )
    parser.add_argument("--learning-decks", type=int, default=1000)
    parser.add_argument("--learning-generations", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tuner = Tuner(arguments.players, arguments.decks, arguments.seed)
    tuner.evolve(arguments.generations, arguments.step)
    tuner.fit_leaf(arguments.learning_decks, arguments.learning_generations)
    tuned = {**tuned_parameters(), arguments.players: TunedParameters(tuner.policy, tuner.leaf)}
    PARAMETER_FILE.write_bytes(msgspec.json.format(msgspec.json.encode(tuned), indent=1) + b"\n")


if __name__ == "__main__":
    main()
