"""Compiled entry points for batches of games, one game per row."""

from typing import Any

import numpy as np

from byzanz.cards import DECK_SIZE
from byzanz.dice import DICE_SIZE, seed_dice, shuffle_deck
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows
from byzanz.rules.actions import ACTIONS, apply, list_actions
from byzanz.rules.flow import deal
from byzanz.rules.random_play import play_random_game

Numbers = Any
"""An array of ints, where the interpreted rules take a list."""

GAME_SCRATCH = np.dtype(
    [("actions", np.int64, ACTIONS), ("dice", np.int64, DICE_SIZE), ("deck", np.int64, DECK_SIZE)]
)
"""Scratch buffers of a kernel. They are fields of one record because Numba does not count
references to fields; passing separate arrays would cost an atomic operation at every call."""


def play_random_games(
    rows: Rows, traces: Numbers, moves: Numbers, seat_count: int, seed: int, first: int
) -> None:
    """Deal every row and play it to the end by uniformly random moves; releases the GIL.

    Game i draws from the stream first + i of the seed. Its number of moves goes to moves[i] and its
    first actions to traces[i], as many as fit. Does not check the shapes of the arrays.
    """
    _play_random_games(rows, traces, moves, np.zeros(1, GAME_SCRATCH), seat_count, seed, first)


@entry_point
def _play_random_games(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Rows,
    traces: Numbers,
    moves: Numbers,
    scratches: Any,
    seat_count: int,
    seed: int,
    first: int,
) -> None:
    scratch = scratches[0]
    for index in range(len(rows)):
        seed_dice(scratch.dice, seed, first + index)
        shuffle_deck(scratch.dice, scratch.deck)
        deal(rows[index], scratch.deck, seat_count)
        moves[index] = play_random_game(rows[index], scratch.dice, scratch.actions, traces[index])


@entry_point
def deal_row(rows: Rows, index: int, deck: Numbers, seat_count: int) -> None:
    """Deal one row from a deck of kinds; does not check the deck."""
    deal(rows[index], deck, seat_count)


@entry_point
def list_row_actions(rows: Rows, index: int, seat: int, out: Numbers) -> int:
    """Write every legal action of a seat into out; return the count."""
    return list_actions(rows[index], seat, out)


@entry_point
def apply_to_row(rows: Rows, index: int, seat: int, action: int) -> None:
    """Apply a legal action to one row; does not check that it is legal."""
    apply(rows[index], seat, action)


@entry_point
def copy_rows(source: Rows, target: Rows) -> None:
    """Copy every row to the same index of another batch."""
    for index in range(len(source)):
        target[index] = source[index]
