"""Playing stored games again by the compiled rules."""

from typing import NamedTuple

import numpy as np

from byzanz.dataset.columns import StoredGame
from byzanz.fast.batch import apply_to_row, deal_row, list_row_actions
from byzanz.fast.game_counts import SCORES, count_games
from byzanz.fast.row import new_rows
from byzanz.rules.actions import ACTIONS
from byzanz.rules.numbers import SEATS
from byzanz.rules.table import OVER


class BadGame(Exception):
    """A stored game that the rules do not allow; says where."""


class Result(NamedTuple):
    """What a game came to."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Replayer:
    """Plays stored games again; its buffers are reused."""

    def __init__(self) -> None:
        self._rows = new_rows(1)
        self._legal = np.zeros(ACTIONS, np.int64)

    def replay(self, stored: StoredGame) -> Result:
        """Play all actions of a game; raises `BadGame` at one that is not legal.

        The deck and the number of bots must be valid.
        """
        row, seat_count = self._rows[0], len(stored.bots)
        deal_row(self._rows, 0, np.array(stored.cards, np.int64), seat_count)
        for number, action in enumerate(stored.played.actions):
            if row["phase"] == OVER:
                raise BadGame(f"action {number}: the game is over before it")
            seat = int(row["turn"])
            count = list_row_actions(self._rows, 0, seat, self._legal)
            if action not in self._legal[:count]:
                raise BadGame(f"action {number}: {action} is not legal")
            apply_to_row(self._rows, 0, seat, action)
        if row["phase"] != OVER:
            raise BadGame(f"the game is not over after {len(stored.played.actions)} actions")
        return self._result(seat_count)

    def _result(self, seat_count: int) -> Result:
        shares = np.zeros(SEATS, np.int64)
        count_games(self._rows, np.zeros((SEATS, SCORES), np.int64), shares, seat_count)
        scores = self._rows[0]["profits"][:seat_count].tolist()
        return Result(tuple(scores), tuple(np.flatnonzero(shares).tolist()))
