"""Compiled self-play of greedy and solid with any evaluations, for `byzanz tune`."""

from typing import Any

import numpy as np

from byzanz.dice import seed_dice, shuffle_deck
from byzanz.engine.evaluation.hand_value import hand_value, pack_hand
from byzanz.engine.evaluation.leaf_value import evaluate_end
from byzanz.engine.policies.greedy import greedy_action
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.search.kernel import SCRATCH_ROW
from byzanz.fast.batch import GAME_SCRATCH, Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import ROW, Rows
from byzanz.rules.actions import apply
from byzanz.rules.flow import deal
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import OVER

# The policies of entrants.
GREEDY = 0
SOLID = 1


class SelfPlay:
    """A batch of games in which every entrant plays every deck in every seat.

    The games are ordered by the entrant in seat 0, then by deck.
    """

    def __init__(self, seat_count: int, deck_count: int) -> None:
        games = seat_count * deck_count
        self.seat_count = seat_count
        self.shares = np.zeros((games, seat_count), np.int64)  # [game][entrant] win shares
        self.profits = np.zeros((games, seat_count), np.int64)  # [game][entrant] 1/100 point
        self.rounds = np.zeros((games, ROUNDS[seat_count] - 1), ROW)  # [game][round] final rows
        self._game_scratch = np.zeros(1, GAME_SCRATCH)
        self._scratch = np.zeros(1, SCRATCH_ROW)
        self._row = np.zeros(1, ROW)

    def play(self, policies: list[int], evaluations: Rows, seed: int) -> None:
        """Play all games, replacing earlier results; policies and evaluations are by entrant.

        If there are fewer evaluations than entrants, the other entrants use the last one.
        """
        _play_games(
            self._row,
            self._game_scratch,
            self._scratch,
            np.array(policies),
            evaluations,
            self.rounds,
            self.shares,
            self.profits,
            self.seat_count,
            seed,
        )


@entry_point
def _play_games(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Rows,
    game_scratches: Any,
    scratches: Any,
    policies: Numbers,
    evaluations: Any,
    rounds: Any,
    shares: Numbers,
    profits: Numbers,
    seat_count: int,
    seed: int,
) -> None:
    row = rows[0]
    game_scratch = game_scratches[0]
    scratch = scratches[0]
    decks = len(shares) // seat_count
    for index in range(len(shares)):
        first = index // decks  # the entrant in seat 0
        seed_dice(game_scratch.dice, seed, index % decks)
        shuffle_deck(game_scratch.dice, game_scratch.deck)
        deal(row, game_scratch.deck, seat_count)
        while row.phase != OVER:
            entrant = (row.turn + first) % seat_count
            evaluation = evaluations[min(entrant, len(evaluations) - 1)]
            if policies[entrant] == GREEDY:
                action = greedy_action(row, row.turn, evaluation, scratch)
            else:
                action = solid_action(row, row.turn, evaluation, scratch)
            finished = row.round
            apply(row, row.turn, action)
            if finished < row.round < ROUNDS[seat_count]:
                rounds[index, finished] = row
        evaluate_end(row, scratch.profits, scratch.shares)
        for seat in range(seat_count):
            shares[index, (seat + first) % seat_count] = scratch.shares[seat]
            profits[index, (seat + first) % seat_count] = scratch.profits[seat]


@entry_point
def measure_hands(rows: Any, stage: int, evaluations: Any, out: Numbers) -> None:
    """Write the value of the hand of each seat at a stage into out[row][seat]."""
    for index in range(len(rows)):
        for seat in range(out.shape[1]):
            out[index, seat] = hand_value(evaluations[0], stage, pack_hand(rows[index].hands[seat]))
