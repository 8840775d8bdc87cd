"""Arithmetic on kinds: a kind is 4 x good + rank, and rank 0 to 3 stands for value 1 to 4.

Kind 24, the merchant, falls into stall 6 by the same formula; it has no value.
"""

from byzanz.cards import KINDS
from byzanz.dialect import compiles


@compiles
def stall_of_kind(kind: int) -> int:
    """The stall that holds a kind: its good, or GOODS for a merchant."""
    return kind >> 2


@compiles
def rank_of_kind(kind: int) -> int:
    """The rank of a goods card within its good, 0 to 3; does not check for a merchant."""
    return kind & 3


@compiles
def value_of_kind(kind: int) -> int:
    """The printed value of a goods card, 1 to 4; does not check for a merchant."""
    return (kind & 3) + 1


@compiles
def kind_of(good: int, rank: int) -> int:
    """The kind of a goods card."""
    return 4 * good + rank


@compiles
def first_kind(stall: int) -> int:
    """The lowest kind in a stall; the kinds of the stall end before the first of the next one."""
    return min(4 * stall, KINDS)
