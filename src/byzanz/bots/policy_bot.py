"""The bots that do not search: each plays by one policy, interpreted."""

from collections.abc import Callable

from byzanz.bots.explanation import Explanation
from byzanz.bots.interpreted_search import search_interpreted
from byzanz.dice import seed_dice
from byzanz.engine.evaluation.tables import Evaluation
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.belief import known_table, own_hand, stream_of
from byzanz.game.codec import action_of, move_of
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.rules.table import Table

EXPLAINING_PLAYOUTS = 120  # they take about 0.2 s in interpreted code

Policy = Callable[[Table, int, Evaluation, Scratch], int]


class PolicyBot:
    """A bot that plays by a policy; it needs no compiled code."""

    def __init__(self, policy: Policy, seed: int) -> None:
        self.playouts = 0
        self._policy = policy
        self._seed = seed

    def choose(self, view: View, options: Options) -> Move:
        """Choose the move of the policy; raises `NoMemory` for a view without memory."""
        table = known_table(view)
        scratch = Scratch()
        seed_dice(scratch.dice, self._seed, stream_of(view))
        action = self._policy(table, options.seat, tuned_evaluation(table.seat_count), scratch)
        return move_of(action, table.hands[options.seat])

    def explain(self, view: View, options: Options) -> Explanation:
        """Evaluate the move of the policy and the other candidates by a few play-outs."""
        choice = action_of(self.choose(view, options), own_hand(view))
        return search_interpreted(
            view, tuned_evaluation(len(view.seats)), EXPLAINING_PLAYOUTS, self._seed, choice
        )
