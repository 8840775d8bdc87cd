"""Sampling of complete tables that are consistent with everything a seat knows.

Every order of the 112 distinct cards under which all public events would have happened is equally
likely. A seat that played a card it was not known to hold has *shown* that this card was in its
first hand. The shown cards are fixed, and the other hidden cards are drawn at random. This draws a
first hand with more copies of a shown kind too often, once for each choice of the shown copies, so
rejection sampling corrects the weight.
"""

from typing import TYPE_CHECKING

from byzanz.cards import DECK_SIZE, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.dice import below
from byzanz.rules.card_list import gain_card
from byzanz.rules.kinds import stall_of_kind
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK
from byzanz.rules.sale import sellable_goods
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.engine.search.belief import HiddenCards

MOST_TRIES = 1_000_000  # rejected deals after which sampling gives up
UNKNOWN = -1  # whether a hand has a trio is not public before the closing sales


@compiles
def sample_table(table: Table, hidden: "HiddenCards", dice: Ints, buffer: Ints) -> bool:
    """Deal the unseen cards into the hands, the draw pile and the cards put back.

    The table has to be a fresh copy of the known table. Returns False if no consistent deal was
    found in MOST_TRIES tries, because the known facts contradict each other.
    """
    tries = 0
    while not draw_hands(table, hidden, dice, buffer):
        tries += 1
        if tries == MOST_TRIES:
            return False
    last = hidden.unseen_count
    for seat in range(table.seat_count):
        for _ in range(hidden.counts[seat]):
            last -= 1
            gain_card(table, seat, hidden.unseen[last])
    for position in range(table.drawn, DECK_SIZE):
        table.deck[position] = draw_card(hidden, dice, last)
        last -= 1
    first = FIRST_HAND * table.seat_count
    for position in range(first, first + PUT_BACK[table.seat_count]):
        last -= 1
        table.deck[position] = hidden.unseen[last]
    return True


@compiles
def draw_card(hidden: "HiddenCards", dice: Ints, count: int) -> int:
    """Draw one of the first `count` unseen cards and move it to the end of them."""
    chosen = below(dice, count)
    kind = hidden.unseen[chosen]
    hidden.unseen[chosen] = hidden.unseen[count - 1]
    hidden.unseen[count - 1] = kind
    return kind


@compiles
def draw_hands(table: Table, hidden: "HiddenCards", dice: Ints, buffer: Ints) -> bool:
    """Draw the hidden cards of all hands to the end of the unseen ones; False if rejected."""
    last = hidden.unseen_count
    for seat in range(table.seat_count):
        first = last
        for stall in range(STALLS):
            buffer[stall] = table.stall_counts[seat][stall]
        for _ in range(hidden.counts[seat]):
            kind = draw_card(hidden, dice, last)
            last -= 1
            buffer[stall_of_kind(kind)] += 1
            shown = hidden.shown[seat][kind]
            if shown:
                more = 0
                for index in range(last, first):
                    more += hidden.unseen[index] == kind
                if below(dice, shown + more) >= more:
                    return False
        expected = hidden.has_trio[seat]
        if expected != UNKNOWN and (sellable_goods(buffer) != 0) != expected:
            return False
    return True
