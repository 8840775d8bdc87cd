"""The bots that search, in compiled code."""

import numpy as np

from byzanz.bots.explanation import Explanation
from byzanz.bots.interpreted_search import explanation_of
from byzanz.bots.policy_bot import PolicyBot
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.belief import hidden_cards, known_table, own_hand, stream_of
from byzanz.engine.search.kernel import HIDDEN_ROW, SCRATCH_ROW, compiled_evaluation, search_rows
from byzanz.fast.row import new_rows, read_fields, write_row
from byzanz.game.codec import action_of, move_of
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.rules.actions import NO_ACTION


class SearchBot:
    """A bot that tries each candidate on many sampled tables consistent with its view."""

    def __init__(self, playouts: int, rounds: int, seed: int) -> None:
        self.playouts = 0
        self._budget = playouts
        self._rounds = rounds
        self._seed = seed
        self._solid = PolicyBot(solid_action, seed)
        self._rows = new_rows(3)
        self._hidden = np.zeros(1, HIDDEN_ROW)
        self._scratch = np.zeros(1, SCRATCH_ROW)

    def choose(self, view: View, options: Options) -> Move:
        """Choose the candidate with the greatest win share; closing sales need no search."""
        if view.phase is Phase.CLOSE:
            return self._solid.choose(view, options)
        self._search(view, NO_ACTION)
        scratch = self._scratch[0]
        best = int(scratch["candidates"][scratch["ranking"][0]])
        return move_of(best, own_hand(view))

    def explain(self, view: View, options: Options) -> Explanation:
        """Evaluate all candidates, best first."""
        choice = NO_ACTION
        if view.phase is Phase.CLOSE:
            choice = action_of(self._solid.choose(view, options), own_hand(view))
        made = self._search(view, choice)
        scratch = Scratch()
        read_fields(self._scratch, 0, scratch)
        return explanation_of(view, scratch, made, choice)

    def _search(self, view: View, choice: int) -> int:
        write_row(self._rows, 0, known_table(view))
        write_row(self._hidden, 0, hidden_cards(view))
        made = search_rows(
            self._rows,
            self._hidden,
            compiled_evaluation(len(view.seats)),
            self._scratch,
            self._budget,
            self._rounds,
            self._seed,
            stream_of(view),
            choice,
        )
        self.playouts += made
        return made
