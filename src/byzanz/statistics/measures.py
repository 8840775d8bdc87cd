"""Measures of many games: distributions, shares, and means with their intervals."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from byzanz.arena.bootstrap import Estimate, estimates
from byzanz.statistics.game_facts import GameFacts

Games: TypeAlias = Mapping[int, Sequence[GameFacts]]
"""The games of each number of players, one per deck, in the order of the decks."""

Key = TypeVar("Key")


class Distribution(NamedTuple):
    """A distribution of whole numbers; each quartile is one of the numbers."""

    size: int
    mean: float
    quartiles: tuple[int, int, int]
    least: int
    most: int


def distribution(numbers: Iterable[int]) -> Distribution | None:
    """Return the distribution of numbers; None if there are none."""
    ordered = sorted(numbers)
    if not ordered:
        return None
    first, middle, last = [ordered[-(-quarter * len(ordered) // 4) - 1] for quarter in (1, 2, 3)]
    return Distribution(
        len(ordered), fmean(ordered), (first, middle, last), ordered[0], ordered[-1]
    )


def shares(counts: Mapping[Key, int], keys: Iterable[Key]) -> tuple[float, ...]:
    """Return the share of each key in the sum of these keys; all shares are 0 if the sum is 0."""
    numbers = [counts.get(key, 0) for key in keys]
    whole = sum(numbers) or 1
    return tuple([count / whole for count in numbers])


def total_of(counts: Iterable[Mapping[Key, int]]) -> Counter[Key]:
    """Add up the counts of several games."""
    whole: Counter[Key] = Counter()
    for count in counts:
        whole.update(count)
    return whole


def mean_of(games: Sequence[GameFacts], fact: Callable[[GameFacts], float]) -> Estimate:
    """Estimate the mean of a fact over games, with a bootstrap interval over decks."""
    return means_of(games, lambda game: [fact(game)])[0]


def means_of(
    games: Sequence[GameFacts], facts: Callable[[GameFacts], Sequence[float]]
) -> tuple[Estimate, ...]:
    """Estimate the means of several facts over games."""
    return estimates(np.array([facts(game) for game in games], np.float64))
