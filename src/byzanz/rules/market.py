"""R4: the market at the end of a round."""

from byzanz.cards import GOODS, KINDS, MERCHANT
from byzanz.dialect import compiles
from byzanz.rules.card_list import gain_card
from byzanz.rules.kinds import first_kind, kind_of
from byzanz.rules.notes import CARD, LEFT, STALL, note
from byzanz.rules.numbers import OFFERS
from byzanz.rules.table import NOBODY, Table


@compiles
def taker(table: Table, position: int) -> int:
    """R4.1: the seat at a position in the market's order, from 0: lowest offer card first."""
    offer = OFFERS[table.seat_count][table.seat_count - 1 - position]
    seat = 0
    while table.offers[seat] != offer:
        seat += 1
    return seat


@compiles
def has_stall(table: Table, stall: int) -> bool:
    """R4.2: has this stall any cards?"""
    if stall == GOODS:
        return table.market[MERCHANT] > 0
    first = kind_of(stall, 0)
    market = table.market
    return (market[first] | market[first + 1] | market[first + 2] | market[first + 3]) > 0


@compiles
def is_market_empty(table: Table) -> bool:
    """R4.3: are all stalls empty?"""
    cards = 0
    for kind in range(KINDS):
        cards |= table.market[kind]
    return cards == 0


@compiles
def take_stall(table: Table, seat: int, stall: int) -> None:
    """R4.2: move all cards of one stall into the hand."""
    for kind in range(first_kind(stall), first_kind(stall + 1)):
        for _ in range(table.market[kind]):
            gain_card(table, seat, kind)
            note(table, CARD, seat, kind)
        table.market[kind] = 0
    table.takes += 1
    note(table, STALL, seat, stall)


@compiles
def clear_market(table: Table) -> None:
    """R4.4: move the remaining cards to the box and return the offer cards."""
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
