"""The report of a match as lines of text."""

from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text

from byzanz.arena.match_report import MatchReport
from byzanz.arena.page.number_format import (
    extent_text,
    field_text,
    playouts_text,
    score_interval_text,
    score_text,
    seconds_text,
    share_text,
    win_interval_text,
)
from byzanz.cli.render.palette import FAINT, MARK, PLAIN, STRONG, styled
from byzanz.cli.render.phrases import counted
from byzanz.cli.render.text_lines import fitted, rule
from byzanz.reporting.svg import abbreviated

LABEL = 18  # cells of the first column
WIDEST = 100  # cells


def score_lines(report: MatchReport, width: int) -> list[Text]:
    """Return results, ratings, times and failures, in lines of at most this width."""
    width = min(width, WIDEST)
    lines = [
        rule(abbreviated(f"Arena: {field_text(report.bot_ids)}", width - 8), width),
        *_facts(report),
    ]
    for title, rows in (
        ("Result", _result(report)),
        ("Rating and time per decision", _ratings(report)),
        ("Finished ahead of", _cross_table(report)),
        ("Win share by seat", _seats(report)),
    ):
        lines += [rule(title, width), *_table(rows)]
    return [*lines, *_failures(report, width)]


def _facts(report: MatchReport) -> Iterator[Text]:
    yield styled(f" {extent_text(report)}, seed {report.seed}")
    played = counted(report.timing.games, "game")
    speed = f"{played} played now in {report.timing.seconds:.1f} s"
    yield styled(f" {speed}, {report.timing.jobs} at a time", FAINT)
    if report.is_partial:
        decks = f"{report.decks:,} of {counted(report.decks_planned, 'deck')}"
        yield styled(f" Partial: {decks}; the same command continues from here.", MARK)


def _result(report: MatchReport) -> Iterator[Sequence[str]]:
    yield "bot", "seats", "wins", "95 %", "score", "95 %"
    for line in report.lines:
        yield (
            line.bot,
            str(line.seats),
            share_text(line.win_share.mean),
            win_interval_text(line, line.win_share),
            score_text(line.score),
            score_interval_text(line.score),
        )
    yield "fair share", "", share_text(report.fair_share), "", "", ""


def _ratings(report: MatchReport) -> Iterator[Sequence[str]]:
    yield "bot", "mu", "sigma", "ordinal", "mean", "99 %", "play-outs"
    for line in report.lines:
        yield (
            line.bot,
            f"{line.rating.mu:.2f}",
            f"{line.rating.sigma:.2f}",
            f"{line.rating.ordinal:.2f}",
            seconds_text(line.timing.mean_seconds),
            seconds_text(line.timing.p99_seconds),
            playouts_text(line.playouts_per_decision),
        )


def _cross_table(report: MatchReport) -> Iterator[Sequence[str]]:
    names = [line.bot for line in report.lines]
    yield "", *[abbreviated(name, 9) for name in names]
    for name, row in zip(names, report.cross_table, strict=True):
        yield name, *map(share_text, row)


def _seats(report: MatchReport) -> Iterator[Sequence[str]]:
    yield "bot", *[f"seat {seat}" for seat in range(report.players)]
    for line in report.lines:
        yield line.bot, *[share_text(share.mean) for share in line.seat_shares]


def _failures(report: MatchReport, width: int) -> Iterator[Text]:
    if any(line.failures for line in report.lines):
        yield rule("Failures", width)
    for line in report.lines:
        for failures_of_type in line.failures:
            yield (
                styled(" ")
                .append_text(fitted(abbreviated(line.bot, LABEL), LABEL))
                .append(f" {failures_of_type.count:,} x {failures_of_type.failure_type}", MARK)
            )
            for failure in failures_of_type.examples:
                where = f"   deck {failure.deck}, seating {failure.seating}, move {failure.move}: "
                yield fitted(where + failure.detail, width)


def _table(rows: Iterator[Sequence[str]]) -> Iterator[Text]:
    """Lay out rows in columns as wide as their longest cell; the first row is the heading."""
    table = list(rows)
    widths = [max(len(row[column]) for row in table) for column in range(1, len(table[0]))]
    for number, (label, *cells) in enumerate(table):
        line = styled(" ").append_text(
            fitted(abbreviated(label, LABEL), LABEL, style=_style(number))
        )
        for cell, width in zip(cells, widths, strict=True):
            line.append(f"  {cell:>{width}}", FAINT if number == 0 else PLAIN)
        yield line


def _style(row_number: int) -> Style:
    return FAINT if row_number == 0 else STRONG
