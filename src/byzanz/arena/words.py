"""How a report says its numbers, in the terminal and on paper alike."""

from byzanz.arena.axis import time_text
from byzanz.arena.bootstrap import Estimate
from byzanz.arena.report import Report

INTERVAL = "95 % interval"
NONE = "\N{EN DASH}"


def share_text(share: float | None) -> str:
    """A share: ``31.2 %``; a dash where there is none."""
    return NONE if share is None else f"{100 * share:.1f} %"


def interval_text(estimate: Estimate) -> str:
    """The interval of a win share: ``29.0 to 33.5``."""
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}"


def score_text(estimate: Estimate) -> str:
    """A mean score: ``12.34``."""
    return f"{estimate.mean:.2f}"


def score_interval_text(estimate: Estimate) -> str:
    """The interval of a mean score: ``12.01 to 12.67``."""
    return f"{estimate.low:.2f} to {estimate.high:.2f}"


def count_text(count: int, noun: str) -> str:
    """So many of a thing: ``1 game``, ``2,000 games``."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def field_text(words: tuple[str, ...]) -> str:
    """Who plays: ``expert, 3 x solid``."""
    counts = [(word, words.count(word)) for word in dict.fromkeys(words)]
    return ", ".join(word if count == 1 else f"{count} x {word}" for word, count in counts)


def extent_text(report: Report) -> str:
    """How much was played: ``500 decks in 4 seatings, 2,000 games``."""
    decks = count_text(report.decks, "deck")
    seatings = count_text(len(report.seatings), "seating")
    return f"{decks} in {seatings}, {count_text(report.games, 'game')}"


def seconds_text(seconds: float) -> str:
    """A time of a decision; a dash where nothing was measured."""
    return time_text(seconds) if seconds else NONE


def playouts_text(playouts: float) -> str:
    """Play-outs a decision; a dash for none."""
    return f"{playouts:,.0f}" if playouts else NONE
