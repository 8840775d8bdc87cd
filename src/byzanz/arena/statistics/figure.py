"""What the page is made of: sections with words, and figures with their numbers as a table."""

from collections.abc import Sequence
from typing import NamedTuple

from byzanz.arena.axis import number_text
from byzanz.arena.bootstrap import Estimate
from byzanz.arena.words import interval_text, share_text

Row = Sequence[str]


class Figure(NamedTuple):
    """A plot, and its numbers; after so many columns of words come figures."""

    name: str  # of the file, without what all have in common
    title: str  # what a screen reader says
    svg: str
    head: Row
    rows: Sequence[Row]
    words: int = 1


class Section(NamedTuple):
    """A part of the page: what the figures show, the figures, and what they say."""

    title: str
    explanation: str
    figures: Sequence[Figure]
    findings: Sequence[str]  # sentences


def players_text(players: int) -> str:
    """How many play: ``4 players``."""
    return f"{players} players"


def listed(words: Sequence[str]) -> str:
    """Words in a row: ``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def share_interval_text(estimate: Estimate) -> str:
    """A share with its interval: ``31.2 % (29.0 to 33.5)``."""
    return f"{share_text(estimate.mean)} ({interval_text(estimate)})"


def mean_text(value: float) -> str:
    """A mean with two digits behind the point."""
    return f"{value:,.2f}"


def count_text(count: int, noun: str) -> str:
    """So many of a thing: ``1 game``, ``2,000 games``."""
    return f"{number_text(count)} {noun}{'s' * (count != 1)}"
