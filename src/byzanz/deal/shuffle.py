"""A fair shuffle from a stream of numbers."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from byzanz.deal.stream import RANGE

Item = TypeVar("Item")


def shuffled(items: Sequence[Item], numbers: Iterator[int]) -> tuple[Item, ...]:
    """The items in an order each as likely (Fisher and Yates, from the last place down)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        place = below(last + 1, numbers)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, each as likely; what would favour some is skipped."""
    limit = RANGE - RANGE % bound
    number = next(numbers)
    while number >= limit:
        number = next(numbers)
    return number % bound
