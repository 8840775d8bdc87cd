"""From a view to weighed candidates, interpreted; `byzanz.bots.searcher` does the same compiled."""

from byzanz.bots.chances import WHOLE
from byzanz.bots.desk import Desk
from byzanz.bots.explanation import Candidate, Explanation
from byzanz.bots.knowledge import hidden_cards, known_table, own_hand
from byzanz.bots.mind import Mind
from byzanz.bots.reasons import reasons_of
from byzanz.bots.search import begin_search, search_moves
from byzanz.bots.worth import POINT
from byzanz.dice import seed_dice
from byzanz.game.codec import move_of
from byzanz.game.view import View
from byzanz.rules.actions import NO_ACTION
from byzanz.rules.table import Table


def stream_of(view: View) -> int:
    """The stream of dice of a decision; no two seats or decisions share one."""
    assert view.seat is not None
    return view.decision * 8 + view.seat


def weigh(view: View, mind: Mind, playouts: int, seed: int, choice: int = NO_ACTION) -> Explanation:
    """Weigh the candidates of a decision to the end of the round, a choice among them first."""
    tables = [known_table(view), Table(), Table()]
    desk = Desk()
    seed_dice(desk.dice, seed, stream_of(view))
    begin_search(tables, mind, desk, choice)
    made = search_moves(tables, hidden_cards(view), mind, desk, playouts, rounds=1)
    return explanation_of(view, desk, made, choice)


def explanation_of(view: View, desk: Desk, made: int, choice: int = NO_ACTION) -> Explanation:
    """The candidates of a desk in words and shares."""
    hand = own_hand(view)
    ranking = desk.ranking[: desk.count]
    if choice != NO_ACTION:
        ranking.sort(key=lambda index: desk.candidates[index] != choice)
    candidates = []
    for index in ranking:
        move = move_of(desk.candidates[index], hand)
        visits = max(desk.visits[index], 1)
        candidates.append(
            Candidate(
                move,
                desk.profit_sums[index] / (POINT * visits),
                desk.share_sums[index] / (WHOLE * visits),
                desk.visits[index],
                reasons_of(view, move),
            )
        )
    return Explanation(tuple(candidates), made)
