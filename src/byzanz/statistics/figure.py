"""The parts of the statistics page: sections with figures, and texts of numbers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.page.number_format import interval_text, share_text
from byzanz.statistics.game_facts import GameFacts
from byzanz.statistics.measures import Games, mean_of

Row = Sequence[str]


class Figure(NamedTuple):
    """A plot, sentences about it, and its numbers as a table."""

    name: str  # name of the image file, without prefix and suffix
    title: str  # also read by screen readers
    svg: str
    sentences: Sequence[str]
    head: Row
    rows: Sequence[Row]
    text_columns: int = 1


class Section(NamedTuple):
    """A section of the page: an explanation and figures."""

    title: str
    explanation: str
    figures: Sequence[Figure]


def players_text(players: int) -> str:
    """Format a number of players: ``4 players``."""
    return f"{players} players"


def listed(items: Sequence[str]) -> str:
    """Join items: ``a, b and c``."""
    *first, last = items
    return f"{', '.join(first)} and {last}" if first else last


def with_players(games: Games) -> str:
    """Format the beginning of a sentence with one value for each number of players.

    It is ``With 3, 4, 5 and 6 players``.
    """
    return f"With {listed([str(players) for players in games])} players"


def values_text(games: Games, text: Callable[[Sequence[GameFacts]], str]) -> str:
    """Format a value for each number of players and join the texts: ``1.2, 3.4 and 5.6``."""
    return listed([text(group) for group in games.values()])


def mean_share_of(fact: Callable[[GameFacts], float]) -> Callable[[Sequence[GameFacts]], str]:
    """Return a function that formats the mean of a share over games."""
    return lambda games: share_text(mean_of(games, fact).mean)


def mean_number_of(fact: Callable[[GameFacts], float]) -> Callable[[Sequence[GameFacts]], str]:
    """Return a function that formats the mean of a number over games."""
    return lambda games: mean_text(mean_of(games, fact).mean)


def share_interval_text(estimate: Estimate) -> str:
    """Format a share with its interval: ``31.2 % (29.0 to 33.5)``."""
    return f"{share_text(estimate.mean)} ({interval_text(estimate)})"


def mean_text(value: float) -> str:
    """Format a mean with two decimals."""
    return f"{value:,.2f}"
