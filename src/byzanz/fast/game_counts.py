"""Results of finished games, counted in integers so that the order of adding does not matter."""

import numpy as np

from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows
from byzanz.rules.closing import is_winner

SCORES = 201  # the number of possible scores, 0 to 200
VICTORY = 60  # units of a whole victory; divisible by every number of winners, 1 to 6


@entry_point
def count_games(rows: Rows, score_counts: Numbers, win_shares: Numbers, seat_count: int) -> None:
    """Add the results of finished rows to score_counts[seat][score] and win_shares[seat]."""
    for index in range(len(rows)):
        row = rows[index]
        winners = 0
        for seat in range(seat_count):
            score_counts[seat][row.profits[seat]] += 1
            if is_winner(row, seat):
                winners += 1
        for seat in range(seat_count):
            if is_winner(row, seat):
                win_shares[seat] += VICTORY // winners


class Tally:
    """Scores, win shares and lengths of any number of games."""

    def __init__(self, seat_count: int) -> None:
        self.score_counts = np.zeros((seat_count, SCORES), np.int64)  # [seat][score]
        self.win_shares = np.zeros(seat_count, np.int64)  # in units of 1 / VICTORY
        self.games = 0
        self.moves = 0
        self.least_moves = 0
        self.most_moves = 0

    @classmethod
    def of(cls, rows: Rows, moves: Numbers, seat_count: int) -> "Tally":
        """Count a batch of finished games; moves has the length of each."""
        tally = cls(seat_count)
        count_games(rows, tally.score_counts, tally.win_shares, seat_count)
        tally.games = len(rows)
        tally.moves = int(moves.sum())
        tally.least_moves = int(moves.min())
        tally.most_moves = int(moves.max())
        return tally

    def add(self, other: "Tally") -> None:
        """Add the counts of another tally."""
        self.least_moves = min(other.least_moves, self.least_moves or other.least_moves)
        self.most_moves = max(other.most_moves, self.most_moves)
        self.score_counts += other.score_counts
        self.win_shares += other.win_shares
        self.games += other.games
        self.moves += other.moves
