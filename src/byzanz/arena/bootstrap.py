"""How far chance could have moved a mean: intervals by drawing the decks again and again."""

from typing import Any, TypeAlias

import msgspec
import numpy as np

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

RESAMPLES = 2000
SEED = 1  # the same games always give the same intervals
LEVELS = (2.5, 97.5)  # percentiles: 95 of 100 such intervals hold the truth
MOST_DRAWS = 4_000_000  # at a time, to be kind to memory


class Estimate(msgspec.Struct, frozen=True):
    """A mean, and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


def estimates(values: Floats, resamples: int = RESAMPLES) -> tuple[Estimate, ...]:
    """The mean of each column with its interval; a row is all games of one deck."""
    low, high = np.percentile(_resampled_means(values, resamples), LEVELS, axis=0)
    return tuple(
        [Estimate(*map(float, facts)) for facts in zip(values.mean(axis=0), low, high, strict=True)]
    )


def _resampled_means(values: Floats, resamples: int) -> Floats:
    """The means of each column over as many rows as there are, drawn with repetition."""
    rows = len(values)
    dice = np.random.default_rng(SEED)
    means = np.empty((resamples, values.shape[1]))
    step = max(1, MOST_DRAWS // rows)
    for start in range(0, resamples, step):
        count = min(step, resamples - start)
        drawn = dice.integers(0, rows, size=(count, rows))
        drawn += rows * np.arange(count)[:, None]
        times = np.bincount(drawn.ravel(), minlength=count * rows).reshape(count, rows)
        means[start : start + count] = times.astype(np.float64) @ values / rows
    return means
