"""The compiled entry point of the search, and the row types of its arguments."""

from functools import cache
from typing import Any

import numpy as np

from byzanz.dice import seed_dice
from byzanz.engine.evaluation.tables import Evaluation
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.belief import HiddenCards
from byzanz.engine.search.halving import begin_search, search_moves
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows, row_type, write_row

EVALUATION_ROW = row_type(Evaluation)
HIDDEN_ROW = row_type(HiddenCards)
SCRATCH_ROW = row_type(Scratch)


def evaluation_rows(evaluations: list[Evaluation]) -> Rows:
    """Copy evaluations into rows for compiled code."""
    rows = np.zeros(len(evaluations), EVALUATION_ROW)
    for index, evaluation in enumerate(evaluations):
        write_row(rows, index, evaluation)
    return rows


@cache
def compiled_evaluation(seat_count: int) -> Any:
    """Return the tuned evaluation for this number of players, as a row for compiled code."""
    return evaluation_rows([tuned_evaluation(seat_count)])


@entry_point
def search_rows(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    hiddens: Any,
    evaluations: Any,
    scratches: Any,
    playouts: int,
    rounds: int,
    seed: int,
    stream: int,
    choice: int,
) -> int:
    """Search the position in the first of three rows; return the number of play-outs made.

    The scratch row then holds the ranked candidates.
    """
    scratch = scratches[0]
    seed_dice(scratch.dice, seed, stream)
    begin_search(rows, evaluations[0], scratch, choice)
    return search_moves(rows, hiddens[0], evaluations[0], scratch, playouts, rounds)
