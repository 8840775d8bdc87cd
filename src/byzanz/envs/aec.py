"""A PettingZoo environment: agents act one after another (AEC).

The observation is a `Box`; the legal actions of the agent on turn are in `info["action_mask"]`.
"""

import secrets
import sys
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv

from byzanz.dice import LARGEST_SEED
from byzanz.engine.environments.kernel import DEAL
from byzanz.engine.environments.layout import OBSERVATION_SIZE
from byzanz.envs.game_rows import GameRows
from byzanz.envs.layout import obs_layout
from byzanz.envs.problems import ClosedEnvironment, IllegalAction
from byzanz.envs.rendering import render_text
from byzanz.rules.actions import ACTIONS

RENDER_MODES = ("human", "ansi")


class ByzanzAEC(AECEnv):  # type: ignore[misc] # PettingZoo ships no types
    """One game; the reward of an agent is its share of the victory minus 1 / players.

    Only the agent on turn acts, so sales off turn are left out.
    """

    metadata = {  # noqa: RUF012 - PettingZoo reads a dict
        "name": "byzanz_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }
    obs_layout = obs_layout()

    def __init__(
        self, players: int = 4, seed: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render mode {render_mode[:40]!r}: expected one of {RENDER_MODES}")
        seed = secrets.randbelow(LARGEST_SEED) if seed is None else seed
        self._games = GameRows(players, 1, seed, deals_again=False)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: _observation_space() for agent in self._seats}
        self.action_spaces = {agent: _action_space() for agent in self._seats}
        self.agents: list[str] = []
        self._is_fresh = True

    def observation_space(self, agent: str) -> Box:
        """Return the space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "Discrete[np.int64]":
        """Return the space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: the first one of a seed, or the next one without a seed."""
        self._games.check_open()
        if seed is not None:
            self._games.restart(seed)
        elif not self._is_fresh:
            self._games.order([0], DEAL)
        self._is_fresh = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()
        self._show()

    def step(self, action: int | None) -> None:
        """Play the action of `agent_selection`; for an agent whose game is over, None."""
        self._check_game()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._games.turns["order"][0] = self._legal(action)
        self._games.run()
        self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        if self._games.turns["done"][0]:
            self._end()
        else:
            self._select()
        self._show()

    def _check_game(self) -> None:
        """Raise `ClosedEnvironment` before `reset`, after `close`, and when all agents are gone."""
        self._games.check_open()
        if not self.agents:
            raise ClosedEnvironment("there is no game: reset the environment")

    def _legal(self, action: Any) -> int:
        """Return a legal action as a number, or raise `IllegalAction`."""
        is_number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if not is_number or not 0 <= action < ACTIONS or not self._games.mask[0, action]:
            legal = self._games.legal[0, : self._games.turns["count"][0]].tolist()
            raise IllegalAction(
                f"action {action!r} of {self.agent_selection}: expected one of {legal}"
            )
        return int(action)

    def _end(self) -> None:
        """Reward all agents; each has to step once more, with None."""
        for agent, seat in self._seats.items():
            self.rewards[agent] = float(self._games.turns["reward"][0, seat])
            self.terminations[agent] = True
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def _select(self) -> None:
        """Select the agent on turn and give it its legal actions."""
        self.agent_selection = self.possible_agents[self._games.turns["seat"][0]]
        self.infos[self.agent_selection] = {"action_mask": self._games.mask[0].astype(np.int8)}

    def observe(self, agent: str) -> NDArray[np.uint8]:
        """Return what an agent knows, on turn or not."""
        seat = self._seats[agent]
        is_on_turn = seat == self._games.turns["seat"][0]
        seen = self._games.obs.copy() if is_on_turn else self._games.look([0], seat)
        observation: NDArray[np.uint8] = seen[0]
        return observation

    def render(self) -> str | None:
        """Return (`ansi`) or print (`human`) what the selected agent knows."""
        if self.render_mode is None:
            return None
        self._check_game()
        agent = self.agent_selection
        text = render_text(self.observe(agent), self._seats[agent])
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """End the environment; a further step raises `ClosedEnvironment`."""
        self._games.close()


def _observation_space() -> Box:
    return Box(0, 255, (OBSERVATION_SIZE,), np.uint8)


def _action_space() -> "Discrete[np.int64]":
    return Discrete(ACTIONS)


def env(players: int = 4, seed: int | None = None, render_mode: str | None = None) -> ByzanzAEC:
    """Make an environment for 3 to 6 players.

    Without a seed, here or in `reset`, the first game is a random one. The render mode is None,
    "human" (prints every position as the agent on turn knows it) or "ansi" (`render` returns it).
    """
    return ByzanzAEC(players, seed, render_mode)
