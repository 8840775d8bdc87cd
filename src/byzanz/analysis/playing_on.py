"""Playing on from a position with all hands open: only the order of what nobody has seen varies."""

from typing import TYPE_CHECKING

from byzanz.bots.chances import judge_end
from byzanz.bots.solid import solid_action
from byzanz.cards import DECK_SIZE
from byzanz.dialect import Ints, compiles
from byzanz.dice import below
from byzanz.rules.actions import NO_ACTION, apply
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK
from byzanz.rules.table import OVER, Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind


@compiles
def shuffle_unseen(table: Table, dice: Ints) -> None:
    """Bring the draw pile and the cards put back into any order."""
    first = FIRST_HAND * table.seat_count
    put_back = PUT_BACK[table.seat_count]
    for last in range(put_back + DECK_SIZE - table.drawn - 1, 0, -1):
        place = unseen_place(table, first, put_back, last)
        other = unseen_place(table, first, put_back, below(dice, last + 1))
        kind = table.deck[place]
        table.deck[place] = table.deck[other]
        table.deck[other] = kind


@compiles
def unseen_place(table: Table, first: int, put_back: int, number: int) -> int:
    """Where in the deck the card lies that has this number among the unseen."""
    if number < put_back:
        return first + number
    return table.drawn + number - put_back


@compiles
def shuffle_from(deck: Ints, start: int, dice: Ints) -> None:
    """Bring all cards of a deck from this place on into any order."""
    for last in range(DECK_SIZE - 1, start, -1):
        place = start + below(dice, last + 1 - start)
        kind = deck[last]
        deck[last] = deck[place]
        deck[place] = kind


@compiles
def play_on(table: Table, seat: int, action: int, mind: "Mind", desk: "Desk") -> None:
    """Do an action, unless it is none, and let solid play for all to the end; judge it."""
    if action != NO_ACTION:
        apply(table, seat, action)
    while table.phase != OVER:
        apply(table, table.turn, solid_action(table, table.turn, mind, desk))
    judge_end(table, desk.profits, desk.shares)
