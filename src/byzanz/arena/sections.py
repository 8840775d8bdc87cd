"""The sections of the page of a match: each a plot with its numbers, or a table."""

from collections.abc import Iterator

from byzanz.arena.axis import Tick, axis, percent_text, places
from byzanz.arena.markup import element, figure, table, wrapped
from byzanz.arena.plot import Bar, Curve, Point, bars, curves, dots
from byzanz.arena.report import Report
from byzanz.arena.spreads import scores, times
from byzanz.arena.words import (
    INTERVAL,
    interval_text,
    playouts_text,
    score_text,
    seconds_text,
    share_text,
)


def sections(report: Report) -> Iterator[str]:
    """All sections in the order of the page."""
    yield result(report)
    yield win_shares(report)
    yield convergence(report)
    yield scores(report)
    yield times(report)
    yield seats(report)
    yield ratings(report)
    yield cross(report)
    yield failures(report)


def result(report: Report) -> str:
    """The table that says it all."""
    head = ("bot", "win share", INTERVAL, "score", "rating", "a decision", "play-outs", "seats")
    rows = [
        (
            line.bot,
            share_text(line.win_share.mean),
            interval_text(line.win_share),
            score_text(line.score),
            f"{line.rating.ordinal:.1f}",
            seconds_text(line.timing.mean_seconds),
            playouts_text(line.playouts_per_decision),
            str(line.seats),
        )
        for line in report.lines
    ]
    return wrapped("section", element("h2", "Result") + table(head, rows, "Result"), class_="wide")


def win_shares(report: Report) -> str:
    """Who won how often."""
    rows = [
        Bar(
            line.bot,
            line.win_share.mean,
            line.win_share.low,
            line.win_share.high,
            f"{share_text(line.win_share.mean)} ({interval_text(line.win_share)})",
        )
        for line in report.lines
    ]
    across = axis(
        "win share of a seat",
        [0, report.fair_share, *[row.high for row in rows]],
        text=percent_text,
    )
    numbers = [
        (line.bot, share_text(line.win_share.mean), interval_text(line.win_share))
        for line in report.lines
    ]
    return figure(
        "Win share",
        f"Of a bot with several seats, the mean of one; equal bots would have "
        f"{percent_text(round(report.fair_share, 3))} each.",
        bars("Win share of each bot", rows, across, mark=_fair(report)),
        table(("bot", "win share", INTERVAL), numbers, "Win share"),
    )


def _fair(report: Report) -> Tick:
    return Tick(report.fair_share, "fair share")


def convergence(report: Report) -> str:
    """How the interval shrank."""
    steps = report.convergence
    rows = [
        Curve(
            line.bot,
            [
                Point(step.decks, share.mean, share.low, share.high)
                for step in steps
                for share in [step.win_shares[number]]
            ],
        )
        for number, line in enumerate(report.lines)
    ]
    known = [point for row in rows for point in row.points]
    up = axis(
        "win share",
        [report.fair_share, *[p.low for p in known], *[p.high for p in known]],
        text=percent_text,
    )
    across = axis("decks", [0, steps[-1].decks], most=5, whole=True)
    numbers = [
        (
            f"{step.decks:,}",
            *[f"{share_text(s.mean)} ({interval_text(s)})" for s in step.win_shares],
        )
        for step in steps
    ]
    return figure(
        "Win share by number of decks",
        "What the first decks alone would have said, with the interval as a band.",
        curves("Win share after so many decks", rows, across, up, mark=_fair(report)),
        table(("decks", *[line.bot for line in report.lines]), numbers, "Win share by decks"),
    )


def seats(report: Report) -> str:
    """Who won how often in which seat."""
    rows = [
        Curve(
            line.bot,
            [Point(seat, e.mean, e.low, e.high) for seat, e in enumerate(line.seat_shares)],
        )
        for line in report.lines
    ]
    known = [point for row in rows for point in row.points]
    up = axis(
        "win share", [0, *[p.low for p in known], *[p.high for p in known]], text=percent_text
    )
    across = places("seat", [str(seat) for seat in range(report.players)])
    numbers = [
        (line.bot, *[f"{share_text(e.mean)} ({interval_text(e)})" for e in line.seat_shares])
        for line in report.lines
    ]
    head = ("bot", *[f"seat {seat}" for seat in range(report.players)])
    return figure(
        "Win share by seat",
        "Seat 0 opens the first auction.",
        dots("Win share in each seat", rows, across, up, mark=_fair(report)),
        table(head, numbers, "Win share by seat"),
    )


def ratings(report: Report) -> str:
    """The ratings of OpenSkill."""
    rows = [
        Bar(
            line.bot,
            line.rating.mu,
            line.rating.mu - 3 * line.rating.sigma,
            line.rating.mu + 3 * line.rating.sigma,
            f"{line.rating.mu:.1f} ± {3 * line.rating.sigma:.1f}",
        )
        for line in report.lines
    ]
    across = axis("rating", [0, *[row.low for row in rows], *[row.high for row in rows]])
    numbers = [
        (bot.bot, f"{bot.rating.mu:.2f}", f"{bot.rating.sigma:.2f}", f"{bot.rating.ordinal:.2f}")
        for bot in report.lines
    ]
    return figure(
        "Rating",
        "OpenSkill, Plackett-Luce: mu with three sigma on each side; everybody begins at 25 ± 25.",
        bars("Rating of each bot", rows, across),
        table(("bot", "mu", "sigma", "ordinal"), numbers, "Rating"),
    )


def cross(report: Report) -> str:
    """Who finished ahead of whom."""
    names = [line.bot for line in report.lines]
    rows = [
        (name, *[share_text(share) for share in row])
        for name, row in zip(names, report.cross_table, strict=True)
    ]
    remark = "How often the bot of the row finished ahead of the bot of the column."
    inside = element("h2", "Who finished ahead of whom") + element("p", remark)
    return wrapped("section", inside + table(("ahead of", *names), rows, remark), class_="wide")


def failures(report: Report) -> str:
    """What went wrong with programs."""
    items = ""
    for line in report.lines:
        for kind in line.failures:
            examples = "".join(
                element("li", f"deck {e.deck}, seating {e.seating}, move {e.move}: {e.detail}")
                for e in kind.examples
            )
            title = element("span", f"{line.bot}: {kind.count:,} x {kind.kind}")
            items += wrapped("li", title + wrapped("ul", examples))
    body = wrapped("ul", items) if items else element("p", "No bot failed.")
    return wrapped("section", element("h2", "Failures") + body, class_="wide")
