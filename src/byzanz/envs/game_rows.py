"""Games in compiled rows, with the arrays that describe them; the other environments use it."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from byzanz.dice import LARGEST_SEED
from byzanz.engine.environments.kernel import (
    DEAL,
    KNOWLEDGE_ROW,
    LOOK,
    SKIP,
    STEP_SCRATCH_ROW,
    TURN_ROW,
    first_illegal,
    step_rows,
)
from byzanz.engine.environments.layout import MOST_LEGAL, OBSERVATION_SIZE
from byzanz.envs.problems import ClosedEnvironment, IllegalAction, WrongShape
from byzanz.fast.row import new_rows
from byzanz.game.game import PLAYER_COUNTS
from byzanz.rules.actions import ACTIONS
from byzanz.rules.table import NOBODY

CHUNKS_OF_THREAD = 4
LARGEST_COUNT = 2**20  # rows; the streams of games are 32-bit numbers


class GameRows:
    """A number of games with the same number of players, stepped together.

    The arrays are allocated once and overwritten by every run.
    """

    def __init__(
        self, players: int, count: int, seed: int, *, threads: int = 1, deals_again: bool
    ) -> None:
        if players not in PLAYER_COUNTS:
            raise ValueError(f"{players} players: expected 3 to 6")
        if not 1 <= count <= LARGEST_COUNT:
            raise ValueError(f"{count} games: expected 1 to {LARGEST_COUNT}")
        if not 1 <= threads <= count:
            raise ValueError(f"{threads} threads: expected 1 to {count}, the number of games")
        self.players, self.count = players, count
        self.obs: NDArray[np.uint8] = np.zeros((count, OBSERVATION_SIZE), np.uint8)
        self.mask: NDArray[np.bool_] = np.zeros((count, ACTIONS), np.bool_)
        self.legal: NDArray[np.int16] = np.zeros((count, MOST_LEGAL), np.int16)
        self.rows = new_rows(count)
        self.rows["seat_count"] = players
        self.knowledge = np.zeros(count, KNOWLEDGE_ROW)
        self.turns = np.zeros(count, TURN_ROW)
        self._scratches = [np.zeros(1, STEP_SCRATCH_ROW) for _ in range(threads)]
        chunks = 1 if threads == 1 else min(count, CHUNKS_OF_THREAD * threads)
        self._edges = [count * chunk // chunks for chunk in range(chunks + 1)]
        self._next_chunk = itertools.count()
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._deals_again = int(deals_again)
        self.is_closed = False
        self.restart(seed)

    def restart(self, seed: int) -> None:
        """Deal the first games of a seed."""
        if not 0 <= seed <= LARGEST_SEED:
            raise ValueError(f"seed {seed}: expected 0 to {LARGEST_SEED}")
        self.seed = seed
        self.turns["number"] = np.arange(self.count) - self.count
        self.turns["viewer"] = NOBODY
        self.turns["order"] = DEAL
        self.run()

    def check_open(self) -> None:
        """Raise `ClosedEnvironment` after `close`."""
        if self.is_closed:
            raise ClosedEnvironment("the environment is closed: make a new one")

    def run(self) -> None:
        """Carry out the orders in `turns`, in all threads."""
        self.check_open()
        self._next_chunk = itertools.count()
        if self._pool is None:
            self._run_chunks(0)
            return
        jobs = [self._pool.submit(self._run_chunks, job) for job in range(1, len(self._scratches))]
        self._run_chunks(0)
        for job in jobs:
            if not job.cancel():  # it has begun
                job.result()

    def _run_chunks(self, job: int) -> None:
        """Run chunks until none is left: a thread that starts late gets fewer of them."""
        while (chunk := next(self._next_chunk)) < len(self._edges) - 1:
            step_rows(
                self.rows,
                self.knowledge,
                self._scratches[job],
                self.turns,
                self.obs,
                self.mask,
                self.legal,
                self.seed,
                self._deals_again,
                self._edges[chunk],
                self._edges[chunk + 1],
            )

    def play(self, actions: Any) -> None:
        """Play one action in every game; if one is illegal, raise and play none."""
        self.check_open()
        self.check(actions := self.as_actions(actions))
        self.turns["order"] = actions
        self.run()

    def as_actions(self, actions: Any) -> NDArray[np.int64]:
        """Return actions as an array with one integer for each game, or raise `WrongShape`."""
        array: NDArray[Any] = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise WrongShape(f"actions of type {array.dtype}: expected integers")
        if array.shape != (self.count,):
            raise WrongShape(f"actions of shape {array.shape}: expected ({self.count},)")
        return np.array(array, np.int64)  # contiguous, as the compiled code expects it

    def check(self, actions: NDArray[np.int64]) -> None:
        """Raise `IllegalAction` unless every action is legal in its game."""
        index = first_illegal(actions, self.mask)
        if index < self.count:
            legal = self.legal[index, : self.turns["count"][index]].tolist()
            raise IllegalAction(f"action {actions[index]} in game {index}: expected one of {legal}")

    def order(self, indexes: Any, order: Any) -> None:
        """Carry out orders in some games, and leave all others as they are."""
        self.turns["order"] = SKIP
        self.turns["order"][indexes] = order
        self.run()

    def look(self, indexes: Any, viewers: Any) -> NDArray[np.uint8]:
        """Return the observations of given seats; the arrays show the seats on turn again."""
        self.turns["viewer"][indexes] = viewers
        self.order(indexes, LOOK)
        seen: NDArray[np.uint8] = self.obs[indexes].copy()
        self.turns["viewer"][indexes] = NOBODY
        self.order(indexes, LOOK)
        return seen

    def close(self) -> None:
        """End the threads; the arrays stay readable."""
        self.is_closed = True
        if self._pool is not None:
            self._pool.shutdown()
