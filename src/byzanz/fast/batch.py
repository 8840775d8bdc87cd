"""Compiled entry points: many games at once, each a row of a batch."""

import numpy as np

from byzanz.cards import DECK_SIZE
from byzanz.dice import DICE_SIZE, seed_dice, shuffle_deck
from byzanz.fast.cache import compiled_code_kept
from byzanz.fast.compiler import entry_point
from byzanz.rules.actions import ACTIONS, apply, list_actions
from byzanz.rules.flow import deal
from byzanz.rules.randomplay import play_random_game

with compiled_code_kept():

    @entry_point
    def play_random_games(rows, traces, moves, seat_count, seed, first):
        """Deal and play out every row by uniform random moves; game i uses stream first + i."""
        dice = np.zeros(DICE_SIZE, np.int64)
        deck = np.zeros(DECK_SIZE, np.int64)
        out = np.zeros(ACTIONS, np.int64)
        for index in range(len(rows)):
            seed_dice(dice, seed, first + index)
            shuffle_deck(dice, deck)
            deal(rows[index], deck, seat_count)
            moves[index] = play_random_game(rows[index], dice, out, traces[index])
