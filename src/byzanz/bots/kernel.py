"""The search as a compiled entry point, and the records that it works on."""

from typing import Any

import numpy as np

from byzanz.bots.desk import Desk
from byzanz.bots.knowledge import Hidden
from byzanz.bots.mind import Mind
from byzanz.bots.search import begin_search, search_moves
from byzanz.dice import seed_dice
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows, row_type, write_row

MIND = row_type(Mind)
HIDDEN = row_type(Hidden)
DESK = row_type(Desk)


def mind_rows(minds: list[Mind]) -> Rows:
    """Minds as compiled code reads them."""
    rows = np.zeros(len(minds), MIND)
    for index, mind in enumerate(minds):
        write_row(rows, index, mind)
    return rows


@entry_point
def search_rows(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    hiddens: Any,
    minds: Any,
    desks: Any,
    playouts: int,
    rounds: int,
    seed: int,
    stream: int,
    choice: int,
) -> int:
    """Rank the candidates of the seat on turn in the first of three rows; play-outs made."""
    desk = desks[0]
    seed_dice(desk.dice, seed, stream)
    begin_search(rows, minds[0], desk, choice)
    return search_moves(rows, hiddens[0], minds[0], desk, playouts, rounds)
