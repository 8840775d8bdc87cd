"""The report of a match in lines."""

from collections.abc import Iterator, Sequence

from rich.style import Style
from rich.text import Text

from byzanz.arena.report import Report
from byzanz.arena.svg import shortened
from byzanz.arena.words import (
    extent_text,
    field_text,
    interval_text,
    playouts_text,
    score_interval_text,
    score_text,
    seconds_text,
    share_text,
)
from byzanz.cli.lines import fitted, rule
from byzanz.cli.palette import FAINT, MARK, PLAIN, STRONG, piece
from byzanz.cli.words import counted

LABEL = 18
WIDEST = 100


def score_lines(report: Report, width: int) -> list[Text]:
    """What people want to know of a match."""
    width = min(width, WIDEST)
    lines = [
        rule(shortened(f"Arena: {field_text(report.words)}", width - 8), width),
        *_facts(report),
    ]
    for title, rows in (
        ("Result", _result(report)),
        ("Rating and time a decision", _ratings(report)),
        ("Finished ahead of", _cross(report)),
        ("Win share by seat", _seats(report)),
    ):
        lines += [rule(title, width), *_table(rows)]
    return [*lines, *_failures(report, width)]


def _facts(report: Report) -> Iterator[Text]:
    yield piece(f" {extent_text(report)}, seed {report.seed}")
    played = counted(report.timing.games, "game")
    speed = f"{played} played now in {report.timing.seconds:.1f} s"
    yield piece(f" {speed}, {report.timing.jobs} at a time", FAINT)
    if report.is_partial:
        words = f"{report.decks:,} of {counted(report.decks_planned, 'deck')}"
        yield piece(f" Partial: {words}; the same command goes on from here.", MARK)


def _result(report: Report) -> Iterator[Sequence[str]]:
    yield "bot", "seats", "wins", "95 %", "score", "95 %"
    for line in report.lines:
        yield (
            line.bot,
            str(line.seats),
            share_text(line.win_share.mean),
            interval_text(line.win_share),
            score_text(line.score),
            score_interval_text(line.score),
        )
    yield "fair share", "", share_text(report.fair_share), "", "", ""


def _ratings(report: Report) -> Iterator[Sequence[str]]:
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


def _cross(report: Report) -> Iterator[Sequence[str]]:
    names = [line.bot for line in report.lines]
    yield "", *[shortened(name, 9) for name in names]
    for name, row in zip(names, report.cross_table, strict=True):
        yield name, *map(share_text, row)


def _seats(report: Report) -> Iterator[Sequence[str]]:
    yield "bot", *[f"seat {seat}" for seat in range(report.players)]
    for line in report.lines:
        yield line.bot, *[share_text(share.mean) for share in line.seat_shares]


def _failures(report: Report, width: int) -> Iterator[Text]:
    if any(line.failures for line in report.lines):
        yield rule("Failures", width)
    for line in report.lines:
        for kind in line.failures:
            yield (
                piece(" ")
                .append_text(fitted(shortened(line.bot, LABEL), LABEL))
                .append(f" {kind.count:,} x {kind.kind}", MARK)
            )
            for one in kind.examples:
                where = f"   deck {one.deck}, seating {one.seating}, move {one.move}: "
                yield fitted(where + one.detail, width)


def _table(rows: Iterator[Sequence[str]]) -> Iterator[Text]:
    """Rows whose columns are as wide as their longest cell; the first row is their head."""
    table = list(rows)
    widths = [max(len(row[column]) for row in table) for column in range(1, len(table[0]))]
    for number, (label, *cells) in enumerate(table):
        line = piece(" ").append_text(fitted(shortened(label, LABEL), LABEL, style=_style(number)))
        for cell, width in zip(cells, widths, strict=True):
            line.append(f"  {cell:>{width}}", FAINT if number == 0 else PLAIN)
        yield line


def _style(row_number: int) -> Style:
    return FAINT if row_number == 0 else STRONG
