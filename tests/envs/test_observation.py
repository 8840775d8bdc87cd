"""Interpreted observations, masks and features agree with the typed interface of a game."""

import random

import pytest

from byzanz.cards import CARDS
from byzanz.dice import seeded_deck
from byzanz.engine.environments.knowledge import Knowledge
from byzanz.engine.environments.layout import (
    FEATURE_FIELDS,
    LAYOUT_VERSION,
    MOST_LEGAL,
    OBSERVATION_FIELDS,
)
from byzanz.engine.environments.steps import StepScratch, deal_game, describe, play_action
from byzanz.envs import OtherLayout, check_layout, feature_layout, obs_layout
from byzanz.envs.observing import action_features, action_mask, knowledge_of, observe
from byzanz.game.codec import action_of, legal_actions, move_of
from byzanz.game.game import Game
from byzanz.rules.table import OVER, Table
from tests.engine.positions import all_positions, played_hiding_first_hand
from tests.envs.reference import expected_features, expected_observation
from tests.staging import position


def test_every_phase_is_observed_as_the_views_say():
    for number, game in enumerate(all_positions(2)):
        for seat in range(game.seat_count):
            assert observe(game, seat).tolist() == expected_observation(game, seat).tolist(), number


def test_hidden_first_hands_are_observed_as_the_views_say():
    for number, game in enumerate(played_hiding_first_hand(4, 3)):
        if number % 3 == 0:
            seat = number % 4
            assert observe(game, seat).tolist() == expected_observation(game, seat).tolist()
    assert game.turn is None
    assert observe(game, 2).tolist() == expected_observation(game, 2).tolist()


def test_features_name_the_cards_of_every_move():
    kinds = set()
    for game in all_positions(2):
        hand = game.table.hands[game.turn]
        for _, move in game.legal(game.turn):
            features = action_features(game, action_of(move, hand))
            assert features.tolist() == expected_features(game, move).tolist(), str(move)
            kinds.add(type(move).__name__)
    assert len(kinds) == 7


def test_the_knowledge_is_kept_move_by_move():
    for players in (3, 6):
        dice = random.Random(players)
        table, knowledge, scratch = Table(seat_count=players), Knowledge(), StepScratch()
        deal_game(table, knowledge, scratch, 5, players)
        game = Game.new(players, deck=[CARDS[kind] for kind in seeded_deck(5, players)])
        while table.phase != OVER:
            assert knowledge == knowledge_of(game)
            viewer = dice.randrange(players)
            count = describe(table, knowledge, viewer, scratch)
            assert scratch.observation == observe(game, viewer).tolist()
            assert count == action_mask(game, viewer).sum()
            action = dice.choice(legal_actions(table, table.turn))
            game.play(game.turn, move_of(action, game.table.hands[game.turn]))
            play_action(table, knowledge, action)
            table.notes.clear()
        assert knowledge == knowledge_of(game)


def test_the_most_legal_actions_occur():
    game = position("players 3; phase bid; turn 0; hand 0: C1 C2 C3 C4 G1 G2 G3; lot: O1; opener 0")
    assert action_mask(game, 0).sum() == MOST_LEGAL
    assert action_mask(game, 1).sum() == 0, "only the seat on turn acts"


def test_the_layouts_have_no_gaps():
    for layout, fields in ((obs_layout(), OBSERVATION_FIELDS), (feature_layout(), FEATURE_FIELDS)):
        assert layout.fields == fields
        assert sum(field.size for field in fields) == layout.size
        starts = [field.start for field in fields]
        assert starts == sorted(starts)
        assert len({field.name for field in fields}) == len(fields)


def test_fields_are_found_by_name():
    assert obs_layout().place("hand") == slice(0, 25)
    with pytest.raises(KeyError, match="no field is called 'hat'"):
        obs_layout().place("hat")


def test_a_model_of_another_layout_is_refused():
    check_layout(LAYOUT_VERSION)
    with pytest.raises(OtherLayout, match=f"expected {LAYOUT_VERSION}"):
        check_layout(LAYOUT_VERSION + 1)
