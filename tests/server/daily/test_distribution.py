"""The distribution of results, from the counts of each profit and place."""

import pytest

from byzanz.server.daily.distribution import distribution_of, least_of_best
from byzanz.store.rows import DailyCountRow

ROWS = [
    DailyCountRow(10, 3, 8),
    DailyCountRow(15, 1, 2),
    DailyCountRow(15, 2, 6),
    DailyCountRow(20, 1, 4),
]


def test_results_are_summed_up_by_profit():
    shown = distribution_of(ROWS, 15)
    assert (shown.games, shown.wins, shown.less, shown.middle) == (20, 6, 8, 15)
    assert [(each.profit, each.games, each.wins) for each in shown.profits] == [
        *((10, 8, 0), (15, 8, 2), (20, 4, 4))
    ]


def test_below_20_results_there_is_no_plot():
    shown = distribution_of([ROWS[0], *ROWS[2:], DailyCountRow(25, 1, 1)], None)
    assert (shown.games, shown.profits, shown.less) == (19, (), None)


def test_an_empty_day_has_no_middle():
    shown = distribution_of([], None)
    assert (shown.games, shown.wins, shown.middle) == (0, 0, None)


@pytest.mark.parametrize(("count", "profit"), [(1, 20), (4, 20), (5, 15), (12, 15), (99, 10)])
def test_the_best_have_at_least_this_profit(count, profit):
    assert least_of_best(ROWS, count) == profit
    assert least_of_best([], count) == 0
