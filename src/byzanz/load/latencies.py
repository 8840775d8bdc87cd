"""Percentiles of latencies."""

from array import array

import msgspec


class Latencies(msgspec.Struct, frozen=True):
    """Percentiles in milliseconds; all 0 if nothing was measured."""

    count: int
    p50: float
    p99: float
    most: float  # the maximum


def latencies_of(seconds: "array[float]") -> Latencies:
    """Return the percentiles of latencies that are given in seconds."""
    if not seconds:
        return Latencies(0, 0.0, 0.0, 0.0)
    ordered = sorted(seconds)
    p50, p99, most = [
        round(1000 * ordered[min(int(share * len(ordered)), len(ordered) - 1)], 2)
        for share in (0.5, 0.99, 1.0)
    ]
    return Latencies(len(ordered), p50, p99, most)
