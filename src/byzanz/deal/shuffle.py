"""An unbiased shuffle from a stream of uniform numbers."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from byzanz.deal.key_stream import RANGE

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], numbers: Iterator[int]) -> tuple[Item, ...]:
    """Return the items in a random order (Fisher-Yates, from the last index down)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = uniform_below(last + 1, numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def uniform_below(bound: int, numbers: Iterator[int]) -> int:
    """Return a uniform number below `bound`; rejection sampling avoids modulo bias."""
    limit = RANGE - RANGE % bound
    number = next(numbers)
    while number >= limit:
        number = next(numbers)
    return number % bound
