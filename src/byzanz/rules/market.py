"""R4: the market at the round's end."""

from byzanz.cards import KINDS
from byzanz.dialect import compiles
from byzanz.rules.notes import CARD, LEFT, STALL, note, note_cards
from byzanz.rules.numbers import OFFERS
from byzanz.rules.pile import first_kind, pour
from byzanz.rules.table import NOBODY, Table


@compiles
def taker(table: Table, place: int) -> int:
    """R4.1: the seat that takes in this place, from 0; offer cards in rising order."""
    offer = OFFERS[table.seat_count][table.seat_count - 1 - place]
    for seat in range(table.seat_count):
        if table.offers[seat] == offer:
            return seat
    return NOBODY


@compiles
def has_stall(table: Table, stall: int) -> bool:
    """R4.2: does a card lie in this stall?"""
    for kind in range(first_kind(stall), first_kind(stall + 1)):
        if table.market[kind]:
            return True
    return False


@compiles
def is_market_empty(table: Table) -> bool:
    """R4.3: is no stall left?"""
    for kind in range(KINDS):
        if table.market[kind]:
            return False
    return True


@compiles
def take_stall(table: Table, seat: int, stall: int) -> None:
    """R4.2: all cards of one stall go into the hand."""
    for kind in range(first_kind(stall), first_kind(stall + 1)):
        count = table.market[kind]
        for _ in range(count):
            note(table, CARD, seat, kind)
        table.market[kind] = 0
        table.hands[seat][kind] += count
        table.hand_sizes[seat] += count
    table.takes += 1
    note(table, STALL, seat, stall)


@compiles
def clear_market(table: Table) -> None:
    """R4.4: what is left goes to the box, and the offer cards back onto their stack."""
    note_cards(table, NOBODY, table.market)
    note(table, LEFT, NOBODY, 0)
    pour(table.market, table.box)
    for seat in range(table.seat_count):
        table.offers[seat] = 0
    table.auction = 0
    table.takes = 0
