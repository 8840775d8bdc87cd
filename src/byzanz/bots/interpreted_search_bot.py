"""The bot strong without the compiler, where there is none; it makes the same moves."""

from byzanz.bots.explanation import Explanation
from byzanz.bots.interpreted_search import search_interpreted
from byzanz.bots.policy_bot import PolicyBot
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.search.belief import own_hand
from byzanz.game.codec import action_of
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.rules.actions import NO_ACTION


class InterpretedSearchBot:
    """A bot that tries each candidate on many sampled tables, to the end of the round."""

    def __init__(self, playouts: int, seed: int) -> None:
        self.playouts = 0
        self._budget = playouts
        self._seed = seed
        self._solid = PolicyBot(solid_action, seed)

    def choose(self, view: View, options: Options) -> Move:
        """Choose the candidate with the greatest win share; closing sales need no search."""
        if view.phase is Phase.CLOSE:
            return self._solid.choose(view, options)
        return self._search(view, NO_ACTION).candidates[0].move

    def explain(self, view: View, options: Options) -> Explanation:
        """Evaluate all candidates, best first."""
        choice = NO_ACTION
        if view.phase is Phase.CLOSE:
            choice = action_of(self._solid.choose(view, options), own_hand(view))
        return self._search(view, choice)

    def _search(self, view: View, choice: int) -> Explanation:
        evaluation = tuned_evaluation(len(view.seats))
        found = search_interpreted(view, evaluation, self._budget, self._seed, choice)
        self.playouts += found.playouts
        return found
