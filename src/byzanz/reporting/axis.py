"""Axes of plots with round ticks."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

STEPS = (1, 2, 5, 10)  # distances between ticks, before multiplication by a power of ten


class Tick(NamedTuple):
    """A labelled value on an axis."""

    at: float
    text: str


class Axis(NamedTuple):
    """An axis with its label, range and ticks."""

    label: str
    low: float
    high: float
    ticks: tuple[Tick, ...]

    def position(self, value: float, start: float, end: float) -> float:
        """Return the coordinate of a value on the axis drawn from start to end.

        A value outside the range is clamped to its nearer end.
        """
        share = (value - self.low) / (self.high - self.low)
        return start + min(1.0, max(0.0, share)) * (end - start)


def number_text(value: float) -> str:
    """Format a number without trailing zeros."""
    return f"{value:,.10g}"


def percent_text(value: float) -> str:
    """Format a share as percent without trailing zeros."""
    return f"{round(100 * value, 6):.10g} %"


def time_text(seconds: float) -> str:
    """Format a time in s, ms or µs with two or three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size * 0.9995 or unit == "µs":
            value = seconds / size
            digits = 0 if value >= 99.5 else 1
            text = f"{value:.{digits}f}"
            return f"{text.removesuffix('.0')} {unit}"
    raise AssertionError


def axis(
    label: str,
    values: Iterable[float],
    *,
    text: Callable[[float], str] = number_text,
    most_ticks: int = 6,
    whole_numbers: bool = False,
) -> Axis:
    """Make an axis that covers all values, with about `most_ticks` round ticks."""
    numbers = list(values)
    low, high = min(numbers), max(numbers)
    if low == high:
        high = low + 1
    step = _step((high - low) / (most_ticks - 1), whole_numbers=whole_numbers)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple([Tick(step * number, text(step * number)) for number in range(first, last + 1)])
    return Axis(label, ticks[0].at, ticks[-1].at, ticks)


def category_axis(label: str, names: Sequence[str]) -> Axis:
    """Make an axis with one category at each of the positions 0, 1, …."""
    ticks = tuple([Tick(number, name) for number, name in enumerate(names)])
    return Axis(label, -0.5, len(names) - 0.5, ticks)


def time_axis(label: str, logarithms: Iterable[float]) -> Axis:
    """Make an axis of times with ticks at powers of ten, for decimal logarithms of seconds."""
    numbers = list(logarithms)
    first, last = math.floor(min(numbers)), math.ceil(max(numbers))
    last = max(last, first + 1)
    ticks = tuple([Tick(power, time_text(10.0**power)) for power in range(first, last + 1)])
    return Axis(label, first, last, ticks)


def _step(least: float, *, whole_numbers: bool) -> float:
    """Return the smallest round step that is not below `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * step for step in STEPS if power * step >= least * (1 - 1e-9))
    return max(step, 1.0) if whole_numbers else step
