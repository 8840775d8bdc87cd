"""Decision times as counts in logarithmic buckets.

Fifty buckets per factor of ten: a percentile is accurate to 3 %.
"""

import math
from collections.abc import Mapping

PER_DECADE = 50
SHORTEST = 1e-6  # seconds, of bucket 0


def bucket_of(seconds: float) -> int:
    """Return the bucket of a time."""
    return max(0, round(PER_DECADE * math.log10(max(seconds, SHORTEST) / SHORTEST)))


def seconds_of(bucket: float) -> float:
    """Return the time in the middle of a bucket."""
    return float(SHORTEST * 10 ** (bucket / PER_DECADE))


def percentile(counts: Mapping[int, int], share: float) -> float:
    """Return the time that this share of all decisions did not exceed; 0 if there are none."""
    wanted = share * sum(counts.values())
    seen = 0
    for bucket in sorted(counts):
        seen += counts[bucket]
        if seen >= wanted:
            return seconds_of(bucket)
    return 0.0
