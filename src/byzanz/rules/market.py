"""R4: the market at the round's end."""

from byzanz.cards import GOODS, KINDS, MERCHANT
from byzanz.dialect import compiles
from byzanz.rules.fan import gain_card
from byzanz.rules.notes import CARD, LEFT, STALL, note
from byzanz.rules.numbers import OFFERS
from byzanz.rules.table import NOBODY, Table


@compiles
def taker(table: Table, place: int) -> int:
    """R4.1: the seat that takes in this place, from 0; offer cards in rising order."""
    offer = OFFERS[table.seat_count][table.seat_count - 1 - place]
    seat = 0
    while table.offers[seat] != offer:
        seat += 1
    return seat


@compiles
def first_kind(stall: int) -> int:
    """The least kind that lies in a stall; that of the next stall ends it."""
    return min(4 * stall, KINDS)


@compiles
def has_stall(table: Table, stall: int) -> bool:
    """R4.2: does a card lie in this stall?"""
    if stall == GOODS:
        return table.market[MERCHANT] > 0
    first = 4 * stall
    market = table.market
    return (market[first] | market[first + 1] | market[first + 2] | market[first + 3]) > 0


@compiles
def is_market_empty(table: Table) -> bool:
    """R4.3: is no stall left?"""
    cards = 0
    for kind in range(KINDS):
        cards |= table.market[kind]
    return cards == 0


@compiles
def take_stall(table: Table, seat: int, stall: int) -> None:
    """R4.2: all cards of one stall go into the hand."""
    for kind in range(first_kind(stall), first_kind(stall + 1)):
        for _ in range(table.market[kind]):
            gain_card(table, seat, kind)
            note(table, CARD, seat, kind)
        table.market[kind] = 0
    table.takes += 1
    note(table, STALL, seat, stall)


@compiles
def clear_market(table: Table) -> None:
    """R4.4: what is left goes to the box, and the offer cards are given back."""
    for kind in range(KINDS):
        for _ in range(table.market[kind]):
            note(table, CARD, NOBODY, kind)
        table.box[kind] += table.market[kind]
        table.market[kind] = 0
    note(table, LEFT, NOBODY, 0)
    for seat in range(table.seat_count):
        table.offers[seat] = 0
    table.auction = 0
    table.takes = 0
