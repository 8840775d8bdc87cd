"""The bots that search, on compiled code."""

from functools import cache
from typing import Any

import numpy as np

from byzanz.bots.desk import Desk
from byzanz.bots.explanation import Explanation
from byzanz.bots.kernel import DESK, HIDDEN, mind_rows, search_rows
from byzanz.bots.knowledge import hidden_cards, known_table, own_hand
from byzanz.bots.policy import PolicyBot
from byzanz.bots.solid import solid_action
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.weighing import explanation_of, stream_of
from byzanz.fast.row import new_rows, read_fields, write_row
from byzanz.game.codec import action_of, move_of
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.rules.actions import NO_ACTION


@cache
def compiled_mind(seat_count: int) -> Any:
    """The mind for so many players, as compiled code reads it."""
    return mind_rows([tuned_mind(seat_count)])


class SearchBot:
    """Tries each candidate on many tables that agree with what its seat knows."""

    def __init__(self, playouts: int, rounds: int, seed: int) -> None:
        self.playouts = 0
        self._budget = playouts
        self._rounds = rounds
        self._seed = seed
        self._solid = PolicyBot(solid_action, seed)
        self._rows = new_rows(3)
        self._hidden = np.zeros(1, HIDDEN)
        self._desk = np.zeros(1, DESK)

    def choose(self, view: View, options: Options) -> Move:
        """The candidate with the greatest share of the victory; closing sales are solved."""
        if view.phase is Phase.CLOSE:
            return self._solid.choose(view, options)
        self._search(view, NO_ACTION)
        desk = self._desk[0]
        best = int(desk["candidates"][desk["ranking"][0]])
        return move_of(best, own_hand(view))

    def explain(self, view: View, options: Options) -> Explanation:
        """All candidates, best first."""
        choice = NO_ACTION
        if view.phase is Phase.CLOSE:
            choice = action_of(self._solid.choose(view, options), own_hand(view))
        made = self._search(view, choice)
        desk = Desk()
        read_fields(self._desk, 0, desk)
        return explanation_of(view, desk, made, choice)

    def _search(self, view: View, choice: int) -> int:
        write_row(self._rows, 0, known_table(view))
        write_row(self._hidden, 0, hidden_cards(view))
        made = search_rows(
            self._rows,
            self._hidden,
            compiled_mind(len(view.seats)),
            self._desk,
            self._budget,
            self._rounds,
            self._seed,
            stream_of(view),
            choice,
        )
        self.playouts += made
        return made
