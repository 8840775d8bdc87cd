"""The distribution of the results of a day, from the counts of each profit and place."""

from collections.abc import Sequence
from itertools import groupby

from byzanz.store.rows import DailyCountRow
from byzanz.wire.daily import Distribution, ProfitCount

LEAST_GAMES = 20  # below that nothing but the numbers is shown


def distribution_of(rows: Sequence[DailyCountRow], own_profit: int | None) -> Distribution:
    """Sum up the counts of a day, which are in order of profit."""
    profits = [
        _profit_count(profit, list(group))
        for profit, group in groupby(rows, lambda row: row.profit)
    ]
    games = sum(each.games for each in profits)
    less = sum(
        each.games for each in profits if own_profit is not None and each.profit < own_profit
    )
    return Distribution(
        games=games,
        wins=sum(each.wins for each in profits),
        less=None if own_profit is None else less,
        middle=_middle(profits, games),
        profits=tuple(profits) if games >= LEAST_GAMES else (),
    )


def _profit_count(profit: int, rows: Sequence[DailyCountRow]) -> ProfitCount:
    wins = sum(row.games for row in rows if row.place == 1)
    return ProfitCount(profit, sum(row.games for row in rows), wins)


def _middle(profits: Sequence[ProfitCount], games: int) -> int | None:
    """The median profit: of an even number of games, the lower one of the two in the middle."""
    seen = 0
    for each in profits:
        seen += each.games
        if 2 * seen >= games:
            return each.profit
    return None


def least_of_best(rows: Sequence[DailyCountRow], count: int) -> int:
    """Return a profit that the best `count` games have, and few others."""
    found = 0
    for row in reversed(rows):
        found += row.games
        if found >= count:
            return row.profit
    return rows[0].profit if rows else 0
