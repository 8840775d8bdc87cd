"""Formats the numbers of reports, in the same way for terminal, HTML and Markdown."""

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.match_report import BotLine, MatchReport
from byzanz.reporting.axis import time_text

INTERVAL = "95 % interval"
UNKNOWN_INTERVAL = "too few decks"
FIXED = "fixed"
NONE = "\N{EN DASH}"


def share_text(share: float | None) -> str:
    """Format a share: ``31.2 %``; a dash for None."""
    return NONE if share is None else f"{100 * share:.1f} %"


def interval_text(estimate: Estimate) -> str:
    """Format the interval of a share: ``29.0 to 33.5``; ``too few decks`` if it is unknown."""
    return _interval_text(estimate, scale=100, digits=1)


def win_interval_text(line: BotLine, win_share: Estimate) -> str:
    """Format the interval of a bot's win share, after all decks or after some of them.

    The result is ``fixed`` for a bot that has all seats, which always wins exactly the fair share.
    """
    has_all_seats = line.seats == len(line.seat_shares)
    return FIXED if has_all_seats else interval_text(win_share)


def score_text(estimate: Estimate) -> str:
    """Format a mean score: ``12.34``."""
    return f"{estimate.mean:.2f}"


def score_interval_text(estimate: Estimate) -> str:
    """Format the interval of a score: ``12.01 to 12.67``; ``too few decks`` if it is unknown."""
    return _interval_text(estimate, scale=1, digits=2)


def _interval_text(estimate: Estimate, *, scale: int, digits: int) -> str:
    """Format an interval, with more digits if its ends would look equal."""
    if estimate.interval is None:
        return UNKNOWN_INTERVAL
    low, high = (scale * end for end in estimate.interval)
    while round(low, digits) == round(high, digits):
        digits += 1
    return f"{low:.{digits}f} to {high:.{digits}f}"


def lead_text(estimate: Estimate) -> str:
    """Format a difference of shares in percentage points: ``+4.2``."""
    return f"{100 * estimate.mean:+.1f}"


def order_text(lead: Estimate, *, is_enough: bool) -> str:
    """Return whether the lead of a bot over a rival shows their order, as a text.

    `is_enough` means that the lead comes from enough decks to show an order.
    """
    if not is_enough or not lead.excludes(0):
        return "not shown"
    return "shown" if lead.is_above(0) else "reverse shown"


def count_text(count: int, noun: str) -> str:
    """Format a number of things: ``1 game``, ``2,000 games``."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def field_text(bot_ids: tuple[str, ...]) -> str:
    """Format the bots of a match: ``expert, 3 x solid``."""
    counts = [(bot_id, bot_ids.count(bot_id)) for bot_id in dict.fromkeys(bot_ids)]
    return ", ".join(bot_id if count == 1 else f"{count} x {bot_id}" for bot_id, count in counts)


def extent_text(report: MatchReport) -> str:
    """Format the size of a match: ``500 decks in 4 seatings, 2,000 games``."""
    decks = count_text(report.decks, "deck")
    seatings = count_text(len(report.seatings), "seating")
    return f"{decks} in {seatings}, {count_text(report.games, 'game')}"


def seconds_text(seconds: float) -> str:
    """Format the time of a decision; a dash if nothing was measured."""
    return time_text(seconds) if seconds else NONE


def playouts_text(playouts: float) -> str:
    """Format the number of play-outs per decision; a dash for 0."""
    return f"{playouts:,.0f}" if playouts else NONE
