"""The PettingZoo environment passes PettingZoo's own tests, and refuses bad input."""

import warnings

import numpy as np
import pytest

from byzanz.envs import ClosedEnvironment, IllegalAction
from byzanz.envs.rendering import render_text
from byzanz.game.game import Game
from tests.envs.playing import play_action
from tests.envs.reference import expected_observation

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from byzanz.envs.aec import env


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_it_passes_pettingzoos_api_test(players, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(env(players, seed=1), num_cycles=200)
    assert "Passed API test" in capsys.readouterr().out


def test_it_passes_pettingzoos_seed_test():
    seed_test(lambda: env(4), num_cycles=200)


def test_all_agents_observe_what_their_seats_know():
    dice = np.random.default_rng(1)
    table = env(4, seed=9)
    table.reset()
    game = Game.new(4, seed=9)
    while game.turn is not None:
        assert table.agent_selection == f"player_{game.turn}"
        for seat, agent in enumerate(table.possible_agents):
            expected = expected_observation(game, seat)
            assert table.observe(agent).tolist() == expected.tolist()
        action = dice.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"]))
        table.step(action)
        play_action(game, action)
    assert all(table.terminations.values())
    shares = [(seat in game.winners) / len(game.winners) - 1 / 4 for seat in range(4)]
    assert [table.rewards[agent] for agent in table.agents] == pytest.approx(shares, abs=1e-6)
    for agent in table.possible_agents:
        assert table.observe(agent).tolist() == expected_observation(
            game, table.possible_agents.index(agent)
        ).tolist()  # fmt: skip
        table.step(None)
    assert table.agents == []
    with pytest.raises(ClosedEnvironment, match="reset the environment"):
        table.step(0)


def test_resets_deal_the_next_game_and_seeds_begin_again():
    table = env(3, seed=4)
    table.reset()
    first = table.observe("player_0")
    table.reset()
    assert (table.observe("player_0") != first).any()
    table.reset(seed=4)
    assert (table.observe("player_0") == first).all()
    other = env(3)
    other.reset()
    assert (other.observe("player_0") != first).any()


@pytest.mark.parametrize("action", [-1, 391, 390, None, 0.0, "0", True])
def test_an_illegal_action_is_refused(action):
    table = env(4, seed=1)
    table.reset()
    before = table.observe("player_0")
    with pytest.raises(IllegalAction, match=r"of player_0: expected one of \[0,"):
        table.step(action)
    assert (table.observe("player_0") == before).all()


def test_an_environment_without_a_game_is_refused():
    table = env(4, seed=1)
    with pytest.raises(ClosedEnvironment, match="reset the environment"):
        table.step(0)
    table.reset()
    table.close()
    with pytest.raises(ClosedEnvironment):
        table.step(0)
    other = env(4, seed=1)
    other.close()
    for closed in (table, other):
        with pytest.raises(ClosedEnvironment, match="make a new one"):
            closed.reset()


def test_it_is_rendered_as_the_selected_agent_knows_it(capsys):
    table = env(3, seed=2, render_mode="ansi")
    with pytest.raises(ClosedEnvironment):
        table.render()
    table.reset()
    table.step(0)
    assert table.render() == render_text(table.observe("player_1"), 1)
    assert env(3).render() is None
    shown = env(3, seed=2, render_mode="human")
    shown.reset()
    assert "hand of seat 0" in capsys.readouterr().out


def test_an_unknown_render_mode_is_refused():
    with pytest.raises(ValueError, match="expected one of"):
        env(3, render_mode="rgb_array")
