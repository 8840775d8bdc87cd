"""`BatchEnv` agrees with `Game` after every step, refuses bad input, and can be restored."""

import numpy as np
import pytest

from byzanz.envs import BatchEnv, ClosedEnvironment, IllegalAction, WrongShape
from byzanz.envs.observing import action_mask
from byzanz.game.game import Game
from byzanz.rules.actions import ACTIONS
from tests.envs.playing import game_of, play_action, random_actions
from tests.envs.reference import expected_features, expected_observation

PLAYER_COUNTS = (3, 4, 5, 6)


def check_row(env: BatchEnv, index: int, game: Game) -> None:
    """The arrays of a row say what the views of a game say."""
    seat = game.turn
    legal = env.legal[index, : env.count_legal[index]].tolist()
    assert env.seat[index] == seat
    assert env.obs[index].tolist() == expected_observation(game, seat).tolist()
    assert env.mask[index].tolist() == action_mask(game, seat).tolist()
    assert sorted(legal) == np.flatnonzero(env.mask[index]).tolist()


def check_result(env: BatchEnv, index: int, game: Game) -> None:
    """The rewards of a row are those of a finished game."""
    winners = game.winners
    shares = [(seat in winners) / len(winners) for seat in range(game.seat_count)]
    expected = [share - 1 / game.seat_count for share in shares]
    assert env.reward[index].tolist() == pytest.approx(expected, abs=1e-6)
    assert env.final[index].tolist() == list(game.scores)


def compare(players: int, seed: int, steps: int) -> int:
    """Compare three rows with their games after every step; return the number of ended games."""
    dice = np.random.default_rng(seed)
    env = BatchEnv(players, 3, seed)
    games = [game_of(env, index) for index in range(3)]
    ended = 0
    for _ in range(steps):
        for index, game in enumerate(games):
            check_row(env, index, game)
        actions = random_actions(env, dice)
        env.step(actions)
        for index, game in enumerate(games):
            play_action(game, actions[index])
            assert env.done[index] == game.is_over
            if game.is_over:
                check_result(env, index, game)
                games[index] = game_of(env, index)
                ended += 1
            else:
                assert not env.reward[index].any()
                assert not env.final[index].any()
    return ended


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_every_position_is_that_of_the_game(players):
    assert compare(players, players, 300) > 2


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_twenty_thousand_positions_are_those_of_the_games(players):
    assert compare(players, 100 + players, 1_700) > 10


def test_features_name_the_cards_of_every_action():
    env = BatchEnv(4, 2, 3)
    dice = np.random.default_rng(3)
    game = game_of(env, 1)
    for _ in range(60):
        features = env.action_features()
        for entry in range(env.count_legal[1]):
            _, move = game.legal(game.turn)[entry]
            assert features[1, entry].tolist() == expected_features(game, move).tolist()
        actions = random_actions(env, dice)
        env.step(actions)
        play_action(game, actions[1])
    assert env.action_features() is features, "the array is stable"


def history(env: BatchEnv, steps: int, seed: int) -> list[bytes]:
    """All arrays after each of a number of random steps."""
    dice = np.random.default_rng(seed)
    arrays = (env.obs, env.mask, env.seat, env.reward, env.final, env.done, env.number)
    found = []
    for _ in range(steps):
        env.step(random_actions(env, dice))
        found.append(b"".join(array.tobytes() for array in arrays))
    return found


def test_threads_and_resets_change_nothing():
    env = BatchEnv(5, 7, 11)
    first = history(env, 250, 1)
    env.reset()
    assert history(env, 250, 1) == first
    env.reset(12)
    assert history(env, 250, 1) != first
    with BatchEnv(5, 7, 11, threads=2) as threaded:
        assert history(threaded, 250, 1) == first


def test_arrays_are_stable():
    env = BatchEnv(3, 2)
    arrays = (env.obs, env.mask, env.legal, env.count_legal, env.seat, env.reward, env.done)
    places = [array.ctypes.data for array in arrays]
    history(env, 20, 1)
    env.reset()
    assert places == [array.ctypes.data for array in arrays]
    assert (env.obs.dtype, env.obs.shape) == (np.uint8, (2, env.obs_layout.size))
    assert (env.mask.dtype, env.mask.shape) == (np.bool_, (2, ACTIONS))
    assert (env.legal.dtype, env.reward.dtype, env.reward.shape) == (np.int16, np.float32, (2, 3))


def test_a_snapshot_goes_on_as_the_original():
    env = BatchEnv(4, 3, 5)
    history(env, 40, 1)
    saved, seen = env.snapshot(), env.obs.copy()
    first = history(env, 200, 2)
    env.restore(saved)
    assert (env.obs == seen).all()
    assert history(env, 200, 2) == first


def test_one_game_is_restored_and_the_others_stay():
    env = BatchEnv(4, 3, 5)
    saved = env.snapshot([2])
    history(env, 30, 1)
    before = env.obs.copy()
    env.restore(saved, [0])
    assert (env.obs[1:] == before[1:]).all()
    assert env.number.tolist() == [2, 1, 2]
    check_row(env, 0, game_of(env, 0))


def test_an_illegal_action_is_refused_and_nothing_is_played():
    env = BatchEnv(4, 2, 1)
    before = env.obs.copy()
    for action in (-1, ACTIONS, ACTIONS - 1):
        with pytest.raises(
            IllegalAction, match=rf"action {action} in game 1: expected one of \[0,"
        ):
            env.step([0, action])
        assert (env.obs == before).all()


@pytest.mark.parametrize("actions", [[0], [[0, 0]], 0, [0.0, 0.0], ["0", "0"], [True, False]])
def test_actions_of_another_shape_are_refused(actions):
    with pytest.raises(WrongShape, match=r"expected (\(2,\)|integers)"):
        BatchEnv(4, 2, 1).step(actions)


def test_a_snapshot_of_another_shape_is_refused():
    env = BatchEnv(4, 2)
    with pytest.raises(WrongShape, match="expected 2 of 4"):
        env.restore(env.snapshot([0]))
    with pytest.raises(WrongShape, match="a snapshot of 2 games of 3 players"):
        env.restore(BatchEnv(3, 2).snapshot())


def test_a_closed_environment_is_refused():
    env = BatchEnv(4, 2, threads=2)
    env.close()
    env.close()
    for use in (env.reset, env.action_features, lambda: env.step([0, 0])):
        with pytest.raises(ClosedEnvironment, match="make a new one"):
            use()


@pytest.mark.parametrize(
    ("parameters", "problem"),
    [
        ((2, 1), "2 players: expected 3 to 6"),
        ((4, 0), "0 games: expected 1"),
        ((4, 1, -1), "seed -1: expected 0"),
        ((4, 1, 2**63), "seed .*: expected 0"),
    ],
)
def test_bad_parameters_are_refused(parameters, problem):
    with pytest.raises(ValueError, match=problem):
        BatchEnv(*parameters)


def test_more_threads_than_games_are_refused():
    with pytest.raises(ValueError, match="3 threads: expected 1 to 2"):
        BatchEnv(4, 2, threads=3)
