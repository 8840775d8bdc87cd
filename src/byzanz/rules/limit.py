"""R6: the hand limit."""

from byzanz.dialect import compiles
from byzanz.rules.fan import lose_card
from byzanz.rules.notes import DISCARDED, note
from byzanz.rules.numbers import HAND_LIMIT
from byzanz.rules.table import Table


@compiles
def excess_of(hand_size: int) -> int:
    """R6.1, R6.4: how many cards a hand has over seven, merchants included; or 0."""
    return max(0, hand_size - HAND_LIMIT)


@compiles
def excess_count(table: Table, seat: int) -> int:
    """R6.1: how many cards this seat has too many."""
    return excess_of(table.hand_sizes[seat])


@compiles
def discard_card(table: Table, seat: int, kind: int) -> None:
    """R6.3: one card to the box."""
    lose_card(table, seat, kind)
    table.box[kind] += 1
    note(table, DISCARDED, seat, kind)
