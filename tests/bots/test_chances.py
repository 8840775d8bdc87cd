"""What a finished round promises each seat."""

import pytest

from byzanz.bots.chances import WHOLE, judge
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.worth import POINT
from byzanz.rules.numbers import ROUNDS
from tests.bots.positions import PLAYER_COUNTS, played
from tests.staging import position


def judged(game) -> tuple[list[int], list[int]]:
    """Profits and shares of all seats."""
    profits, shares = [0] * 6, [0] * 6
    judge(game.table, tuned_mind(game.seat_count), profits, shares)
    return profits[: game.seat_count], shares[: game.seat_count]


@pytest.mark.parametrize(
    ("scores", "hands", "shares"),
    [
        pytest.param("9 5 3", "; hand 1: C1 C2", [WHOLE, 0, 0], id="most profit"),
        pytest.param("9 9 3", "; hand 1: C1 C2", [0, WHOLE, 0], id="then most cards"),
        pytest.param("9 9 3", "", [WHOLE // 2, WHOLE // 2, 0], id="two share it"),
        pytest.param("9 9 9", "", [WHOLE // 3] * 3, id="three share it"),
    ],
)
def test_the_end_is_exact(scores, hands, shares):
    game = position(f"players 3; phase over; round 8; profits {scores}{hands}")
    assert judged(game) == ([POINT * int(score) for score in scores.split()], shares)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_shares_make_up_the_whole(players):
    rounds = set()
    for game in played(players, 3):
        if game.table.round and game.table.auction == 0 and game.table.round < ROUNDS[players]:
            profits, shares = judged(game)
            assert WHOLE - players <= sum(shares) <= WHOLE
            assert min(shares) >= 0
            by_profit = sorted(range(players), key=lambda seat: profits[seat])
            assert [shares[seat] for seat in by_profit] == sorted(shares)
            rounds.add(game.table.round)
    assert len(rounds) == ROUNDS[players] - 1


def test_a_lead_counts_more_the_later_it_is():
    leads = []
    for finished in (1, 4, 7):
        game = position(f"players 3; phase bid; round {finished}; profits 12 8 8; lot: C1 C2 G1 G2")
        leads.append(judged(game)[1][0])
    assert WHOLE // 3 < leads[0] <= leads[1] <= leads[2] < WHOLE
