"""Find the habits of solid by self-play, and write them into src/byzanz/bots/habits.json.

    python scripts/tune.py --players 4 --generations 150

An evolution strategy (CMA-ES) varies all habits at once. Each candidate sits down with three
tables, the same decks for all candidates of a generation: against solids as they are now, against
greedies, and in a mixed company of greedies, earlier solids and one that is off its head, so that
nothing is learned about a single kind of opponent; the greedies, who play as many people do, count
twice. Then games of the solids found teach the
judgement of the search: the worths of cards and the spread of profits under which the victories
that followed are likeliest.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

import cma
import msgspec
import numpy as np

from byzanz.bots.habits import TUNED, Habits, Judgement, Tuned, Worths, tuned
from byzanz.bots.kernel import mind_rows
from byzanz.bots.mind import Mind, make_mind
from byzanz.bots.selfplay import GREEDY, SOLID, SelfPlay, measure_hands
from byzanz.bots.stage import JUDGED
from byzanz.bots.worth import POINT
from byzanz.fast.row import Rows
from byzanz.rules.numbers import ROUNDS

Vector = Any
"""Habits as an array of floats, near 1 each, for the evolution."""

WORTH_LISTS = ("single", "pair", "merchants", "crowd")
WORTH_TIMES = ("single_time", "pair_time", "merchant_time", "market_time")
WORTH_NUMBERS = ("upgrade",)
HABIT_LISTS = ("threshold", "market_pull", "pay_rate", "patience")
HABIT_NUMBERS = ("opener", "last_pull", "deny_lot", "deny_stall", "eager")
LIMITS = {  # what a parameter may become, in its own unit
    "single": (0, 400),
    "pair": (0, 600),
    "merchants": (0, 900),
    "crowd": (0, 900),
    "threshold": (-900, 900),
    "market_pull": (-50, 300),
    "pay_rate": (0, 400),
    "upgrade": (-50, 100),
    "opener": (-50, 100),
    "patience": (-900, 900),
    "last_pull": (-100, 300),
    "deny_lot": (-50, 50),
    "deny_stall": (-50, 150),
    "eager": (-30, 60),
}
SHORTEST_TIME = 0.02
MADNESS = 0.2  # how far the one that is off its head is from the others
TABLE_WEIGHTS = (1, 2, 1)  # of solids, greedies, mixed company
PROFIT_WEIGHT = 0.01  # of a point more than the others, in shares of the victory
LEARNING_STEP = 0.1
SPREADS = range(40, 400, 10)  # that are tried
LAST_SPREAD = 50  # in the last market, where hardly anything is unknown

Table = tuple[list[int], list[Habits], int]
"""The policies and habits of the opponents at a table, and the seed of its decks."""


def worths_vector(worths: Worths) -> Vector:
    """Worths as floats."""
    numbers = _read_lists(worths, WORTH_LISTS)
    numbers += [getattr(worths, name) for name in WORTH_TIMES]
    numbers += [getattr(worths, name) / POINT for name in WORTH_NUMBERS]
    return np.array(numbers)


def to_worths(numbers: Iterator[float], like: Worths) -> Worths:
    """As many floats as worths need."""
    found = _write_lists(like, WORTH_LISTS, numbers)
    for name in WORTH_TIMES:
        found[name] = round(max(float(next(numbers)), SHORTEST_TIME), 3)
    for name in WORTH_NUMBERS:
        found[name] = _limited(name, numbers)
    return Worths(**found)


def habits_vector(habits: Habits) -> Vector:
    """Habits as floats."""
    numbers = _read_lists(habits, HABIT_LISTS)
    numbers += [getattr(habits, name) / POINT for name in HABIT_NUMBERS]
    return np.concatenate([worths_vector(habits.worths), numbers])


def to_habits(vector: Vector, like: Habits) -> Habits:
    """Floats as habits, with as many auctions as others have."""
    numbers = iter(vector)
    worths = to_worths(numbers, like.worths)
    found = _write_lists(like, HABIT_LISTS, numbers)
    for name in HABIT_NUMBERS:
        found[name] = _limited(name, numbers)
    return Habits(worths, **found)


def _read_lists(source: Worths | Habits, names: Sequence[str]) -> list[float]:
    return [value / POINT for name in names for value in getattr(source, name)]


def _write_lists(
    like: Worths | Habits, names: Sequence[str], numbers: Iterator[float]
) -> dict[str, Any]:
    return {name: tuple(_limited(name, numbers) for _ in getattr(like, name)) for name in names}


def _limited(name: str, numbers: Iterator[float]) -> int:
    least, greatest = LIMITS[name]
    return min(max(round(POINT * next(numbers)), least), greatest)


class Tuner:
    """Finds habits and judgement for one number of players."""

    def __init__(self, players: int, decks: int, seed: int) -> None:
        found = tuned()[players]
        self.habits = found.habits
        self.judgement = found.judgement
        self._others = players - 1
        self._games = SelfPlay(players, decks)
        self._random = np.random.default_rng(seed)

    def evolve(self, generations: int, step: float) -> None:
        """Take the mean of the evolution's last generation as habits."""
        evolution = _evolution(habits_vector(self.habits), step)
        earlier = self.habits
        for generation in range(generations):
            tables = self._tables(evolution.mean, earlier)
            vectors = evolution.ask()
            results = [self._results(to_habits(vector, self.habits), tables) for vector in vectors]
            evolution.tell(vectors, [-_fitness(result) for result in results])
            if generation % 10 == 9:
                earlier = to_habits(evolution.mean, self.habits)
                shares = np.mean([[share for share, _ in result] for result in results], axis=0)
                _tell(f"generation {generation + 1}: win shares {np.round(shares, 3)}")
        self.habits = to_habits(evolution.mean, self.habits)

    def _tables(self, mean: Vector, earlier: Habits) -> list[Table]:
        now = to_habits(mean, self.habits)
        mad = to_habits(mean + self._random.normal(size=len(mean)) * MADNESS, self.habits)
        mixed = ((GREEDY, now), (SOLID, now), (SOLID, earlier), (GREEDY, now), (SOLID, mad))
        company = mixed[: self._others]
        tables = (
            ([SOLID] * self._others, [now] * self._others),
            ([GREEDY] * self._others, [now] * self._others),
            ([policy for policy, _ in company], [habits for _, habits in company]),
        )
        return [(*table, int(self._random.integers(1 << 40))) for table in tables]

    def _results(self, habits: Habits, tables: Sequence[Table]) -> list[tuple[float, float]]:
        """The win share at each table, and what it counts for the evolution."""
        results = []
        for policies, opponents, seed in tables:
            self._play([SOLID, *policies], [habits, *opponents], seed)
            share = float((self._games.shares[:, 0] / self._games.shares.sum(1)).mean())
            others = self._games.profits[:, 1:].mean()
            ahead = float(self._games.profits[:, 0].mean() - others) / POINT
            results.append((share, share + PROFIT_WEIGHT * ahead))
        return results

    def _play(self, policies: list[int], habits: list[Habits], seed: int) -> None:
        minds = [_mind(mind, self.judgement) for mind in habits]
        self._games.play(policies, mind_rows(minds), seed)

    def learn(self, decks: int, generations: int) -> None:
        """Take the judgement under which what happened after the ends of rounds is likeliest."""
        self._games = SelfPlay(self._others + 1, decks)
        near = [habits_vector(self.habits)]
        near += [
            near[0] + self._random.normal(size=len(near[0])) * 0.05 for _ in range(self._others)
        ]
        self._play([SOLID] * len(near), [to_habits(vector, self.habits) for vector in near], 1)
        evolution = _evolution(worths_vector(self.habits.worths), LEARNING_STEP)
        for generation in range(generations):
            vectors = evolution.ask()
            judged = [self._judged(vector) for vector in vectors]
            evolution.tell(vectors, [loss for loss, _ in judged])
            if generation % 10 == 9:
                _tell(f"judgement {generation + 1}: loss {min(loss for loss, _ in judged):.4f}")
        self.judgement = self._judged(evolution.mean)[1]

    def _judged(self, vector: Vector) -> tuple[float, Judgement]:
        """How unlikely the results of all games are by a judgement with these worths."""
        worths = to_worths(iter(vector), self.habits.worths)
        mind = mind_rows([make_mind(self.habits, Judgement(worths, (), ()))])
        spread, future, total = [LAST_SPREAD], [0], 0.0
        for left in range(1, ROUNDS[self._others + 1]):
            expected, final, shares = self._round_ends(left, mind)
            loss, width = min((_log_loss(expected / width, shares), width) for width in SPREADS)
            total += loss
            spread.append(width)
            future.append(round(float((final - expected).mean())))
        return total, Judgement(worths, tuple(spread), tuple(future))

    def _round_ends(self, left: int, mind: Rows) -> tuple[Vector, Vector, Vector]:
        """By seat, when so many rounds are left: profit and worth, final profit, win share."""
        seats = self._games.seat_count
        rows = self._games.rounds[:, ROUNDS[seats] - 1 - left]
        worths = np.zeros((len(rows), seats), np.int64)
        measure_hands(rows, JUDGED + left, mind, worths)
        games = np.arange(len(rows))[:, None]
        entrants = (np.arange(seats) + games // (len(rows) // seats)) % seats
        shares = self._games.shares[games, entrants]
        expected = POINT * rows["profits"][:, :seats].astype(np.int64) + worths
        return expected, self._games.profits[games, entrants], shares / shares.sum(1, keepdims=True)


@lru_cache(64)
def _mind(habits: Habits, judgement: Judgement) -> Mind:
    return make_mind(habits, judgement)


def _fitness(result: list[tuple[float, float]]) -> float:
    return sum(weight * fitness for weight, (_, fitness) in zip(TABLE_WEIGHTS, result, strict=True))


def _evolution(start: Vector, step: float) -> Any:
    return cma.CMAEvolutionStrategy(start, step, {"seed": 1, "popsize": 20, "verbose": -9})


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _log_loss(logits: Vector, shares: Vector) -> float:
    logits = logits - logits.max(1, keepdims=True)
    chances = np.exp(logits) / np.exp(logits).sum(1, keepdims=True)
    return float(-(shares * np.log(chances + 1e-9)).sum(1).mean())


def main() -> None:
    """Tune one number of players and write the result beside the others."""
    parser = argparse.ArgumentParser(description="Find the habits of solid by self-play.")
    parser.add_argument("--players", type=int, choices=(3, 4, 5, 6), required=True)
    parser.add_argument("--generations", type=int, default=150)
    parser.add_argument("--decks", type=int, default=80, help="for each candidate and table")
    parser.add_argument("--step", type=float, default=0.05, help="of the first generation")
    parser.add_argument("--learning-decks", type=int, default=1000)
    parser.add_argument("--learning-generations", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tuner = Tuner(arguments.players, arguments.decks, arguments.seed)
    tuner.evolve(arguments.generations, arguments.step)
    tuner.learn(arguments.learning_decks, arguments.learning_generations)
    found = {**tuned(), arguments.players: Tuned(tuner.habits, tuner.judgement)}
    TUNED.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


if __name__ == "__main__":
    main()
