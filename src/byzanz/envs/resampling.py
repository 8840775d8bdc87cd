"""`resample`: full tables drawn uniformly from all that are consistent with a view."""

import numpy as np

from byzanz.dice import LARGEST_SEED
from byzanz.engine.environments.kernel import STEP_SCRATCH_ROW
from byzanz.engine.environments.resampling import fill_box, resample_rows
from byzanz.engine.search.belief import hidden_cards, known_table
from byzanz.engine.search.kernel import HIDDEN_ROW
from byzanz.fast.row import Rows, new_rows, write_row
from byzanz.game.view import View


def resample(view: View, seed: int, count: int) -> Rows:
    """Return rows of full tables that the seat of a view can't distinguish from the real one.

    Every order of the 112 distinct cards under which all public events would have happened is
    equally likely. The view needs the memory of its seat; a spectator's raises `NoMemory`. A view
    that contradicts itself raises `ValueError`.

    In a row, the deck holds the cards put back and the draw pile; its other positions are
    `NO_CARD`. The box also holds the cards that are kept as profit.
    """
    if not 0 <= seed <= LARGEST_SEED:
        raise ValueError(f"seed {seed}: expected 0 to {LARGEST_SEED}")
    if count < 1:
        raise ValueError(f"{count} rows: expected at least 1")
    table, hidden = known_table(view), hidden_cards(view)
    fill_box(table, hidden)
    known, hiddens = new_rows(1), np.zeros(1, HIDDEN_ROW)
    write_row(known, 0, table)
    write_row(hiddens, 0, hidden)
    rows = new_rows(count)
    if resample_rows(known, hiddens, np.zeros(1, STEP_SCRATCH_ROW), rows, seed) < count:
        raise ValueError("no deal agrees with the view: its facts contradict each other")
    return rows
