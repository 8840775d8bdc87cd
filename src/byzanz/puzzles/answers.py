"""The answers to a position: every move of its phase.

A sale is an answer only where it answers the decision: over the hand limit and in the closing
sales.
"""

from byzanz.cards import Stall, total
from byzanz.engine.search.belief import known_table, own_hand
from byzanz.game.codec import legal_actions, move_of
from byzanz.game.moves import BadMove, Bid, Move, Sell, parse_move
from byzanz.game.options import Options, build_options
from byzanz.game.phase import Phase
from byzanz.game.view import View

SALES_ANSWER = (Phase.REDUCE, Phase.CLOSE)  # the phases in which a sale answers the decision


def answers_of(view: View) -> tuple[Move, ...]:
    """Return every answer of the view's seat, in the order of the actions."""
    assert view.seat is not None
    hand = own_hand(view)
    moves = [move_of(action, hand) for action in legal_actions(known_table(view), view.seat)]
    return tuple(move for move in moves if view.phase in SALES_ANSWER or not isinstance(move, Sell))


def read_answer(view: View, text: str) -> Move | None:
    """Return an answer, written as in a record; None if it is not a possible one."""
    try:
        move = parse_move(text)
    except BadMove:
        return None
    return move if move in answers_of(view) else None


def options_of(view: View) -> Options:
    """Return the options of the view's seat, with the sales only where a sale is an answer.

    They follow from the view, so they reveal nothing that it does not have.
    """
    assert view.seat is not None
    options = build_options(known_table(view), view.seat, view.decision)
    if view.phase in SALES_ANSWER:
        return options
    return without_sales(options)


def without_sales(options: Options) -> Options:
    """Return the same options without any sale."""
    return Options(
        seat=options.seat,
        decision=options.decision,
        bid=options.bid,
        give=options.give,
        take=options.take,
        discard=options.discard,
        may_be_done=options.may_be_done,
        sales=(),
        set_count=0,
    )


def are_alike(one: Move, other: Move) -> bool:
    """Return whether two answers are the same, or bids of one value with the same goods."""
    if isinstance(one, Bid) and isinstance(other, Bid):
        return _value_and_goods(one) == _value_and_goods(other)
    return one == other


def _value_and_goods(bid: Bid) -> tuple[int, tuple[Stall, ...]]:
    return total(bid.cards), tuple(sorted({card.stall for card in bid.cards}))
