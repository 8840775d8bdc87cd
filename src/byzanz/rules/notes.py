"""Notes: the rules report what happened as triples of a code, a seat and a number.

The notes of a move describe everything that it did. `byzanz.game.events` turns them into events;
compiled code leaves no notes.
"""

from byzanz.cards import NO_CARD
from byzanz.dialect import Ints, compiles, silent
from byzanz.rules.table import Table

# The codes. A note for each card comes first, then the note that says what happened to the cards.
CARD = 0  # number: the kind
LAID = 1  # the cards were added to a bid; number: its value now
TAKEN_BACK = 2  # the cards went back to a seat that passed
WON = 3  # the cards were paid into the market; number: the offer card
GIVEN = 4  # number: the kind of the lot card that went into the market
OFFER = 5  # the cards were taken from the lot; number: the offer card that came with them
STALL = 6  # the cards were taken from the market; number: the stall
SOLD = 7  # the cards were sold as a set; number: the kind that is kept
DISCARDED = 8  # number: the kind
LEFT = 9  # the cards went from the market to the box
ROUND = 10  # a round begins; seat: the opener; number: rounds finished
LOT = 11  # the cards were revealed, the seat opens; number: the offer card
DONE = 12  # number: 1 if the seat has no trio to sell, 0 if it chose to end its sales
ENDED = 13  # the game is over


@silent
def note(table: Table, code: int, seat: int, number: int) -> None:
    """Append a note."""
    table.notes.append((code, seat, number))


@compiles
def note_cards(table: Table, seat: int, card_list: Ints) -> None:
    """Append a note for every card of a card list."""
    for index in range(len(card_list)):
        if card_list[index] != NO_CARD:
            note(table, CARD, seat, card_list[index])
