"""Moving cards between piles."""

from byzanz.cards import KINDS
from byzanz.dialect import Ints, compiles


@compiles
def pour(source: Ints, target: Ints) -> int:
    """Move all cards of one pile onto another; how many there were."""
    moved = 0
    for kind in range(KINDS):
        count = source[kind]
        if count:
            target[kind] += count
            source[kind] = 0
            moved += count
    return moved


@compiles
def first_kind(stall: int) -> int:
    """The least kind that lies in a stall; that of the next stall ends it."""
    return min(4 * stall, KINDS)
