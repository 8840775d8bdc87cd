"""What the page is made of: sections with words, and figures with their numbers as a table."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.statistics.facts import GameFacts
from byzanz.arena.statistics.measures import Games, mean_of
from byzanz.arena.words import interval_text, share_text

Row = Sequence[str]


class Figure(NamedTuple):
    """A plot, what it says, and its numbers; after so many columns of words come figures."""

    name: str  # of the file, without what all have in common
    title: str  # also what a screen reader says
    svg: str
    findings: Sequence[str]  # sentences
    head: Row
    rows: Sequence[Row]
    words: int = 1


class Section(NamedTuple):
    """A part of the page: what its figures show, and the figures."""

    title: str
    explanation: str
    figures: Sequence[Figure]


def players_text(players: int) -> str:
    """How many play: ``4 players``."""
    return f"{players} players"


def listed(words: Sequence[str]) -> str:
    """Words in a row: ``a, b and c``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def with_players(games: Games) -> str:
    """How a sentence about each number of players begins: ``With 3, 4, 5 and 6 players``."""
    return f"With {listed([str(players) for players in games])} players"


def each(games: Games, text: Callable[[Sequence[GameFacts]], str]) -> str:
    """What is said of each number of players, in this order."""
    return listed([text(own) for own in games.values()])


def mean_share_of(fact: Callable[[GameFacts], float]) -> Callable[[Sequence[GameFacts]], str]:
    """Says the mean of a share."""
    return lambda games: share_text(mean_of(games, fact).mean)


def mean_number_of(fact: Callable[[GameFacts], float]) -> Callable[[Sequence[GameFacts]], str]:
    """Says the mean of a number."""
    return lambda games: mean_text(mean_of(games, fact).mean)


def share_interval_text(estimate: Estimate) -> str:
    """A share with its interval: ``31.2 % (29.0 to 33.5)``."""
    return f"{share_text(estimate.mean)} ({interval_text(estimate)})"


def mean_text(value: float) -> str:
    """A mean with two digits behind the point."""
    return f"{value:,.2f}"
