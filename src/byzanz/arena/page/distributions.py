"""The sections of the match page with distributions: scores and decision times."""

import math
from collections.abc import Mapping, Sequence

from byzanz.arena.match_report import BotLine, MatchReport
from byzanz.arena.page.number_format import (
    INTERVAL,
    playouts_text,
    score_interval_text,
    score_text,
    seconds_text,
)
from byzanz.arena.time_buckets import PER_DECADE, percentile, seconds_of
from byzanz.reporting.axis import axis, time_axis, time_text
from byzanz.reporting.html import figure, table
from byzanz.reporting.plot import Column, Histogram, histograms

MOST_COLUMNS = 36  # a histogram of more scores has several scores per column


def scores(report: MatchReport) -> str:
    """Return the section with the distribution of scores."""
    longest = max(len(line.score_counts) for line in report.lines)
    step = -(-longest // MOST_COLUMNS)
    histogram_rows = [
        Histogram(
            line.bot,
            _score_columns(line.score_counts, step),
            _score_quartiles(line.score_counts),
            f"mean {score_text(line.score)}",
        )
        for line in report.lines
    ]
    x_axis = axis("score", [0, longest], whole_numbers=True)
    numbers = [
        (
            line.bot,
            score_text(line.score),
            score_interval_text(line.score),
            *[f"{round(value - 0.5)}" for value in _score_quartiles(line.score_counts)],
        )
        for line in report.lines
    ]
    head = ("bot", "mean", INTERVAL, "first quartile", "median", "third quartile")
    return figure(
        "Scores",
        "The line below the columns spans the middle half of all games and marks the median.",
        histograms("Scores of each bot", histogram_rows, x_axis),
        table(head, numbers, "Scores"),
    )


def _score_columns(counts: Sequence[int], step: int) -> list[Column]:
    return [
        Column(start, start + step, sum(counts[start : start + step]) / sum(counts))
        for start in range(0, len(counts), step)
    ]


def _score_quartiles(counts: Sequence[int]) -> tuple[float, float, float]:
    """Return the quartiles as x coordinates: the middles of their columns."""
    found = []
    for share in (0.25, 0.5, 0.75):
        seen, score = 0, -1
        while seen < share * sum(counts):
            score += 1
            seen += counts[score]
        found.append(score + 0.5)
    return found[0], found[1], found[2]


def times(report: MatchReport) -> str:
    """Return the section with the distribution of decision times."""
    histogram_rows = [
        Histogram(
            line.bot,
            _time_columns(line.timing.counts),
            _time_quartiles(line.timing.counts),
            f"mean {seconds_text(line.timing.mean_seconds)}",
        )
        for line in report.lines
    ]
    edges = [
        edge
        for row in histogram_rows
        for column in row.columns
        for edge in (column.left, column.right)
    ]
    return figure(
        "Time per decision",
        "The line below the columns spans the middle half of all decisions and marks the median.",
        histograms("Time per decision of each bot", histogram_rows, time_axis("time", edges)),
        table(
            ("bot", "mean", "median", "99 %", "decisions", "play-outs"),
            [_time_row(line) for line in report.lines],
            "Time per decision",
        ),
    )


def _time_row(line: BotLine) -> tuple[str, ...]:
    return (
        line.bot,
        seconds_text(line.timing.mean_seconds),
        time_text(percentile(line.timing.counts, 0.5)),
        seconds_text(line.timing.p99_seconds),
        f"{line.decisions:,}",
        playouts_text(line.playouts_per_decision),
    )


def _time_columns(counts: Mapping[int, int]) -> list[Column]:
    """Return ten columns per factor of ten."""
    buckets_per_column = PER_DECADE // 10
    sums: dict[int, int] = {}
    for bucket, count in counts.items():
        sums[bucket // buckets_per_column] = sums.get(bucket // buckets_per_column, 0) + count
    total = sum(counts.values())
    return [
        Column(
            _log_seconds(part * buckets_per_column - 0.5),
            _log_seconds(part * buckets_per_column + buckets_per_column - 0.5),
            count / total,
        )
        for part, count in sorted(sums.items())
    ]


def _time_quartiles(counts: Mapping[int, int]) -> tuple[float, float, float]:
    first, middle, last = [math.log10(percentile(counts, share)) for share in (0.25, 0.5, 0.75)]
    return first, middle, last


def _log_seconds(bucket: float) -> float:
    return math.log10(seconds_of(bucket))
