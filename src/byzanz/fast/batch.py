"""Many games at once, each a row of a batch, through compiled entry points."""

from typing import Any

import numpy as np

from byzanz.cards import DECK_SIZE
from byzanz.dice import DICE_SIZE, seed_dice, shuffle_deck
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows
from byzanz.rules.actions import ACTIONS, apply, list_actions
from byzanz.rules.flow import deal
from byzanz.rules.randomplay import play_random_game

Numbers = Any
"""An array of ints; to the rules it is a list."""

SCRATCH = np.dtype(
    [("out", np.int64, ACTIONS), ("dice", np.int64, DICE_SIZE), ("deck", np.int64, DECK_SIZE)]
)
"""Room to work in. Fields of a record are not counted by reference; arrays of their own would cost
an atomic operation at every call that they are passed to."""


def play_random_games(
    rows: Rows, traces: Numbers, moves: Numbers, seat_count: int, seed: int, first: int
) -> None:
    """Deal every row and play it out by uniform random moves; several threads may do so at once.

    Game i draws from the stream first + i of the seed. Its moves are counted in moves[i], and
    traces[i] gets as many of its actions as it has places.
    """
    _play_random_games(rows, traces, moves, np.zeros(1, SCRATCH), seat_count, seed, first)


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
        moves[index] = play_random_game(rows[index], scratch.dice, scratch.out, traces[index])


@entry_point
def deal_row(rows: Rows, index: int, deck: Numbers, seat_count: int) -> None:
    """Deal one row with a deck of kinds."""
    deal(rows[index], deck, seat_count)


@entry_point
def list_row_actions(rows: Rows, index: int, seat: int, out: Numbers) -> int:
    """Write every action that a seat may take into out; how many there are."""
    return list_actions(rows[index], seat, out)


@entry_point
def apply_to_row(rows: Rows, index: int, seat: int, action: int) -> None:
    """Do a legal action in one row."""
    apply(rows[index], seat, action)


@entry_point
def copy_rows(source: Rows, target: Rows) -> None:
    """Copy every row onto the same place of another batch."""
    for index in range(len(source)):
        target[index] = source[index]
