"""Calibration of win shares: of positions estimated at 30 %, about 30 % should be won."""

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

BINS = 10


class Bin(msgspec.Struct, frozen=True):
    """Positions with about the same estimated win share, and how often they were won."""

    count: int
    estimated: float  # mean estimate
    won: float  # mean share of the victory
    error: float  # standard error of `won`


def bins_of(pairs: Iterable[tuple[float, float]]) -> list[Bin]:
    """Group pairs of an estimate and the share won into bins of equal width; omit empty bins."""
    groups: dict[int, list[tuple[float, float]]] = {}
    for estimated, won in pairs:
        groups.setdefault(min(int(BINS * estimated), BINS - 1), []).append((estimated, won))
    return [_bin(groups[index]) for index in sorted(groups)]


def _bin(pairs: Sequence[tuple[float, float]]) -> Bin:
    count = len(pairs)
    estimated, won = (sum(column) / count for column in zip(*pairs, strict=True))
    variance = sum((each - won) ** 2 for _, each in pairs) / count
    return Bin(count, estimated, won, sqrt(variance / count))


def calibration_error(bins: Sequence[Bin]) -> float:
    """Return the expected calibration error: the mean distance between `estimated` and `won`."""
    total = sum(each.count for each in bins)
    return sum(each.count * abs(each.estimated - each.won) for each in bins) / total
