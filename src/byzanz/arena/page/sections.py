"""The sections of the match page: plots with their numbers, and tables."""

from collections.abc import Iterator, Sequence

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.match_report import BotLine, MatchReport
from byzanz.arena.page.distributions import scores, times
from byzanz.arena.page.number_format import (
    INTERVAL,
    interval_text,
    playouts_text,
    score_text,
    seconds_text,
    share_text,
    win_interval_text,
)
from byzanz.reporting.axis import Tick, axis, category_axis, percent_text
from byzanz.reporting.html import element, figure, table, wrapped
from byzanz.reporting.plot import Bar, Curve, Point, bars, curves, dots


def sections(report: MatchReport) -> Iterator[str]:
    """Yield all sections in the order of the page."""
    yield result(report)
    yield win_shares(report)
    yield convergence(report)
    yield scores(report)
    yield times(report)
    yield seats(report)
    yield ratings(report)
    yield cross(report)
    yield failures(report)


def result(report: MatchReport) -> str:
    """Return the section with the table of results."""
    head = ("bot", "win share", INTERVAL, "score", "rating", "mean time", "play-outs", "seats")
    rows = [
        (
            line.bot,
            share_text(line.win_share.mean),
            win_interval_text(line, line.win_share),
            score_text(line.score),
            f"{line.rating.ordinal:.1f}",
            seconds_text(line.timing.mean_seconds),
            playouts_text(line.playouts_per_decision),
            str(line.seats),
        )
        for line in report.lines
    ]
    return wrapped("section", element("h2", "Result") + table(head, rows, "Result"), class_="wide")


def win_shares(report: MatchReport) -> str:
    """Return the section with the win shares of the bots."""
    bot_bars = [
        Bar(
            line.bot,
            line.win_share.mean,
            line.win_share.interval,
            _win_share_text(line, line.win_share),
        )
        for line in report.lines
    ]
    ends = [end for bar in bot_bars for end in bar.extent]
    x_axis = axis(
        "win share per seat",
        [0, report.fair_share, *ends],
        text=percent_text,
    )
    numbers = [
        (line.bot, share_text(line.win_share.mean), win_interval_text(line, line.win_share))
        for line in report.lines
    ]
    return figure(
        "Win share",
        f"If a bot has several seats, this is the mean per seat. Equal bots would have "
        f"{percent_text(round(report.fair_share, 3))} each.",
        bars("Win share of each bot", bot_bars, x_axis, reference=_fair(report)),
        table(("bot", "win share", INTERVAL), numbers, "Win share"),
    )


def _fair(report: MatchReport) -> Tick:
    return Tick(report.fair_share, "fair share")


def convergence(report: MatchReport) -> str:
    """Return the section with the win shares after growing numbers of decks."""
    steps = report.convergence
    bot_curves = [
        Curve(
            line.bot,
            [
                Point(step.decks, share.mean, share.interval)
                for step in steps
                for share in [step.win_shares[number]]
            ],
        )
        for number, line in enumerate(report.lines)
    ]
    y_axis = axis("win share", [report.fair_share, *_extents(bot_curves)], text=percent_text)
    x_axis = axis("decks", [0, steps[-1].decks], most_ticks=5, whole_numbers=True)
    numbers = [
        (
            f"{step.decks:,}",
            *[
                _win_share_text(line, share)
                for line, share in zip(report.lines, step.win_shares, strict=True)
            ],
        )
        for step in steps
    ]
    return figure(
        "Win share by number of decks",
        "The win share over the first decks only; the band is the interval.",
        curves("Win share by number of decks", bot_curves, x_axis, y_axis, reference=_fair(report)),
        table(("decks", *[line.bot for line in report.lines]), numbers, "Win share by decks"),
    )


def _win_share_text(line: BotLine, win_share: Estimate) -> str:
    return f"{share_text(win_share.mean)} ({win_interval_text(line, win_share)})"


def _extents(bot_curves: Sequence[Curve]) -> Iterator[float]:
    for curve in bot_curves:
        for point in curve.points:
            yield from point.extent


def seats(report: MatchReport) -> str:
    """Return the section with the win shares by seat."""
    bot_curves = [
        Curve(
            line.bot,
            [Point(seat, e.mean, e.interval) for seat, e in enumerate(line.seat_shares)],
        )
        for line in report.lines
    ]
    y_axis = axis("win share", [0, *_extents(bot_curves)], text=percent_text)
    x_axis = category_axis("seat", [str(seat) for seat in range(report.players)])
    numbers = [
        (line.bot, *[f"{share_text(e.mean)} ({interval_text(e)})" for e in line.seat_shares])
        for line in report.lines
    ]
    head = ("bot", *[f"seat {seat}" for seat in range(report.players)])
    return figure(
        "Win share by seat",
        "Seat 0 opens the first auction.",
        dots("Win share in each seat", bot_curves, x_axis, y_axis, reference=_fair(report)),
        table(head, numbers, "Win share by seat"),
    )


def ratings(report: MatchReport) -> str:
    """Return the section with the OpenSkill ratings."""
    bot_bars = [
        Bar(
            line.bot,
            line.rating.mu,
            (line.rating.mu - 3 * line.rating.sigma, line.rating.mu + 3 * line.rating.sigma),
            f"{line.rating.mu:.1f} ± {3 * line.rating.sigma:.1f}",
        )
        for line in report.lines
    ]
    x_axis = axis("rating", [0, *[end for bar in bot_bars for end in bar.extent]])
    numbers = [
        (bot.bot, f"{bot.rating.mu:.2f}", f"{bot.rating.sigma:.2f}", f"{bot.rating.ordinal:.2f}")
        for bot in report.lines
    ]
    return figure(
        "Rating",
        "OpenSkill, Plackett-Luce: mu with three sigma on each side. All bots start at 25 ± 25.",
        bars("Rating of each bot", bot_bars, x_axis),
        table(("bot", "mu", "sigma", "ordinal"), numbers, "Rating"),
    )


def cross(report: MatchReport) -> str:
    """Return the section with the cross table."""
    names = [line.bot for line in report.lines]
    rows = [
        (name, *[share_text(share) for share in row])
        for name, row in zip(names, report.cross_table, strict=True)
    ]
    remark = "How often the bot in the row finished ahead of the bot in the column."
    inside = element("h2", "Who finished ahead of whom") + element("p", remark)
    return wrapped("section", inside + table(("ahead of", *names), rows, remark), class_="wide")


def failures(report: MatchReport) -> str:
    """Return the section with the failures of external programs."""
    items = ""
    for line in report.lines:
        for failures_of_type in line.failures:
            examples = "".join(
                element("li", f"deck {e.deck}, seating {e.seating}, move {e.move}: {e.detail}")
                for e in failures_of_type.examples
            )
            title = element(
                "span", f"{line.bot}: {failures_of_type.count:,} x {failures_of_type.failure_type}"
            )
            items += wrapped("li", title + wrapped("ul", examples))
    body = wrapped("ul", items) if items else element("p", "No bot failed.")
    return wrapped("section", element("h2", "Failures") + body, class_="wide")
