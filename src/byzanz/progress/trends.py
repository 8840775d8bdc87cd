"""Trends against bots of one level: ten games make a point."""

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist, fmean
from typing import NamedTuple

from byzanz.store.rows import CountedGame
from byzanz.wire.games import LevelTrend, TrendPoint
from byzanz.wire.room import BotId

POINT = 10  # games in a point
MILLION = 1_000_000
CONFIDENCE = 0.8


class Interval(NamedTuple):
    """The bounds of a share."""

    low: float
    high: float


def wilson_interval(wins: int, games: int, confidence: float = CONFIDENCE) -> Interval:
    """The Wilson interval of a share of wins; it stays within 0 and 1 and never has zero width."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = wins / games, z * z / games
    middle = share + spread / 2
    half = z * math.sqrt((share * (1 - share) + spread / 4) / games)
    return Interval((middle - half) / (1 + spread), (middle + half) / (1 + spread))


def level_trends(games: Iterable[CountedGame], version: str) -> tuple[LevelTrend, ...]:
    """The trends against each level that was met, weakest first; games in order of time.

    Games with another version of rules or bots are left out.
    """
    by_level: dict[str, list[CountedGame]] = {}
    for game in games:
        if game.version == version:
            by_level.setdefault(game.level, []).append(game)
    return tuple([_trend(level, by_level[level]) for level in BotId if level in by_level])


def _trend(level: BotId, games: Sequence[CountedGame]) -> LevelTrend:
    fair = fmean(1 / game.seat_count for game in games)
    starts = range(0, len(games) - POINT + 1, POINT)
    return LevelTrend(
        level=level,
        games=len(games),
        fair=round(MILLION * fair),
        points=tuple([_point(games[start : start + POINT]) for start in starts]),
    )


def _point(games: Sequence[CountedGame]) -> TrendPoint:
    wins = sum(game.place == 1 for game in games)
    low, high = wilson_interval(wins, len(games))
    accuracies = [game.accuracy for game in games if game.accuracy is not None]
    return TrendPoint(
        wins=wins,
        low=round(MILLION * low),
        high=round(MILLION * high),
        profit=round(MILLION * fmean(game.profit for game in games)),
        accuracy=round(fmean(accuracies)) if accuracies else None,
    )
