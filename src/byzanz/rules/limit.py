"""R6: the hand limit."""

from byzanz.dialect import compiles
from byzanz.rules.fan import lose_card
from byzanz.rules.notes import DISCARDED, note
from byzanz.rules.numbers import HAND_LIMIT
from byzanz.rules.table import Table


@compiles
def excess_count(table: Table, seat: int) -> int:
    """R6.1, R6.4: how many cards the hand has over seven, merchants included; or 0."""
    return max(0, table.hand_sizes[seat] - HAND_LIMIT)


@compiles
def discard_card(table: Table, seat: int, kind: int) -> None:
    """R6.3: one card to the box."""
    lose_card(table, seat, kind)
    table.box[kind] += 1
    note(table, DISCARDED, seat, kind)
