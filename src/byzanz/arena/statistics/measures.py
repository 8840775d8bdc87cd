"""Measures of many games: spreads, shares, and means with their intervals."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from byzanz.arena.bootstrap import Estimate, estimates
from byzanz.arena.statistics.facts import GameFacts

Games: TypeAlias = Mapping[int, Sequence[GameFacts]]
"""The games of each number of players, one for each deck, deck by deck."""

Key = TypeVar("Key")


class Spread(NamedTuple):
    """How whole numbers are spread; a quartile is a number that occurs."""

    size: int
    mean: float
    quartiles: tuple[int, int, int]
    least: int
    most: int


def spread(numbers: Iterable[int]) -> Spread | None:
    """The spread of some numbers; None if there are none."""
    known = sorted(numbers)
    if not known:
        return None
    first, middle, last = [known[-(-quarter * len(known) // 4) - 1] for quarter in (1, 2, 3)]
    return Spread(len(known), fmean(known), (first, middle, last), known[0], known[-1])


def shares(counts: Mapping[Key, int], keys: Iterable[Key]) -> tuple[float, ...]:
    """The part of the whole that each key has; 0 for all if there is nothing."""
    known = [counts.get(key, 0) for key in keys]
    whole = sum(known) or 1
    return tuple([count / whole for count in known])


def total_of(counts: Iterable[Mapping[Key, int]]) -> Counter[Key]:
    """Counts of several games together."""
    whole: Counter[Key] = Counter()
    for count in counts:
        whole.update(count)
    return whole


def mean_of(games: Sequence[GameFacts], fact: Callable[[GameFacts], float]) -> Estimate:
    """The mean of a fact over games, with its interval over decks."""
    return means_of(games, lambda game: [fact(game)])[0]


def means_of(
    games: Sequence[GameFacts], facts: Callable[[GameFacts], Sequence[float]]
) -> tuple[Estimate, ...]:
    """The same for several facts at once."""
    return estimates(np.array([facts(game) for game in games], np.float64))
