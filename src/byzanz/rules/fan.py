"""Fans: the cards of a hand, a bid or a lot as a list of kinds, with NO_CARD behind the last.

A hand seldom has more than seven cards, so walking a fan is quicker than walking 25 counts.
Hands and lots are sorted, a bid lies in the order of laying.
"""

from byzanz.cards import KINDS, NO_CARD
from byzanz.dialect import Ints, compiles
from byzanz.rules.table import Table


@compiles
def add_card(fan: Ints, size: int, kind: int) -> None:
    """Put a card where it belongs among so many sorted ones."""
    for place in range(size + 1):
        here = fan[place]
        fan[place] = min(here, kind)
        kind = max(here, kind)


@compiles
def remove_card(fan: Ints, size: int, kind: int) -> None:
    """Take a card that is there out of so many."""
    shift = 0
    for place in range(size):
        shift |= fan[place] == kind
        fan[place] = fan[place + shift]


@compiles
def gain_card(table: Table, seat: int, kind: int) -> None:
    """A card comes into the hand."""
    add_card(table.hands[seat], table.hand_sizes[seat], kind)
    table.hand_sizes[seat] += 1
    table.stall_counts[seat][kind >> 2] += 1


@compiles
def lose_card(table: Table, seat: int, kind: int) -> None:
    """A card leaves the hand."""
    remove_card(table.hands[seat], table.hand_sizes[seat], kind)
    table.hand_sizes[seat] -= 1
    table.stall_counts[seat][kind >> 2] -= 1


@compiles
def gain_cards(table: Table, seat: int, fan: Ints) -> None:
    """All cards of a bid or a lot come into the hand."""
    place = 0
    while fan[place] != NO_CARD:
        gain_card(table, seat, fan[place])
        fan[place] = NO_CARD
        place += 1


@compiles
def list_kinds(fan: Ints, out: Ints, base: int) -> int:
    """Write base + each kind of a sorted fan once; how many there are."""
    count = 0
    last = KINDS
    place = 0
    while fan[place] != NO_CARD:
        kind = fan[place]
        out[count] = base + kind
        count += kind != last
        last = kind
        place += 1
    return count
