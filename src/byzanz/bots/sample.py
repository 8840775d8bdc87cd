"""Full tables that agree with all that a seat knows.

Every order of 112 distinct cards under which each public event would have happened is equally
likely. A seat that played a card it was not known to hold has *shown* that its first hand had it.
Cards shown are drawn first and the others after them at random, but a first hand that holds more
of a shown kind could have been drawn in several of these ways, so it is kept only once in so many
times.
"""

from typing import TYPE_CHECKING

from byzanz.cards import DECK_SIZE, STALLS
from byzanz.dialect import Ints, compiles
from byzanz.dice import below
from byzanz.rules.fan import gain_card
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK
from byzanz.rules.sale import sellable_goods
from byzanz.rules.table import Table

if TYPE_CHECKING:
    from byzanz.bots.knowledge import Hidden

MOST_TRIES = 1_000_000
UNTOLD = -1  # whether a hand has a set to sell: only the closing sales tell


@compiles
def sample_table(table: Table, hidden: "Hidden", dice: Ints, out: Ints) -> bool:
    """Deal the unseen cards into the hands and the pile of a table as it is known.

    False when no deal was found that agrees with what is told: then it contradicts itself.
    """
    tries = 0
    while not draw_hands(table, hidden, dice, out):
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
def draw_card(hidden: "Hidden", dice: Ints, count: int) -> int:
    """One of the first so many unseen cards at random; it goes to the end of them."""
    chosen = below(dice, count)
    kind = hidden.unseen[chosen]
    hidden.unseen[chosen] = hidden.unseen[count - 1]
    hidden.unseen[count - 1] = kind
    return kind


@compiles
def draw_hands(table: Table, hidden: "Hidden", dice: Ints, out: Ints) -> bool:
    """Draw the hidden cards of all hands, to the end of the unseen ones; are they kept?"""
    last = hidden.unseen_count
    for seat in range(table.seat_count):
        first = last
        for stall in range(STALLS):
            out[stall] = table.stall_counts[seat][stall]
        for _ in range(hidden.counts[seat]):
            kind = draw_card(hidden, dice, last)
            last -= 1
            out[kind >> 2] += 1
            shown = hidden.shown[seat][kind]
            if shown:
                more = 0
                for place in range(last, first):
                    more += hidden.unseen[place] == kind
                if below(dice, shown + more) >= more:
                    return False
        told = hidden.has_trio[seat]
        if told != UNTOLD and (sellable_goods(out) != 0) != told:
            return False
    return True
