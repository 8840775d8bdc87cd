"""Where compiled code studies a seat's decision: what the seat knows, and room to try things."""

from typing import Any

import numpy as np

from byzanz.bots.kernel import DESK, HIDDEN
from byzanz.bots.knowledge import hidden_cards, known_table
from byzanz.bots.searcher import compiled_mind
from byzanz.fast.row import new_rows, write_row
from byzanz.game.view import View

ROUNDS = 2  # of a play-out, as the expert's


class Study:
    """Arrays for one decision at a time; the same seed finds the same."""

    def __init__(self, seat_count: int, seed: int) -> None:
        self.seed = seed
        self._rows = new_rows(3)
        self._hidden = np.zeros(1, HIDDEN)
        self._mind = compiled_mind(seat_count)
        self.desk = np.zeros(1, DESK)

    def take_up(self, view: View) -> None:
        """Study what a seat sees from now on."""
        write_row(self._rows, 0, known_table(view))
        write_row(self._hidden, 0, hidden_cards(view))

    @property
    def arrays(self) -> tuple[Any, Any, Any, Any]:
        """Tables, hidden cards, mind and desk, as kernels take them."""
        return self._rows, self._hidden, self._mind, self.desk
