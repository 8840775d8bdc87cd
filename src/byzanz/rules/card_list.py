"""Card lists: the cards of a hand, a bid or a lot as a list of kinds that ends with NO_CARD.

A hand seldom has more than seven cards, so a card list is faster to read than a pile of 25 counts.
Hands and lots are sorted; a bid is in the order in which its cards were laid.
"""

from byzanz.cards import KINDS, NO_CARD
from byzanz.dialect import Ints, compiles
from byzanz.rules.kinds import stall_of_kind
from byzanz.rules.table import Table


@compiles
def add_card(card_list: Ints, size: int, kind: int) -> None:
    """Insert a card into a sorted card list of this size."""
    for index in range(size + 1):
        here = card_list[index]
        card_list[index] = min(here, kind)
        kind = max(here, kind)


@compiles
def remove_card(card_list: Ints, size: int, kind: int) -> None:
    """Remove a card from a card list of this size; does not check that the card is there."""
    shift = 0
    for index in range(size):
        shift |= card_list[index] == kind
        card_list[index] = card_list[index + shift]


@compiles
def gain_card(table: Table, seat: int, kind: int) -> None:
    """Add a card to the hand of a seat."""
    add_card(table.hands[seat], table.hand_sizes[seat], kind)
    table.hand_sizes[seat] += 1
    table.stall_counts[seat][stall_of_kind(kind)] += 1


@compiles
def lose_card(table: Table, seat: int, kind: int) -> None:
    """Remove a card from the hand of a seat; does not check that the card is there."""
    remove_card(table.hands[seat], table.hand_sizes[seat], kind)
    table.hand_sizes[seat] -= 1
    table.stall_counts[seat][stall_of_kind(kind)] -= 1


@compiles
def gain_cards(table: Table, seat: int, card_list: Ints) -> None:
    """Move all cards of a bid or a lot into the hand of a seat."""
    index = 0
    while card_list[index] != NO_CARD:
        gain_card(table, seat, card_list[index])
        card_list[index] = NO_CARD
        index += 1


@compiles
def list_kinds(card_list: Ints, out: Ints, base: int) -> int:
    """Write base + kind once for each kind in a sorted card list; return the count."""
    count = 0
    last = KINDS
    index = 0
    while card_list[index] != NO_CARD:
        kind = card_list[index]
        out[count] = base + kind
        count += kind != last
        last = kind
        index += 1
    return count
