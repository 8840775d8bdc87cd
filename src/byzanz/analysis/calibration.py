"""Do chances come true? Of positions given 30 %, about 30 % should be won."""

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

BINS = 10


class Bin(msgspec.Struct, frozen=True):
    """Chances of about the same size, and what became of them."""

    count: int
    given: float  # mean chance
    won: float  # mean share of the victory
    error: float  # standard error of what was won


def bins_of(pairs: Iterable[tuple[float, float]]) -> list[Bin]:
    """Pairs of a chance and the share that was won, in bins of equal width; none is empty."""
    found: dict[int, list[tuple[float, float]]] = {}
    for given, won in pairs:
        found.setdefault(min(int(BINS * given), BINS - 1), []).append((given, won))
    return [_bin(found[place]) for place in sorted(found)]


def _bin(pairs: Sequence[tuple[float, float]]) -> Bin:
    count = len(pairs)
    given, won = (sum(column) / count for column in zip(*pairs, strict=True))
    variance = sum((each - won) ** 2 for _, each in pairs) / count
    return Bin(count, given, won, sqrt(variance / count))


def calibration_error(bins: Sequence[Bin]) -> float:
    """The expected calibration error: how far chances are off on average."""
    total = sum(each.count for each in bins)
    return sum(each.count * abs(each.given - each.won) for each in bins) / total
