"""`BatchEnv`: many games at once, each waiting for the seat on turn."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from byzanz.engine.environments.kernel import LOOK, STEP_SCRATCH_ROW, encode_row_actions
from byzanz.engine.environments.layout import FEATURE_COUNT, MOST_LEGAL
from byzanz.envs.game_rows import GameRows
from byzanz.envs.layout import obs_layout
from byzanz.envs.problems import WrongShape
from byzanz.fast.row import Rows


class Snapshot(NamedTuple):
    """The complete state of some games, hidden cards included."""

    players: int
    rows: Rows
    knowledge: NDArray[np.void]
    numbers: NDArray[np.int64]


class BatchEnv:
    """A batch of games for learning and search, at millions of steps per second.

    Every game waits for one action of its seat on turn; only that seat acts, so sales off turn are
    left out. A game that ends is followed by the next one in the same step. These arrays are
    allocated once and overwritten by every step:

    - `obs` (count, 545) uint8: what the seat on turn knows, in the places of `obs_layout`;
    - `mask` (count, 391) bool: its legal actions;
    - `legal` (count, 133) int16: the same as a list, of which `count_legal` entries are valid;
    - `seat` (count,): the seat on turn;
    - `reward` (count, players) float32: after a game's last action, the share of the victory of
      each seat minus 1 / players; otherwise 0;
    - `final` (count, players) int16: after a game's last action, the profits; otherwise 0;
    - `done` (count,) bool: has the last action ended a game?
    - `number` (count,): the current games, whose decks are `seeded_deck(seed, number)`.

    >>> env = BatchEnv(players=4, count=2, seed=7)
    >>> env.step(env.legal[:, 0])
    >>> env.seat.tolist()
    [1, 1]
    """

    obs_layout = obs_layout()

    def __init__(self, players: int, count: int, seed: int = 0, *, threads: int = 1) -> None:
        self._games = GameRows(players, count, seed, threads=threads, deals_again=True)
        self._features: NDArray[np.uint8] | None = None
        self.players, self.count = players, count
        self.obs, self.mask, self.legal = self._games.obs, self._games.mask, self._games.legal
        turns = self._games.turns
        self.count_legal, self.seat, self.done = turns["count"], turns["seat"], turns["done"]
        self.reward: NDArray[np.float32] = turns["reward"][:, :players]
        self.final: NDArray[np.int16] = turns["final"][:, :players]
        self.number: NDArray[np.int64] = turns["number"]

    @property
    def seed(self) -> int:
        """The seed of all decks."""
        return self._games.seed

    def reset(self, seed: int | None = None) -> None:
        """Deal the first games again, of this seed or of the current one."""
        self._games.restart(self.seed if seed is None else seed)

    def step(self, actions: Any) -> None:
        """Play one action in every game, given as an array of integers.

        Raises `IllegalAction` or `WrongShape` and plays nothing if one of them can't be played.
        """
        self._games.play(actions)

    def action_features(self) -> NDArray[np.uint8]:
        """Return the features of all legal actions, as (count, 133, 59) uint8.

        Entry j of a game belongs to `legal[game, j]`; those from `count_legal` on are not written.
        The array is allocated once and overwritten by every call.
        """
        self._games.check_open()
        if self._features is None:
            self._features = np.zeros((self.count, MOST_LEGAL, FEATURE_COUNT), np.uint8)
        scratch = np.zeros(1, STEP_SCRATCH_ROW)
        games = self._games
        encode_row_actions(games.rows, games.turns, self.legal, scratch, self._features)
        return self._features

    def snapshot(self, indexes: Any = None) -> Snapshot:
        """Copy the state of some games, or of all."""
        chosen = self._chosen(indexes)
        games = self._games
        return Snapshot(
            self.players, games.rows[chosen], games.knowledge[chosen], self.number[chosen]
        )

    def restore(self, snapshot: Snapshot, indexes: Any = None) -> None:
        """Overwrite some games, or all, with the games of a snapshot.

        A restored game goes on exactly as the saved one. Raises `WrongShape` unless there are as
        many games in the snapshot, with as many players.
        """
        chosen = self._chosen(indexes)
        if snapshot.players != self.players or len(snapshot.rows) != len(chosen):
            raise WrongShape(
                f"a snapshot of {len(snapshot.rows)} games of {snapshot.players} players: "
                f"expected {len(chosen)} of {self.players}"
            )
        self._games.rows[chosen] = snapshot.rows
        self._games.knowledge[chosen] = snapshot.knowledge
        self.number[chosen] = snapshot.numbers
        self._games.order(chosen, LOOK)

    def _chosen(self, indexes: Any) -> NDArray[np.int64]:
        """Return indexes of games as an array; all of them for None."""
        everything = np.arange(self.count)
        return everything if indexes is None else np.atleast_1d(everything[indexes])

    def close(self) -> None:
        """End the threads; further steps raise `ClosedEnvironment`."""
        self._games.close()

    def __enter__(self) -> "BatchEnv":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
