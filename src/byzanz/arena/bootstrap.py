"""Bootstrap intervals of means: decks are resampled with replacement."""

from typing import Any, TypeAlias

import msgspec
import numpy as np

Floats: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

RESAMPLES = 2000
SEED = 1  # a fixed seed, so that the same games always give the same intervals
LEVELS = (2.5, 97.5)  # percentiles at the ends of a 95 % interval
MOST_DRAWS = 4_000_000  # number of decks drawn per step, which limits the memory needed
LEAST_WIDTH = 1e-9  # a narrower interval is rounding error around a single value


class Estimate(msgspec.Struct, frozen=True):
    """A mean and the ends of its 95 % interval.

    If all decks gave the same value, as a single deck always does, resampling can't show how far
    chance moves the mean. Both ends are then equal, but the interval is unknown: use `interval` or
    the comparisons instead of the ends. `low` and `high` are fields of the JSON output.
    """

    mean: float
    low: float
    high: float

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends of the interval, or None if it is unknown."""
        return (self.low, self.high) if self.high - self.low > LEAST_WIDTH else None

    def is_above(self, value: float) -> bool:
        """Return whether the whole interval is above a value; False if it is unknown."""
        return self.interval is not None and self.low > value

    def is_below(self, value: float) -> bool:
        """Return whether the whole interval is below a value; False if it is unknown."""
        return self.interval is not None and self.high < value

    def excludes(self, value: float) -> bool:
        """Return whether the interval does not contain a value; False if it is unknown."""
        return self.is_above(value) or self.is_below(value)


def estimates(values: Floats, resamples: int = RESAMPLES) -> tuple[Estimate, ...]:
    """Estimate the mean of each column; a row holds the values of one deck.

    Games of one deck depend on each other, so a row has to be the mean over all games of a deck.
    This is not checked.
    """
    low, high = np.percentile(_resampled_means(values, resamples), LEVELS, axis=0)
    return tuple(
        [Estimate(*map(float, facts)) for facts in zip(values.mean(axis=0), low, high, strict=True)]
    )


def _resampled_means(values: Floats, resamples: int) -> Floats:
    """Return the column means of `resamples` samples of all rows, drawn with replacement."""
    rows = len(values)
    generator = np.random.default_rng(SEED)
    means = np.empty((resamples, values.shape[1]))
    step = max(1, MOST_DRAWS // rows)
    for start in range(0, resamples, step):
        count = min(step, resamples - start)
        drawn = generator.integers(0, rows, size=(count, rows))
        drawn += rows * np.arange(count)[:, None]
        times = np.bincount(drawn.ravel(), minlength=count * rows).reshape(count, rows)
        means[start : start + count] = times.astype(np.float64) @ values / rows
    return means
