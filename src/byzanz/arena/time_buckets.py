"""Decision times as counts in logarithmic buckets.

Fifty buckets per factor of ten: a percentile is accurate to 3 %.
"""

import math
from collections.abc import Mapping

PER_DECADE = 50  # buckets per factor of ten
SHORTEST = 1e-6  # time of bucket 0, in seconds


def bucket_of(seconds: float) -> int:
    """Return the bucket of a time."""
    return max(0, round(PER_DECADE * math.log10(max(seconds, SHORTEST) / SHORTEST)))


def seconds_of(bucket: float) -> float:
    """Return the time in the middle of a bucket, in seconds."""
    return float(SHORTEST * 10 ** (bucket / PER_DECADE))


def percentile(counts: Mapping[int, int], share: float) -> float:
    """Return the time in seconds that a share of all decisions did not exceed.

    The result is 0 if there are no decisions.
    """
    wanted = share * sum(counts.values())
    seen = 0
    for bucket in sorted(counts):
        seen += counts[bucket]
        if seen >= wanted:
            return seconds_of(bucket)
    return 0.0
