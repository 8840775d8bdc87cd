"""What the rules tell an observer: a note is a word, a seat and a number.

Notes say all that a move did. They are for `game.events`, which makes values of them; the compiled
game leaves them out.
"""

from byzanz.cards import NO_CARD
from byzanz.dialect import Ints, compiles, silent
from byzanz.rules.table import Table

# The words. Cards come first, one note each, and then the note that says what became of them.
CARD = 0  # number: the kind
LAID = 1  # the cards were added to a bid; number: its value now
TAKEN_BACK = 2  # by a seat that passed
WON = 3  # the cards were paid into the market; number: the offer card
GIVEN = 4  # number: the kind of the lot card that went into the market
OFFER = 5  # the cards were taken from the lot; number: the offer card that came with them
STALL = 6  # the cards were taken from the market; number: the stall
SOLD = 7  # number: the kind that is kept
DISCARDED = 8  # number: the kind
LEFT = 9  # the cards went from the market to the box
ROUND = 10  # the opener; number: rounds finished
LOT = 11  # the cards were revealed, the seat opens; number: the offer card
DONE = 12  # number: 1 if the seat has no trio to sell, 0 if it said so
ENDED = 13


@silent
def note(table: Table, word: int, seat: int, number: int) -> None:
    """Leave a note."""
    table.notes.append((word, seat, number))


@compiles
def note_cards(table: Table, seat: int, fan: Ints) -> None:
    """Leave a note for every card of a fan."""
    for place in range(len(fan)):
        if fan[place] != NO_CARD:
            note(table, CARD, seat, fan[place])
