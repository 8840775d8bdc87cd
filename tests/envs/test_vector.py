"""The Gymnasium environments pass Gymnasium's checker and play one seat of every game."""

import numpy as np
import pytest

from byzanz.envs import ClosedEnvironment, IllegalAction, WrongShape

pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from byzanz.bots.roster import make_bot
from byzanz.envs.game_rows import GameRows
from byzanz.envs.opponents import Opponents
from byzanz.envs.vector import make, make_vec
from byzanz.game.codec import action_of
from byzanz.game.game import Game
from tests.envs.playing import play_action


def random_actions(mask, dice):
    return np.array([dice.choice(np.flatnonzero(row)) for row in mask])


@pytest.mark.filterwarnings("ignore:.*alternative render modes")
def test_it_passes_gymnasiums_checker():
    check_env(make(players=4, seed=1, replaces_illegal=True))


def test_a_batch_of_seats_plays_on():
    dice = np.random.default_rng(1)
    table = make_vec(5, players=3, seed=3)
    assert table.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = table.reset(seed=3)
    ended = 0
    for _ in range(120):
        assert seen in table.observation_space
        assert info["action_mask"].any(axis=1).all()
        seats = info["seat"]
        seen, rewards, over, cut, info = table.step(random_actions(info["action_mask"], dice))
        assert not cut.any()
        assert not rewards[~over].any()
        for index in np.flatnonzero(over):
            final = info["final_obs"][index]
            profits = info["final_info"]["profits"][index]
            assert final in table.single_observation_space
            place = table.obs_layout.place("seat_0.profit")
            assert final[place] == profits[seats[index]]
            assert rewards[index] < 0 or profits[seats[index]] == profits.max()
            assert info["seat"][index] == (seats[index] + 1) % 3
        ended += over.sum()
    assert ended > 5
    table.close()
    with pytest.raises(ClosedEnvironment):
        table.reset()


def trace(table, steps):
    dice = np.random.default_rng(2)
    _, info = table.reset(seed=8)
    found = []
    for _ in range(steps):
        seen, rewards, over, _, info = table.step(random_actions(info["action_mask"], dice))
        found.append((seen.tobytes(), rewards.tobytes(), over.tobytes()))
    return found


def test_the_same_seed_gives_the_same_games():
    first = trace(make_vec(4, players=4), 60)
    assert trace(make_vec(4, players=4, seed=5, threads=2), 60) == first
    assert trace(make_vec(4, players=4, seat=2), 60) != first


@pytest.mark.parametrize("bot_id", ["greedy", pytest.param("solid", marks=pytest.mark.slow)])
def test_opponents_choose_what_the_bots_choose(bot_id):
    bot = make_bot(bot_id)
    games = GameRows(4, 1, 6, deals_again=False)
    opponents = Opponents(games, bot_id)
    game = Game.new(4, seed=6)
    while game.turn is not None:
        action = int(opponents.choose(np.ones(1, np.bool_))[0])
        move = bot.choose(game.view(game.turn), game.options(game.turn))
        assert action == action_of(move, game.table.hands[game.turn]), len(game.moves)
        games.play([action])
        play_action(game, action)


def test_self_play_by_a_function():
    asked = []

    def first_legal(seen, mask):
        asked.append(len(seen))
        return mask.argmax(axis=1)

    table = make_vec(3, players=3, opponents=first_legal, seat=0)
    _, info = table.reset(seed=1)
    table.step(info["action_mask"].argmax(axis=1))
    assert set(asked) == {3}


def test_an_illegal_action_of_opponents_is_refused():
    table = make_vec(2, players=3, opponents=lambda seen, mask: [390, 390], seat=2)
    with pytest.raises(IllegalAction, match="the opponents chose action 390 in game 0"):
        table.reset(seed=1)


def test_bad_input_is_refused():
    table = make_vec(2, players=3, seat=0)
    with pytest.raises(ClosedEnvironment, match="reset the environment"):
        table.step([0, 0])
    table.reset(seed=1)
    with pytest.raises(IllegalAction, match="action 390 in game 1"):
        table.step([0, 390])
    with pytest.raises(WrongShape, match=r"expected \(2,\)"):
        table.step([0])
    with pytest.raises(ValueError, match="opponents 'expert': expected greedy, solid"):
        make_vec(2, opponents="expert")
    with pytest.raises(ValueError, match="seat 4: expected 0 to 3"):
        make_vec(2, seat=4)


def test_one_game_ends_with_its_last_observation():
    table = make(players=3, seat=1, seed=2)
    seen, info = table.reset(seed=2)
    dice = np.random.default_rng(1)
    over = False
    while not over:
        action = int(dice.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, _, info = table.step(action)
    assert seen[table.obs_layout.place("phase")].tolist() == [0, 0, 0, 0, 0, 1]
    assert reward < 0 or info["profits"][1] == info["profits"].max()
    assert not info["action_mask"].any()
    table.close()
