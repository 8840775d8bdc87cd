"""R7: closing sales and the result."""

from byzanz.dialect import compiles
from byzanz.rules.notes import DONE, note
from byzanz.rules.sale import has_trio
from byzanz.rules.table import NOBODY, Table


@compiles
def end_idle_seats(table: Table) -> None:
    """R7.1: mark every seat that has no set to sell as done."""
    for seat in range(table.seat_count):
        if not table.done[seat] and not has_trio(table, seat):
            table.done[seat] = 1
            note(table, DONE, seat, 1)


@compiles
def end_sales(table: Table, seat: int) -> None:
    """R7.1: the seat ends its closing sales."""
    table.done[seat] = 1
    note(table, DONE, seat, 0)


@compiles
def first_open_seat(table: Table) -> int:
    """R7.1: the lowest seat that is not done, or NOBODY."""
    for seat in range(table.seat_count):
        if not table.done[seat]:
            return seat
    return NOBODY


@compiles
def beats(table: Table, seat: int, other: int) -> bool:
    """R7.2: has the seat more profit; R7.3: or as much, and more cards in hand?"""
    if table.profits[seat] != table.profits[other]:
        return table.profits[seat] > table.profits[other]
    return table.hand_sizes[seat] > table.hand_sizes[other]


@compiles
def is_winner(table: Table, seat: int) -> bool:
    """R7.4: does no seat beat this one? Several winners share the victory."""
    for other in range(table.seat_count):
        if beats(table, other, seat):
            return False
    return True
