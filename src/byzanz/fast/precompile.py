"""Compiles the entry points of the rules, by calls with the types that they are used with."""

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
from byzanz.fast.row import Rows, new_rows
from byzanz.rules.actions import ACTIONS, PASS_ACTION

SEATS = 3
SEED = 1


def _play_random_game() -> None:
    traces, moves = np.zeros((1, 0), np.int16), np.zeros(1, np.int64)
    play_random_games(new_rows(1), traces, moves, SEATS, SEED, 0)


def _count_game() -> None:
    Tally.of(new_rows(1), np.zeros(1, np.int64), SEATS)


def _deal() -> Rows:
    rows = new_rows(1)
    deal_row(rows, 0, np.array(seeded_deck(SEED), np.int64), SEATS)
    return rows


def _list_actions() -> None:
    list_row_actions(_deal(), 0, 0, np.zeros(ACTIONS, np.int64))


def _pass() -> None:
    apply_to_row(_deal(), 0, 0, PASS_ACTION)


def _copy() -> None:
    copy_rows(new_rows(1), new_rows(1))


COMPILE_RULE_FUNCTIONS = {
    "random_games": _play_random_game,
    "game_counts": _count_game,
    "deal_row": _deal,
    "list_row_actions": _list_actions,
    "apply_to_row": _pass,
    "copy_rows": _copy,
}
"""By entry point, the function that compiles it."""


def compile_rules() -> None:
    """Compile all entry points of the rules, or load them from the cache."""
    for compile_one in COMPILE_RULE_FUNCTIONS.values():
        compile_one()
