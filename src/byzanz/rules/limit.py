"""R6: the hand limit."""

from byzanz.dialect import compiles
from byzanz.rules.card_list import lose_card
from byzanz.rules.notes import DISCARDED, note
from byzanz.rules.numbers import HAND_LIMIT
from byzanz.rules.table import Table


@compiles
def excess_of(hand_size: int) -> int:
    """R6.1, R6.4: the number of cards over the limit, merchants included; 0 if none."""
    return max(0, hand_size - HAND_LIMIT)


@compiles
def excess_count(table: Table, seat: int) -> int:
    """R6.1: the number of cards that this seat holds over the limit."""
    return excess_of(table.hand_sizes[seat])


@compiles
def discard_card(table: Table, seat: int, kind: int) -> None:
    """R6.3: put one card of the hand into the box."""
    lose_card(table, seat, kind)
    table.box[kind] += 1
    note(table, DISCARDED, seat, kind)
