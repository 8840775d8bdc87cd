"""How long something took, many times over."""

from array import array

import msgspec


class Spread(msgspec.Struct, frozen=True):
    """In milliseconds; zeros where nothing was measured."""

    count: int
    p50: float
    p99: float
    most: float


def spread_of(seconds: "array[float]") -> Spread:
    """The spread of many times."""
    if not seconds:
        return Spread(0, 0.0, 0.0, 0.0)
    ordered = sorted(seconds)
    p50, p99, most = [
        round(1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)], 2)
        for share in (0.5, 0.99, 1.0)
    ]
    return Spread(len(ordered), p50, p99, most)
