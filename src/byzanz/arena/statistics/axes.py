"""Axes and columns that several figures have."""

from collections import Counter
from collections.abc import Sequence

from byzanz.arena.axis import Axis, Tick, axis
from byzanz.arena.plot import Column

NEAR = 8  # numbers from so high on need no zero on their axis


def parts_axis(noun: str) -> Axis:
    """The axis of a plot of shares."""
    return Axis(f"share of the {noun}", 0, 1, tuple([Tick(n / 4, f"{25 * n} %") for n in range(5)]))


def whole_columns(numbers: Sequence[int]) -> list[Column]:
    """A column for each whole number from the lowest on."""
    counts = Counter(numbers)
    return [
        Column(number, number + 1, counts[number] / len(numbers))
        for number in range(min(numbers), max(numbers) + 1)
    ]


def whole_axis(label: str, numbers: Sequence[int]) -> Axis:
    """An axis for such columns: each number stands below the middle of its column."""
    least, most = min(numbers), max(numbers)
    low = 0 if least < NEAR else least
    ticks = axis(label, [low, max(low + 1, most)], whole=True).ticks
    inside = [Tick(tick.at + 0.5, tick.text) for tick in ticks if low <= tick.at <= most]
    return Axis(label, low, most + 1, tuple(inside))
