"""Whole games between greedy and solids of any mind, compiled: what tuning learns from."""

from typing import Any

import numpy as np

from byzanz.bots.chances import judge_end
from byzanz.bots.greedy import greedy_action
from byzanz.bots.kernel import DESK
from byzanz.bots.solid import solid_action
from byzanz.bots.worth import fan_number, worth
from byzanz.dice import seed_dice, shuffle_deck
from byzanz.fast.batch import SCRATCH, Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import ROW, Rows
from byzanz.rules.actions import apply
from byzanz.rules.flow import deal
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import OVER

GREEDY = 0  # what an entrant plays by
SOLID = 1


class SelfPlay:
    """A batch of games: each deck with every entrant in every seat.

    First all decks with entrant 0 in seat 0, then all with entrant 1 there, and so on.
    """

    def __init__(self, seat_count: int, deck_count: int) -> None:
        games = seat_count * deck_count
        self.seat_count = seat_count
        self.shares = np.zeros((games, seat_count), np.int64)  # of the victory, by entrant
        self.profits = np.zeros((games, seat_count), np.int64)  # in hundredths, by entrant
        self.rounds = np.zeros((games, ROUNDS[seat_count] - 1), ROW)  # as each but the last ended
        self._scratch = np.zeros(1, SCRATCH)
        self._desk = np.zeros(1, DESK)
        self._row = np.zeros(1, ROW)

    def play(self, policies: list[int], minds: Rows, seed: int) -> None:
        """Play all games anew; policies and minds are those of the entrants, in order.

        The last of the minds serves all further entrants.
        """
        _play_games(
            self._row,
            self._scratch,
            self._desk,
            np.array(policies),
            minds,
            self.rounds,
            self.shares,
            self.profits,
            self.seat_count,
            seed,
        )


@entry_point
def _play_games(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Rows,
    scratches: Any,
    desks: Any,
    policies: Numbers,
    minds: Any,
    rounds: Any,
    shares: Numbers,
    profits: Numbers,
    seat_count: int,
    seed: int,
) -> None:
    row = rows[0]
    scratch = scratches[0]
    desk = desks[0]
    decks = len(shares) // seat_count
    for index in range(len(shares)):
        first = index // decks  # the entrant in seat 0
        seed_dice(scratch.dice, seed, index % decks)
        shuffle_deck(scratch.dice, scratch.deck)
        deal(row, scratch.deck, seat_count)
        while row.phase != OVER:
            entrant = (row.turn + first) % seat_count
            mind = minds[min(entrant, len(minds) - 1)]
            if policies[entrant] == GREEDY:
                action = greedy_action(row, row.turn, mind, desk)
            else:
                action = solid_action(row, row.turn, mind, desk)
            finished = row.round
            apply(row, row.turn, action)
            if finished < row.round < ROUNDS[seat_count]:
                rounds[index, finished] = row
        judge_end(row, desk.profits, desk.shares)
        for seat in range(seat_count):
            shares[index, (seat + first) % seat_count] = desk.shares[seat]
            profits[index, (seat + first) % seat_count] = desk.profits[seat]


@entry_point
def measure_hands(rows: Any, stage: int, minds: Any, out: Numbers) -> None:
    """Write what the hand of each seat is worth at a stage."""
    for index in range(len(rows)):
        for seat in range(out.shape[1]):
            out[index, seat] = worth(minds[0], stage, fan_number(rows[index].hands[seat]))
