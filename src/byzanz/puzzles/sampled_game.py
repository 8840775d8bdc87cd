"""A possible game behind a view: the cards that its seat can't see are dealt at random."""

from byzanz.cards import Card, cards_in, in_order
from byzanz.dice import seed_dice
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.belief import hidden_cards, known_table
from byzanz.engine.search.sampling import sample_table
from byzanz.game.chronicle import Chronicle
from byzanz.game.game import Game
from byzanz.game.memory import PublicMemory
from byzanz.game.options import without
from byzanz.game.view import View
from byzanz.rules.numbers import FIRST_HAND
from byzanz.rules.table import Table


def sampled_game(view: View, seed: int) -> Game | None:
    """Return a game that looks like this view to its seat; None if no deal agrees with the view.

    The same view and seed give the same game. It has no history. The other seats are taken to know
    the whole hand of this one.
    """
    table, scratch = known_table(view), Scratch()
    seed_dice(scratch.dice, seed, view.decision)
    if not sample_table(table, hidden_cards(view), scratch.dice, scratch.buffer):
        return None
    _fill_first_hands(table, view)
    names = [seat.name for seat in view.seats]
    return Game.resumed(names, table, _chronicle_of(view), view.decision)


def _fill_first_hands(table: Table, view: View) -> None:
    """Put the first hands into the deck: the cards that were shown, and the sampled ones."""
    assert view.memory is not None
    for seat, memory in enumerate(view.memory.seats):
        sampled = () if seat == view.seat else without(_hand(table, seat), memory.known)
        cards = in_order(memory.shown + sampled)
        first = FIRST_HAND * seat
        table.deck[first : first + FIRST_HAND] = [card.kind for card in cards]


def _hand(table: Table, seat: int) -> tuple[Card, ...]:
    return cards_in(table.hands[seat])


def _chronicle_of(view: View) -> Chronicle:
    assert view.memory is not None
    assert view.own is not None
    assert view.seat is not None
    chronicle = Chronicle(len(view.seats))
    chronicle.price = None if view.lot is None else view.lot.price
    chronicle.taken_by = [stall.taken_by for stall in view.market]
    chronicle.kept[view.seat] = view.own.kept
    chronicle.memory = PublicMemory.recalled(
        view.memory,
        view.seat,
        hand=view.own.hand,
        is_done=[seat.is_done for seat in view.seats],
    )
    return chronicle
