"""Gymnasium environments with one learning seat in each game.

The observation is a `Box`, and the legal actions are in `info["action_mask"]`.
"""

from typing import Any, SupportsInt

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from byzanz.engine.environments.kernel import DEAL, SKIP
from byzanz.engine.environments.layout import OBSERVATION_SIZE
from byzanz.envs.game_rows import GameRows
from byzanz.envs.layout import obs_layout
from byzanz.envs.opponents import Chooser, Opponents
from byzanz.envs.problems import ClosedEnvironment
from byzanz.rules.actions import ACTIONS

Observations = NDArray[np.uint8]
Info = dict[str, Any]


class SeatVectorEnv(VectorEnv[Observations, NDArray[np.integer[Any]], NDArray[Any]]):
    """Many games, in each of which one seat learns; `make_vec` explains the parameters."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012
    obs_layout = obs_layout()

    def __init__(  # noqa: PLR0913 - the parameters of `make_vec`
        self,
        count: int,
        *,
        players: int = 4,
        opponents: str | Chooser = "greedy",
        seat: int | None = None,
        seed: int = 0,
        threads: int = 1,
        replaces_illegal: bool = False,
    ) -> None:
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat {seat}: expected 0 to {players - 1}, or None")
        self._games = GameRows(players, count, seed, threads=threads, deals_again=False)
        self._opponents = Opponents(self._games, opponents)
        self._seat, self._replaces_illegal = seat, replaces_illegal
        self.num_envs = count
        self.single_observation_space = Box(0, 255, (OBSERVATION_SIZE,), np.uint8)
        self.observation_space = Box(0, 255, (count, OBSERVATION_SIZE), np.uint8)
        self.single_action_space = Discrete(ACTIONS)
        self.action_space = MultiDiscrete([ACTIONS] * count)
        self._learners = np.zeros(count, np.int64)
        self._begin_round_of_seats()
        self._has_begun = False

    def _begin_round_of_seats(self) -> None:
        seats = np.arange(self.num_envs) % self._games.players
        self._learners[:] = seats if self._seat is None else self._seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Deal new games: the first ones of a seed, or the next ones without a seed."""
        super().reset(seed=seed)
        self._has_begun = True
        if seed is None:
            self._deal(np.arange(self.num_envs))
        else:
            self._games.restart(seed)
            self._begin_round_of_seats()
        self._play_others()
        return self._games.obs.copy(), self._info()

    def step(
        self, actions: Any
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Play one action in each game, then those of all other seats until it waits again.

        A game that ends is followed by the next one. Its last observation is then in
        `info["final_obs"]` and its profits are in `info["final_info"]["profits"]`.
        """
        if not self._has_begun:
            raise ClosedEnvironment("there are no games: reset the environment")
        games = self._games
        chosen = games.as_actions(actions)
        if self._replaces_illegal:
            everything = np.arange(self.num_envs)
            inside = np.clip(chosen, 0, ACTIONS - 1)
            is_legal = (inside == chosen) & games.mask[everything, inside]
            chosen = np.where(is_legal, chosen, games.legal[:, 0])
        games.play(chosen)
        rewards = np.zeros(self.num_envs, np.float64)
        ended = np.zeros(self.num_envs, np.bool_)
        finals = np.zeros((self.num_envs, games.players), np.int16)
        self._note_results(rewards, ended, finals)
        while self._others_play():
            self._note_results(rewards, ended, finals)
        info: Info = {}
        if ended.any():
            info = self._final_info(ended, finals)
            self._deal(np.flatnonzero(ended))
            self._play_others()
        return games.obs.copy(), rewards, ended, np.zeros_like(ended), info | self._info()

    def _others_play(self) -> bool:
        """Play one action in every game that waits for another seat; False if there is none."""
        turns = self._games.turns
        wanted = (turns["count"] > 0) & (turns["seat"] != self._learners)
        if not wanted.any():
            return False
        turns["order"] = np.where(wanted, self._opponents.choose(wanted), SKIP)
        self._games.run()
        return True

    def _play_others(self) -> None:
        while self._others_play():
            pass

    def _note_results(
        self, rewards: NDArray[Any], ended: NDArray[np.bool_], finals: NDArray[np.int16]
    ) -> None:
        """Collect the results of the games that the last run ended."""
        turns = self._games.turns
        for index in np.flatnonzero(turns["done"] & ~ended):
            ended[index] = True
            rewards[index] = turns["reward"][index, self._learners[index]]
            finals[index] = turns["final"][index, : self._games.players]

    def _final_info(self, ended: NDArray[np.bool_], finals: NDArray[np.int16]) -> Info:
        """Return the last observations and the profits of ended games, as Gymnasium names them."""
        indexes = np.flatnonzero(ended)
        seen = self._games.look(indexes, self._learners[indexes])
        last = np.full(self.num_envs, None, dtype=object)
        for index, observation in zip(indexes, seen, strict=True):
            last[index] = observation
        profits = {"profits": finals, "_profits": ended.copy()}
        return {
            "final_obs": last,
            "_final_obs": ended.copy(),
            "final_info": profits,
            "_final_info": ended.copy(),
        }

    def _deal(self, indexes: NDArray[np.int64]) -> None:
        """Deal the next games; without a fixed seat, the learner moves on by one seat."""
        if self._seat is None:
            self._learners[indexes] = (self._learners[indexes] + 1) % self._games.players
        self._games.order(indexes, DEAL)

    def _info(self) -> Info:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._games.mask.copy(),
            "_action_mask": everywhere,
            "seat": self._learners.copy(),
            "_seat": everywhere,
        }

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self._games.close()


class SeatEnv(gymnasium.Env[Observations, int]):
    """One game in which one seat learns; `make` explains the parameters."""

    metadata = {"render_modes": []}  # noqa: RUF012
    obs_layout = obs_layout()

    def __init__(self, **parameters: Any) -> None:
        self._games = SeatVectorEnv(1, **parameters)
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """Deal a new game: the first one of a seed, or the next one without a seed."""
        super().reset(seed=seed)
        obs, info = self._games.reset(seed=seed)
        return obs[0], _first(info)

    def step(self, action: SupportsInt) -> tuple[Observations, float, bool, bool, Info]:
        """Play one action, then those of all other seats until the game waits again or is over."""
        obs, rewards, ended, _, info = self._games.step(np.array([action]))
        if not ended[0]:
            return obs[0], float(rewards[0]), False, False, _first(info)
        nothing = np.zeros(ACTIONS, np.bool_)
        last = {"action_mask": nothing, "profits": info["final_info"]["profits"][0]}
        return info["final_obs"][0], float(rewards[0]), True, False, last

    def close(self) -> None:
        """End the game."""
        self._games.close()


def _first(info: Info) -> Info:
    return {"action_mask": info["action_mask"][0], "seat": int(info["seat"][0])}


def make_vec(count: int, **parameters: Any) -> SeatVectorEnv:
    """Make a vector environment of this many games; the parameters are those of `SeatVectorEnv`.

    - `players`: 3 to 6;
    - `opponents`: "greedy", "solid", or for self-play a function that gets the observations and
      masks of all games and returns an action for each;
    - `seat`: the learning seat; None for another one in every game, in turn;
    - `seed`: the decks of the first games, until `reset` gets a seed;
    - `threads`: threads that step the games;
    - `replaces_illegal`: play the first legal action instead of an illegal one. It is for libraries
      without masks; by default an illegal action raises `IllegalAction`.
    """
    return SeatVectorEnv(count, **parameters)


def make(**parameters: Any) -> SeatEnv:
    """Make an environment of one game, with the parameters of `make_vec`."""
    return SeatEnv(**parameters)
