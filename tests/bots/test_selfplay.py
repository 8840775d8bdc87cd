"""Self-play: each deck with every entrant in every seat, and the games that the rules give."""

import numpy as np
import pytest

from byzanz.bots.chances import WHOLE
from byzanz.bots.desk import Desk
from byzanz.bots.greedy import greedy_action
from byzanz.bots.habits import tuned
from byzanz.bots.kernel import mind_rows
from byzanz.bots.mind import Mind, make_mind
from byzanz.bots.selfplay import GREEDY, SOLID, SelfPlay, measure_hands
from byzanz.bots.solid import solid_action
from byzanz.bots.stage import JUDGED
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.worth import POINT, fan_number, worth
from byzanz.dice import seeded_deck
from byzanz.rules.actions import apply
from byzanz.rules.closing import is_winner
from byzanz.rules.flow import deal
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import OVER, Table

pytestmark = pytest.mark.slow  # the games are compiled for them alone

PLAYERS = 4
DECKS = 3
SEED = 7
POLICIES = [SOLID, GREEDY, SOLID, GREEDY]
FUNCTIONS = {GREEDY: greedy_action, SOLID: solid_action}


def minds() -> list[Mind]:
    """One for each entrant, no two alike: each plays with what was found for other tables."""
    return [
        make_mind(tuned()[players].habits, tuned()[PLAYERS].judgement) for players in (3, 4, 5, 6)
    ]


def played(policies: list[int], entrants: list[Mind], seed: int = SEED) -> SelfPlay:
    games = SelfPlay(PLAYERS, DECKS)
    games.play(policies, mind_rows(entrants), seed)
    return games


@pytest.fixture(scope="module")
def games() -> SelfPlay:
    return played(POLICIES, minds())


def interpreted(number: int) -> tuple[Table, list[Table]]:
    """The same game on a plain table: its end, and each round but the last as it ended."""
    entrants, table, rounds = minds(), Table(), []
    deal(table, seeded_deck(SEED, number % DECKS), PLAYERS)
    while table.phase != OVER:
        seat, finished = table.turn, table.round
        entrant = (seat + number // DECKS) % PLAYERS
        choose = FUNCTIONS[POLICIES[entrant]]
        apply(table, seat, choose(table, seat, entrants[entrant], Desk()))
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
        assert games.shares[number, entrant] == (seat in winners) * WHOLE // len(winners)
    assert games.rounds[number]["hands"].tolist() == [end.hands for end in rounds]
    assert games.rounds[number]["profits"].tolist() == [end.profits for end in rounds]


def test_the_same_seed_gives_the_same_games(games):
    again = played(POLICIES, minds())
    other = played(POLICIES, minds(), SEED + 1)
    assert np.array_equal(again.profits, games.profits)
    assert np.array_equal(again.shares, games.shares)
    assert np.array_equal(again.rounds, games.rounds)
    assert not np.array_equal(other.profits, games.profits)


def test_games_played_before_leave_no_trace(games):
    batch = played([GREEDY] * PLAYERS, minds(), SEED + 1)
    batch.play(POLICIES, mind_rows(minds()), SEED)
    assert np.array_equal(batch.profits, games.profits)
    assert np.array_equal(batch.rounds, games.rounds)


def test_every_entrant_sits_in_every_seat():
    """Equal entrants play the same game on a deck each time, and only turn around the table."""
    batch = played([SOLID] * PLAYERS, [tuned_mind(PLAYERS)])  # the last mind serves all
    turns = batch.profits.reshape(PLAYERS, DECKS, PLAYERS)  # [entrant in seat 0][deck][entrant]
    for first, decks in enumerate(turns):
        assert decks.tolist() == np.roll(turns[0], first, axis=1).tolist()
    assert len({tuple(profits) for profits in turns[0]}) == DECKS


def test_shares_make_up_the_whole(games):
    sums = games.shares.sum(axis=1)
    assert np.all((sums > WHOLE - PLAYERS) & (sums <= WHOLE))
    best = games.profits.max(axis=1, keepdims=True)
    assert np.all(games.profits[games.shares > 0] == best.repeat(PLAYERS, 1)[games.shares > 0])


def test_hands_are_measured_as_the_bots_do(games):
    mind, left = tuned_mind(PLAYERS), 2
    rows = games.rounds[:, ROUNDS[PLAYERS] - 1 - left]
    found = np.zeros((len(rows), PLAYERS), np.int64)
    measure_hands(rows, JUDGED + left, mind_rows([mind]), found)
    expected = [
        [worth(mind, JUDGED + left, fan_number(hand)) for hand in hands[:PLAYERS]]
        for hands in rows["hands"].tolist()
    ]
    assert found.tolist() == expected
    assert len(np.unique(found)) > 10
