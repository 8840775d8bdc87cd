"""Ratings: games in one order, bots with a fixed rating."""

import msgspec

from byzanz.progress.ratings import BOTS, NEWCOMER, Strength, rate_results
from byzanz.store.rows import ResultRow
from byzanz.wire.games import SeatResult


def result(person, seats, *, seat=0, room="r1"):
    body = msgspec.json.encode([SeatResult(*each, 10) for each in seats]).decode()
    facts = {"place": 1, "profit": 10, "seat_count": len(seats), "person_count": 1, "level": None}
    return ResultRow(
        person, room, at=1, seat=seat, is_counted=True, version="1.1", seats=body, **facts
    )


def against(level, place):
    """The seats of a game against three bots of a level."""
    others = [each for each in (1, 2, 3, 4) if each != place]
    return [("Ada", None, place), *[(level, level, other) for other in others]]


def test_a_win_raises_the_rating_and_lowers_sigma():
    (row,) = rate_results([result("ada", against("solid", 1))], {}, 7)
    assert (row.person, row.room, row.rated) == ("ada", "r1", 8)
    assert row.mu > NEWCOMER.mu
    assert row.sigma < NEWCOMER.sigma


def test_a_win_counts_more_against_stronger_bots():
    gains = [
        rate_results([result("ada", against(level, 1))], {}, 0)[0].mu
        for level in ("greedy", "solid", "expert")
    ]
    assert gains == sorted(gains)


def test_games_are_rated_one_after_the_other():
    games = [result("ada", against("solid", 1), room=f"r{n}") for n in range(3)]
    whole = rate_results(games, {}, 0)
    first = rate_results(games[:1], {}, 0)
    rest = rate_results(games[1:], {"ada": Strength(first[0].mu, first[0].sigma)}, 1)
    assert whole == first + rest
    assert [row.rated for row in whole] == [1, 2, 3]


def test_all_people_of_a_game_are_rated_together():
    seats = [("Ada", None, 2), ("Ben", None, 1), ("solid", "solid", 3)]
    rows = rate_results([result("ada", seats), result("ben", seats, seat=1)], {}, 0)
    assert [(row.person, row.rated) for row in rows] == [("ada", 1), ("ben", 1)]
    assert rows[1].mu > rows[0].mu


def test_somebody_who_deleted_their_data_counts_as_a_newcomer():
    seats = [("Ada", None, 1), (None, None, 2), ("solid", "solid", 3)]
    known = result("ada", [("Ada", None, 1), ("Ben", None, 2), ("solid", "solid", 3)])
    rows = rate_results([result("ada", seats)], {}, 0)
    assert rows == rate_results([known], {}, 0)


def test_bots_are_listed_in_the_order_of_their_levels():
    means = [strength.mu for strength in BOTS.values()]
    assert means == sorted(means)
