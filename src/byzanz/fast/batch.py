"""Compiled entry points: many games at once, each a row of a batch."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from byzanz.cards import DECK_SIZE
from byzanz.dice import DICE_SIZE, seed_dice, shuffle_deck
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows
from byzanz.rules.actions import ACTIONS
from byzanz.rules.flow import deal
from byzanz.rules.randomplay import play_random_game

Numbers = NDArray[np.integer[Any]]


@entry_point
def play_random_games(
    rows: Rows, traces: Numbers, moves: Numbers, seat_count: int, seed: int, first: int
) -> None:
    """Deal every row and play it out by uniform random moves.

    Game i draws from the stream first + i of the seed. Its moves are counted in moves[i], and
    traces[i] holds as many of its actions as it has places.
    """
    dice = np.zeros(DICE_SIZE, np.int64)
    deck = np.zeros(DECK_SIZE, np.int64)
    out = np.zeros(ACTIONS, np.int64)
    for index in range(len(rows)):
        seed_dice(dice, seed, first + index)
        shuffle_deck(dice, deck)
        deal(rows[index], deck, seat_count)
        moves[index] = play_random_game(rows[index], dice, out, traces[index])
