"""The players of the seats that do not learn: bots, or a function that chooses for all games."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from byzanz.engine.environments.choosing import choose_greedy, choose_solid
from byzanz.engine.environments.kernel import first_illegal
from byzanz.engine.search.kernel import SCRATCH_ROW, compiled_evaluation
from byzanz.envs.game_rows import GameRows
from byzanz.envs.problems import IllegalAction
from byzanz.fast.row import new_rows

Chooser: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.bool_]], Any]
"""Chooses one action for each game from the observations and masks of all games."""

BOTS = {"greedy": choose_greedy, "solid": choose_solid}


class Opponents:
    """Chooses the actions of all seats that do not learn."""

    def __init__(self, games: GameRows, player: str | Chooser) -> None:
        if isinstance(player, str) and player not in BOTS:
            names = ", ".join(BOTS)
            raise ValueError(f"opponents {player[:40]!r}: expected {names}, or a function")
        self._games, self._player = games, player
        self._known, self._scratch = new_rows(1), np.zeros(1, SCRATCH_ROW)
        self._actions = np.zeros(games.count, np.int64)

    def choose(self, wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return an action for each game; only those of the wanted games are meant."""
        games = self._games
        if not isinstance(self._player, str):
            chosen = games.as_actions(self._player(games.obs, games.mask))
            index = first_illegal(chosen[wanted], games.mask[wanted])
            if index < np.count_nonzero(wanted):
                raise IllegalAction(
                    f"the opponents chose action {chosen[wanted][index]} in game "
                    f"{np.flatnonzero(wanted)[index]}: expected a legal one"
                )
            return chosen
        BOTS[self._player](
            games.rows,
            games.knowledge,
            np.ascontiguousarray(wanted),  # as the compiled code expects it
            self._known,
            compiled_evaluation(games.players),
            self._scratch,
            self._actions,
        )
        return self._actions
