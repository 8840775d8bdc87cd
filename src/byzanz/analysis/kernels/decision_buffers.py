"""The arrays on which kernels analyse a seat's decision."""

from typing import Any

import numpy as np

from byzanz.engine.search.belief import hidden_cards, known_table
from byzanz.engine.search.kernel import HIDDEN_ROW, SCRATCH_ROW, compiled_evaluation
from byzanz.fast.row import new_rows, write_row
from byzanz.game.view import View

ROUNDS = 2  # number of rounds of a play-out, the same as in the expert's search


class DecisionBuffers:
    """The rows of one decision: what its seat knows, and scratch memory for play-outs.

    A kernel that gets the same view and the same seed computes the same result.
    """

    def __init__(self, seat_count: int, seed: int) -> None:
        self.seed = seed
        self._rows = new_rows(3)
        self._hidden = np.zeros(1, HIDDEN_ROW)
        self._evaluation = compiled_evaluation(seat_count)
        self.scratch = np.zeros(1, SCRATCH_ROW)

    def load_view(self, view: View) -> None:
        """Load what a seat knows; it replaces the previous decision."""
        write_row(self._rows, 0, known_table(view))
        write_row(self._hidden, 0, hidden_cards(view))

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """The first arguments of a kernel: tables, hidden cards, evaluation and scratch memory."""
        return self._rows, self._hidden, self._evaluation, self.scratch
