"""Compile the entry points of the rules ahead of their first use."""

import numpy as np

from byzanz.dice import seeded_deck
from byzanz.fast.batch import (
    apply_to_row,
    copy_rows,
    deal_row,
    list_row_actions,
    play_random_games,
)
from byzanz.fast.game_counts import Tally
from byzanz.fast.row import new_rows
from byzanz.rules.actions import ACTIONS, PASS_ACTION


def compile_rules() -> None:
    """Call every entry point with the types that it is used with."""
    rows = new_rows(1)
    moves = np.zeros(1, np.int64)
    play_random_games(rows, np.zeros((1, 0), np.int16), moves, 3, 1, 0)
    Tally.of(rows, moves, 3)
    deal_row(rows, 0, np.array(seeded_deck(1), np.int64), 3)
    list_row_actions(rows, 0, 0, np.zeros(ACTIONS, np.int64))
    apply_to_row(rows, 0, 0, PASS_ACTION)
    copy_rows(rows, new_rows(1))
