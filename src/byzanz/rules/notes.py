"""What the rules tell an observer: a note is a word, a seat and a number.

Notes say what follows from a move beyond the move itself. They are for `game.events`, which makes
values of them; the compiled game leaves them out.
"""

from byzanz.dialect import Ints, compiles, silent
from byzanz.rules.table import Table

# The words. Where no unit is given, the number is the kind of one card.
ROUND = 0  # the opener and the number of rounds finished
LOT = 1  # the opener and the offer card; its cards follow
REVEALED = 2
TAKEN_BACK = 3  # from the bid of a seat that passed
PAID = 4  # from the bid of the winner into the market
WON = 5  # the winner and the value of the bid
FREE = 6  # everyone passed: the winner and the offer card; the cards follow
GIVEN = 7  # from the lot into the market; the cards that the winner takes follow
TAKEN = 8  # into the hand of the seat
OFFER = 9  # the winner and the offer card
KEPT = 10  # of a trio, as profit
LEFT = 11  # in the market at the round's end, goes to the box
DONE = 12  # the seat has no trio left to sell; no number
OVER = 13  # no seat, no number


@silent
def note(table: Table, word: int, seat: int, number: int) -> None:
    """Leave a note."""
    table.notes.append((word, seat, number))


@compiles
def note_pile(table: Table, word: int, seat: int, pile: Ints) -> None:
    """Leave a note for every card of a pile."""
    for kind in range(len(pile)):
        for _ in range(pile[kind]):
            note(table, word, seat, kind)
