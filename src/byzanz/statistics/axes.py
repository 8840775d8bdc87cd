"""Axes and columns that several figures share."""

from collections import Counter
from collections.abc import Sequence

from byzanz.reporting.axis import Axis, Tick, axis
from byzanz.reporting.plot import Column

STARTS_AT_ZERO_BELOW = 8  # an axis starts at 0 if its lowest number is below this


def parts_axis(noun: str) -> Axis:
    """Make the axis of stacked shares."""
    return Axis(f"share of the {noun}", 0, 1, tuple([Tick(n / 4, f"{25 * n} %") for n in range(5)]))


def integer_columns(numbers: Sequence[int]) -> list[Column]:
    """Make a column for each whole number from the lowest to the highest."""
    counts = Counter(numbers)
    return [
        Column(number, number + 1, counts[number] / len(numbers))
        for number in range(min(numbers), max(numbers) + 1)
    ]


def integer_axis(label: str, numbers: Sequence[int]) -> Axis:
    """Make an axis for `integer_columns`; each tick is in the middle of its column."""
    least, most = min(numbers), max(numbers)
    low = 0 if least < STARTS_AT_ZERO_BELOW else least
    ticks = axis(label, [low, max(low + 1, most)], whole_numbers=True).ticks
    inside = [Tick(tick.at + 0.5, tick.text) for tick in ticks if low <= tick.at <= most]
    return Axis(label, low, most + 1, tuple(inside))
