"""Axes of plots: where the ticks stand and what they say."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

STEPS = (1, 2, 5, 10)  # between ticks, times a power of ten


class Tick(NamedTuple):
    """A mark on an axis."""

    at: float
    text: str


class Axis(NamedTuple):
    """What is shown along one side of a plot, from its low to its high end."""

    label: str
    low: float
    high: float
    ticks: tuple[Tick, ...]

    def place(self, value: float, start: float, end: float) -> float:
        """Where a value lies if the axis is drawn from start to end."""
        share = (value - self.low) / (self.high - self.low)
        return start + min(1.0, max(0.0, share)) * (end - start)


def number_text(value: float) -> str:
    """A number without needless digits."""
    return f"{value:,.10g}"


def percent_text(value: float) -> str:
    """A share as percent, without needless digits."""
    return f"{round(100 * value, 6):.10g} %"


def time_text(seconds: float) -> str:
    """A time in the unit that suits it, to two or three digits."""
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
    most: int = 6,
    whole: bool = False,
) -> Axis:
    """An axis that reaches over all values, with at most so many round ticks."""
    known = list(values)
    low, high = min(known), max(known)
    if low == high:
        high = low + 1
    step = _step((high - low) / (most - 1), whole=whole)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple([Tick(step * number, text(step * number)) for number in range(first, last + 1)])
    return Axis(label, ticks[0].at, ticks[-1].at, ticks)


def places(label: str, names: Sequence[str]) -> Axis:
    """An axis of a few places 0, 1, … with a name for each."""
    ticks = tuple([Tick(number, name) for number, name in enumerate(names)])
    return Axis(label, -0.5, len(names) - 0.5, ticks)


def time_axis(label: str, logarithms: Iterable[float]) -> Axis:
    """An axis of times in powers of ten, for values that are logarithms of seconds."""
    known = list(logarithms)
    first, last = math.floor(min(known)), math.ceil(max(known))
    last = max(last, first + 1)
    ticks = tuple([Tick(power, time_text(10.0**power)) for power in range(first, last + 1)])
    return Axis(label, first, last, ticks)


def _step(least: float, *, whole: bool) -> float:
    """The round step that is not below the least one."""
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * step for step in STEPS if power * step >= least * (1 - 1e-9))
    return max(step, 1.0) if whole else step
