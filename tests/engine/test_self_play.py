"""Self-play: every entrant plays every deck in every seat, and the games follow the rules."""

import numpy as np
import pytest

from byzanz.dice import seeded_deck
from byzanz.engine.evaluation.hand_value import POINT, hand_value, pack_hand
from byzanz.engine.evaluation.leaf_value import WHOLE_SHARE
from byzanz.engine.evaluation.parameters import tuned_parameters
from byzanz.engine.evaluation.stage import LEAF_TABLES
from byzanz.engine.evaluation.tables import Evaluation, make_evaluation
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.greedy import greedy_action
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.kernel import evaluation_rows
from byzanz.engine.self_play import GREEDY, SOLID, SelfPlay, measure_hands
from byzanz.rules.actions import apply
from byzanz.rules.closing import is_winner
from byzanz.rules.flow import deal
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import OVER, Table

pytestmark = pytest.mark.slow  # because the kernel is compiled for these tests only

PLAYERS = 4
DECKS = 3
SEED = 7
POLICIES = [SOLID, GREEDY, SOLID, GREEDY]
FUNCTIONS = {GREEDY: greedy_action, SOLID: solid_action}


def evaluations() -> list[Evaluation]:
    """Return a different evaluation for each entrant, tuned for 3, 4, 5 and 6 players."""
    return [
        make_evaluation(tuned_parameters()[players].policy, tuned_parameters()[PLAYERS].leaf)
        for players in (3, 4, 5, 6)
    ]


def played(policies: list[int], entrants: list[Evaluation], seed: int = SEED) -> SelfPlay:
    games = SelfPlay(PLAYERS, DECKS)
    games.play(policies, evaluation_rows(entrants), seed)
    return games


@pytest.fixture(scope="module")
def games() -> SelfPlay:
    return played(POLICIES, evaluations())


def interpreted(number: int) -> tuple[Table, list[Table]]:
    """Play the same game interpreted; return the final table and those at the ends of rounds."""
    entrants, table, rounds = evaluations(), Table(), []
    deal(table, seeded_deck(SEED, number % DECKS), PLAYERS)
    while table.phase != OVER:
        seat, finished = table.turn, table.round
        entrant = (seat + number // DECKS) % PLAYERS
        choose = FUNCTIONS[POLICIES[entrant]]
        apply(table, seat, choose(table, seat, entrants[entrant], Scratch()))
        if finished < table.round < ROUNDS[PLAYERS]:
            rounds.append(table.copy())
    return table, rounds


@pytest.mark.parametrize("number", range(0, PLAYERS * DECKS, DECKS))
def test_the_games_of_a_deck_are_those_of_the_rules(games, number):
    table, rounds = interpreted(number)
    winners = [seat for seat in range(PLAYERS) if is_winner(table, seat)]
    for seat in range(PLAYERS):
        entrant = (seat + number // DECKS) % PLAYERS
        assert games.profits[number, entrant] == POINT * table.profits[seat]
        assert games.shares[number, entrant] == (seat in winners) * WHOLE_SHARE // len(winners)
    assert games.rounds[number]["hands"].tolist() == [end.hands for end in rounds]
    assert games.rounds[number]["profits"].tolist() == [end.profits for end in rounds]


def test_the_same_seed_gives_the_same_games(games):
    again = played(POLICIES, evaluations())
    other = played(POLICIES, evaluations(), SEED + 1)
    assert np.array_equal(again.profits, games.profits)
    assert np.array_equal(again.shares, games.shares)
    assert np.array_equal(again.rounds, games.rounds)
    assert not np.array_equal(other.profits, games.profits)


def test_earlier_games_do_not_affect_later_ones(games):
    batch = played([GREEDY] * PLAYERS, evaluations(), SEED + 1)
    batch.play(POLICIES, evaluation_rows(evaluations()), SEED)
    assert np.array_equal(batch.profits, games.profits)
    assert np.array_equal(batch.rounds, games.rounds)


def test_every_entrant_sits_in_every_seat():
    """Equal entrants play the same game on a deck in each rotation around the table."""
    batch = played([SOLID] * PLAYERS, [tuned_evaluation(PLAYERS)])
    turns = batch.profits.reshape(PLAYERS, DECKS, PLAYERS)  # [entrant in seat 0][deck][entrant]
    for first, decks in enumerate(turns):
        assert decks.tolist() == np.roll(turns[0], first, axis=1).tolist()
    assert len({tuple(profits) for profits in turns[0]}) == DECKS


def test_win_shares_add_up_to_one_victory(games):
    sums = games.shares.sum(axis=1)
    assert np.all((sums > WHOLE_SHARE - PLAYERS) & (sums <= WHOLE_SHARE))
    best = games.profits.max(axis=1, keepdims=True)
    assert np.all(games.profits[games.shares > 0] == best.repeat(PLAYERS, 1)[games.shares > 0])


def test_measured_hands_agree_with_the_interpreted_value(games):
    evaluation, left = tuned_evaluation(PLAYERS), 2
    rows = games.rounds[:, ROUNDS[PLAYERS] - 1 - left]
    found = np.zeros((len(rows), PLAYERS), np.int64)
    measure_hands(rows, LEAF_TABLES + left, evaluation_rows([evaluation]), found)
    expected = [
        [hand_value(evaluation, LEAF_TABLES + left, pack_hand(hand)) for hand in hands[:PLAYERS]]
        for hands in rows["hands"].tolist()
    ]
    assert found.tolist() == expected
    assert len(np.unique(found)) > 10
