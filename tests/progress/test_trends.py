"""Trends: points of ten games with the Wilson interval of their share of wins."""

import pytest

from byzanz.progress.trends import level_trends, wilson_interval
from byzanz.store.rows import CountedGame
from byzanz.wire.room import BotId


def games(places, *, level="solid", version="1.1", seat_count=4, accuracy=None):
    return [
        CountedGame(level, version, seat_count, place, 20 - place, accuracy) for place in places
    ]


@pytest.mark.parametrize(
    ("wins", "low", "high"),
    [
        pytest.param(0, 0.0, 0.141, id="none"),
        pytest.param(5, 0.312, 0.688, id="half"),
        pytest.param(10, 0.859, 1.0, id="all"),
    ],
)
def test_the_interval_of_ten_games(wins, low, high):
    found = wilson_interval(wins, 10)
    assert found == pytest.approx((low, high), abs=0.001)
    assert found.high - found.low > 0.1


def test_ten_games_make_a_point():
    trend = level_trends(games([1] * 7 + [2] * 3 + [3] * 10 + [1] * 4), "1.1")[0]
    assert (trend.level, trend.games, trend.fair) == (BotId.SOLID, 24, 250_000)
    assert [point.wins for point in trend.points] == [7, 0]
    assert trend.points[0].profit == 18_700_000
    assert trend.points[0].accuracy is None


def test_fewer_than_ten_games_make_no_point():
    (trend,) = level_trends(games([1] * 9), "1.1")
    assert trend.points == ()


def test_levels_are_listed_weakest_first_without_other_versions():
    met = [
        *games([1], level="strong"),
        *games([1], level="greedy", seat_count=3),
        *games([1], level="expert", version="1.0"),
    ]
    trends = level_trends(met, "1.1")
    assert [(trend.level, trend.fair) for trend in trends] == [
        ("greedy", 333_333),
        ("strong", 250_000),
    ]


def test_the_accuracy_is_that_of_the_analysed_games():
    met = games([1] * 8) + games([2], accuracy=80) + games([2], accuracy=91)
    assert level_trends(met, "1.1")[0].points[0].accuracy == 86
