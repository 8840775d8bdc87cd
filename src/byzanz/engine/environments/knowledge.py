"""Knowledge: what every seat knows with perfect memory, kept beside a table while it is played.

Every card that enters or leaves a hand after the deal is public. So a hand consists of known cards
and of those first cards that its seat has not yet shown. When a card leaves the hand, a known one
of its kind leaves first, and only then a first card is shown.
"""

from dataclasses import dataclass, field
from typing import Annotated

from byzanz.cards import COPIES, KINDS, NO_CARD
from byzanz.dialect import compiles
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK, SEATS
from byzanz.rules.sale import has_trio
from byzanz.rules.table import CLOSE, Bounds, CardCount, EachKind, EachSeat, Kind, Shape, Table

UNKNOWN = -1  # whether a hand has a trio is not public before the closing sales

UNSHOWN_SLOTS = FIRST_HAND + 1  # a card list


@dataclass(slots=True)
class Knowledge:
    """The hidden part of each hand, and what follows for everybody from all public events."""

    unshown: Annotated[list[list[int]], Kind, Shape(SEATS, UNSHOWN_SLOTS)] = field(
        default_factory=lambda: [[NO_CARD] * UNSHOWN_SLOTS for _ in range(SEATS)]
    )  # [seat]: the first cards still in hand that the seat has not shown, a sorted card list
    unshown_counts: Annotated[list[int], Bounds(0, FIRST_HAND), EachSeat] = field(
        default_factory=lambda: [0] * SEATS
    )
    unrevealed: Annotated[list[int], CardCount, EachKind] = field(
        default_factory=lambda: [0] * KINDS
    )  # [kind]: cards that were never public: unshown, in the draw pile, or put back
    trios: Annotated[list[int], Bounds(UNKNOWN, 1), EachSeat] = field(
        default_factory=lambda: [UNKNOWN] * SEATS
    )  # whether the hand has a trio, as far as that is public


@compiles
def begin_knowledge(table: Table, knowledge: "Knowledge") -> None:
    """Reset the knowledge to that of a table that was just dealt."""
    for kind in range(KINDS):
        knowledge.unrevealed[kind] = COPIES[kind]
    for seat in range(SEATS):
        knowledge.trios[seat] = UNKNOWN
        knowledge.unshown_counts[seat] = 0
        for slot in range(UNSHOWN_SLOTS):
            knowledge.unshown[seat][slot] = NO_CARD
    for seat in range(table.seat_count):
        knowledge.unshown_counts[seat] = FIRST_HAND
        for slot in range(FIRST_HAND):
            knowledge.unshown[seat][slot] = table.hands[seat][slot]
    reveal_drawn(table, knowledge, FIRST_HAND * table.seat_count + PUT_BACK[table.seat_count])


@compiles
def update_knowledge(table: Table, knowledge: "Knowledge", seat: int, drawn: int) -> None:
    """Add what an action of a seat made public; `drawn` is the table's value before the action."""
    show_played_cards(table, knowledge, seat)
    reveal_drawn(table, knowledge, drawn)
    if table.phase >= CLOSE:
        for other in range(table.seat_count):
            knowledge.trios[other] = has_trio(table, other)


@compiles
def reveal_drawn(table: Table, knowledge: "Knowledge", drawn: int) -> None:
    """Mark the cards of a new lot as revealed: those of the deck from the index `drawn` on."""
    for position in range(drawn, table.drawn):
        knowledge.unrevealed[table.deck[position]] -= 1


@compiles
def show_played_cards(table: Table, knowledge: "Knowledge", seat: int) -> None:
    """Keep of the unshown cards of a seat those that are still in its hand.

    Both lists are sorted. An unshown card without a partner in the hand has been played.
    """
    unshown = knowledge.unshown[seat]
    hand = table.hands[seat]
    count = knowledge.unshown_counts[seat]
    kept = 0
    index = 0
    for slot in range(count):
        kind = unshown[slot]
        while hand[index] < kind:
            index += 1
        if hand[index] == kind:
            unshown[kept] = kind
            kept += 1
            index += 1
        else:
            knowledge.unrevealed[kind] -= 1
    for slot in range(kept, count):
        unshown[slot] = NO_CARD
    knowledge.unshown_counts[seat] = kept
