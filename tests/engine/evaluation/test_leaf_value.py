"""Leaf values are exact at the end of a game and plausible at the end of a round."""

import pytest

from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.leaf_value import WHOLE_SHARE, evaluate_leaf
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.rules.numbers import ROUNDS
from tests.engine.positions import PLAYER_COUNTS, played
from tests.staging import position


def leaf_values(game) -> tuple[list[int], list[int]]:
    """Return the profits and win shares of all seats."""
    profits, shares = [0] * 6, [0] * 6
    evaluate_leaf(game.table, tuned_evaluation(game.seat_count), profits, shares)
    return profits[: game.seat_count], shares[: game.seat_count]


@pytest.mark.parametrize(
    ("scores", "hands", "shares"),
    [
        pytest.param("9 5 3", "; hand 1: C1 C2", [WHOLE_SHARE, 0, 0], id="most profit"),
        pytest.param("9 9 3", "; hand 1: C1 C2", [0, WHOLE_SHARE, 0], id="then most cards"),
        pytest.param("9 9 3", "", [WHOLE_SHARE // 2, WHOLE_SHARE // 2, 0], id="two share it"),
        pytest.param("9 9 9", "", [WHOLE_SHARE // 3] * 3, id="three share it"),
    ],
)
def test_the_result_of_a_finished_game_is_exact(scores, hands, shares):
    game = position(f"players 3; phase over; round 8; profits {scores}{hands}")
    assert leaf_values(game) == ([POINT * int(score) for score in scores.split()], shares)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_win_shares_add_up_to_one_victory(players):
    rounds = set()
    for game in played(players, 3):
        if game.table.round and game.table.auction == 0 and game.table.round < ROUNDS[players]:
            profits, shares = leaf_values(game)
            assert WHOLE_SHARE - players <= sum(shares) <= WHOLE_SHARE
            assert min(shares) >= 0
            by_profit = sorted(range(players), key=lambda seat: profits[seat])
            assert [shares[seat] for seat in by_profit] == sorted(shares)
            rounds.add(game.table.round)
    assert len(rounds) == ROUNDS[players] - 1


def test_a_lead_counts_more_in_later_rounds():
    leads = []
    for finished in (1, 4, 7):
        game = position(f"players 3; phase bid; round {finished}; profits 12 8 8; lot: C1 C2 G1 G2")
        leads.append(leaf_values(game)[1][0])
    assert WHOLE_SHARE // 3 < leads[0] <= leads[1] <= leads[2] < WHOLE_SHARE
