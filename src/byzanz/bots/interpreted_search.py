"""The search without the compiler; `byzanz.bots.search_bot` runs the same search compiled."""

from byzanz.bots.explanation import Candidate, Explanation
from byzanz.bots.reasons import reasons_of
from byzanz.dice import seed_dice
from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.leaf_value import WHOLE_SHARE
from byzanz.engine.evaluation.tables import Evaluation
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.belief import hidden_cards, known_table, own_hand, stream_of
from byzanz.engine.search.halving import begin_search, search_moves
from byzanz.game.codec import move_of
from byzanz.game.view import View
from byzanz.rules.actions import NO_ACTION
from byzanz.rules.table import Table


def search_interpreted(
    view: View, evaluation: Evaluation, playouts: int, seed: int, choice: int = NO_ACTION
) -> Explanation:
    """Search a decision with play-outs to the end of the round.

    `choice` is an action that is tried even if it is not a candidate; it comes first in the
    explanation.
    """
    tables = [known_table(view), Table(), Table()]
    scratch = Scratch()
    seed_dice(scratch.dice, seed, stream_of(view))
    begin_search(tables, evaluation, scratch, choice)
    made = search_moves(tables, hidden_cards(view), evaluation, scratch, playouts, rounds=1)
    return explanation_of(view, scratch, made, choice)


def explanation_of(
    view: View, scratch: Scratch, playouts: int, choice: int = NO_ACTION
) -> Explanation:
    """Turn the results of a search into an explanation; `choice` comes first, if it is given."""
    hand = own_hand(view)
    ranking = scratch.ranking[: scratch.count]
    if choice != NO_ACTION:
        ranking.sort(key=lambda index: scratch.candidates[index] != choice)
    candidates = []
    for index in ranking:
        move = move_of(scratch.candidates[index], hand)
        visits = max(scratch.visits[index], 1)
        candidates.append(
            Candidate(
                move,
                scratch.profit_sums[index] / (POINT * visits),
                scratch.share_sums[index] / (WHOLE_SHARE * visits),
                scratch.visits[index],
                reasons_of(view, move),
            )
        )
    return Explanation(tuple(candidates), playouts)
