"""The OpenSpiel game passes OpenSpiel's own tests, and resamples exactly."""

import pickle
from collections import Counter
from random import Random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402 - comes with OpenSpiel
from absl.testing import absltest  # noqa: E402 - comes with OpenSpiel
from open_spiel.integration_tests import api_test  # noqa: E402 - optional
from open_spiel.python.algorithms import generate_playthrough, sample_some_states  # noqa: E402
from open_spiel.python.algorithms.ismcts import ISMCTSBot  # noqa: E402
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator  # noqa: E402

from byzanz.engine.search.belief import hidden_cards, known_table  # noqa: E402
from byzanz.envs.spiel import ByzanzGame, game_info  # noqa: E402
from byzanz.envs.spiel_observer import PRIVATE, PUBLIC, most_entries  # noqa: E402
from byzanz.game.game import Game  # noqa: E402
from byzanz.game.phase import Phase  # noqa: E402
from byzanz.rules.numbers import PUT_BACK  # noqa: E402
from tests.engine.deals import deal_counts, hand_of, matches, others  # noqa: E402
from tests.engine.search.test_sampling import hiding_game  # noqa: E402
from tests.envs.reference import expected_observation  # noqa: E402

PLAYER_COUNTS = (3, 4, 5, 6)


def loaded(players=4):
    return pyspiel.load_game(f"python_byzanz(players={players})")


def random_step(state, dice):
    """Apply a random action or card."""
    if state.is_chance_node():
        kinds, chances = zip(*state.chance_outcomes(), strict=True)
        assert sum(chances) == pytest.approx(1)
        state.apply_action(dice.choices(kinds, chances)[0])
    else:
        state.apply_action(dice.choice(state.legal_actions()))


def test_it_passes_openspiels_simulation_test():
    pyspiel.random_sim_test(loaded(3), num_sims=1, serialize=False, verbose=False)


def test_it_passes_openspiels_api_test():
    class ApiTest(api_test.EnforceAPIOnPartialTreeBase):
        game_name = "python_byzanz"
        game = loaded(3)

        @classmethod
        def setUpClass(cls):
            cls.some_states = sample_some_states.sample_some_states(cls.game, max_states=12)
            cls.game_type = cls.game.get_type()

    result = absltest.unittest.TestResult()
    absltest.unittest.defaultTestLoader.loadTestsFromTestCase(ApiTest).run(result)
    assert result.testsRun >= 4
    assert not result.errors + result.failures, result.errors + result.failures


@pytest.mark.long
def test_a_playthrough_is_repeated_line_by_line(tmp_path):
    name = "python_byzanz(players=3)"
    dice, state = Random(1), loaded(3).new_initial_state()
    for _ in range(40):
        random_step(state, dice)
    text = generate_playthrough.playthrough(name, [*state.history()], seed=1)
    path = tmp_path / "playthrough.txt"
    path.write_text(text)
    flags.FLAGS.mark_as_parsed()
    expected, actual = generate_playthrough.replay(str(path))
    assert expected == actual
    assert 'short_name = "python_byzanz"' in text


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_game_is_that_of_the_rules(players):
    dice, state = Random(players), loaded(players).new_initial_state()
    most = 0
    while not state.is_terminal():
        random_step(state, dice)
        deal = state.deal
        if deal.game is not None and not state.is_chance_node() and deal.turn is not None:
            most += 1
            seat = state.current_player()
            tensor = state.observation_tensor(seat)
            expected = expected_observation(deal.game, seat).tolist()
            private = [expected[place] for place in PRIVATE]
            assert tensor[players : players + len(PRIVATE)] == private
            assert sorted(PRIVATE + PUBLIC) == list(range(len(expected)))
    game = Game(deal.game.names, deal.game.deck)
    for seat, move in deal.game.moves:
        game.play(seat, move)
    assert game.scores == deal.game.scores
    assert game.events[:] == deal.game.events[:]
    assert sum(state.returns()) == pytest.approx(0)
    assert most <= game_info(players).max_game_length
    assert len(state.deal.dealt) == state.get_game().max_chance_nodes_in_history()
    assert str(state.clone()) == str(state)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def check_resampled(state, player):
    other = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.current_player() == state.current_player()
    return str(other) != str(state)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_a_player_cannot_tell_resampled_states_apart(players):
    dice, state = Random(7 + players), loaded(players).new_initial_state()
    others_found = step = 0
    while not state.is_terminal():
        random_step(state, dice)
        step += 1
        if step % 9 == 0 and not state.is_chance_node():
            others_found += check_resampled(state, step % players)
    assert others_found > 3


def state_of(game: Game):
    """The state after the moves of a game."""
    state = loaded(game.seat_count).new_initial_state()
    hands = 4 * game.seat_count
    after = hands + PUT_BACK[game.seat_count]
    cards = [card.kind for card in (*game.deck[:hands], *game.deck[after:])]
    moves = iter(game.moves)
    while state.is_chance_node() or len(state.deal.game.moves) < len(game.moves):
        if state.is_chance_node():
            state.apply_action(cards[len(state.deal.dealt)])
        else:
            state.apply_action(state.deal.action(next(moves)[1]))
    return state


@pytest.mark.slow
def test_states_are_resampled_uniformly():
    game = hiding_game(26, Phase.CLOSE)
    state = state_of(game)
    view = game.view(0)
    weights = deal_counts(known_table(view), hidden_cards(view), 0)
    first, _ = others(0)
    sampler = Random(1).random
    seen = Counter()
    for _ in range(400):
        table = state.resample_from_infostate(0, sampler).deal.game.table
        seen[hand_of(table, first)] += 1
    of_first = Counter()
    for (hand, _, _), ways in weights.items():
        of_first[hand] += ways
    assert len(of_first) > 6
    assert matches(seen, of_first)


def test_a_searching_bot_of_openspiel_plays():
    dice, state = Random(3), loaded(3).new_initial_state()
    while state.is_chance_node():
        random_step(state, dice)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ISMCTSBot(state.get_game(), evaluator, 1.0, 3, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="2 players: expected 3 to 6"):
        ByzanzGame({"players": 2})
    state = loaded().new_initial_state()
    with pytest.raises(ValueError, match="a card is being dealt"):
        state.resample_from_infostate(0, lambda: 0.5)
    with pytest.raises(ValueError, match="takes none"):
        loaded().make_py_observer(None, {"depth": 1})


def test_the_record_has_room_for_every_game():
    assert all(most_entries(players) > game_info(players).max_game_length for players in (3, 6))
