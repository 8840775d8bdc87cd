"""The section on scores, margins and ties."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from byzanz.arena.page.number_format import INTERVAL, score_interval_text, share_text
from byzanz.reporting.plot import histograms
from byzanz.statistics.axes import integer_axis
from byzanz.statistics.figure import (
    Figure,
    Section,
    mean_number_of,
    mean_text,
    values_text,
    with_players,
)
from byzanz.statistics.game_facts import GameFacts
from byzanz.statistics.measures import Games, distribution, mean_of, shares
from byzanz.statistics.shared_figures import parts_figure, players_histogram

DECIDING_FACTS = ("more profit", "more cards in hand", "shared victory")
SCORES = """\
The line below the columns spans the middle half of all values and marks the median. The margin is
the difference in profit between the winner and the best of the others. It is 0 if the number of
cards in hand decided the victory (R7.3), or if the victory was shared (R7.4)."""


def margin(game: GameFacts) -> int:
    """Return the difference between the two highest scores."""
    *_, second, first = sorted(game.scores)
    return first - second


def deciding_fact(game: GameFacts) -> str:
    """Return the fact that decided the victory, one of `DECIDING_FACTS`."""
    if len(game.winners) > 1:
        return DECIDING_FACTS[2]
    return DECIDING_FACTS[0] if margin(game) else DECIDING_FACTS[1]


def mean_score(game: GameFacts) -> float:
    """Return the mean score of all players."""
    return sum(game.scores) / game.players


def highest_score(game: GameFacts) -> float:
    """Return the highest score."""
    return max(game.scores)


class _Measure(NamedTuple):
    """Numbers of a game, their mean, and the beginning and end of a sentence about the mean."""

    name: str
    title: str
    numbers: Callable[[GameFacts], Iterable[int]]
    mean: Callable[[GameFacts], float]
    sentence: tuple[str, str]


MEASURES = (
    _Measure(
        "scores-all",
        "Scores of all players",
        lambda game: game.scores,
        mean_score,
        ("a player has", "points on average"),
    ),
    _Measure(
        "scores-winner",
        "Scores of winners",
        lambda game: [max(game.scores)],
        highest_score,
        ("the winner has", "points on average"),
    ),
    _Measure(
        "scores-margin",
        "Margin of the winner",
        lambda game: [margin(game)],
        margin,
        ("the mean margin is", "points"),
    ),
)


def score_section(games: Games) -> Section:
    """Make the section on scores."""
    spreads = [_spread_figure(games, measure) for measure in MEASURES]
    return Section("Scores", SCORES, [*spreads, _deciding_fact_figure(games)])


def _spread_figure(games: Games, measure: _Measure) -> Figure:
    histogram_rows, table_rows = [], []
    every: list[int] = []
    for players, group in games.items():
        numbers = [number for game in group for number in measure.numbers(game)]
        every += numbers
        mean, summary = mean_of(group, measure.mean), distribution(numbers)
        assert summary is not None
        histogram_rows.append(players_histogram(players, numbers, summary))
        facts = map(str, (summary.least, *summary.quartiles, summary.most))
        table_rows.append((str(players), mean_text(mean.mean), score_interval_text(mean), *facts))
    head = ("players", "mean", INTERVAL, "lowest", "first quartile", "median", "third quartile",
            "highest")  # fmt: skip
    title = f"{measure.title}, by number of players"
    begin, end = measure.sentence
    means = values_text(games, mean_number_of(measure.mean))
    sentence = f"{with_players(games)} {begin} {means} {end}."
    svg = histograms(title, histogram_rows, integer_axis("points", every))
    return Figure(measure.name, title, svg, [sentence], head, table_rows)


def _deciding_fact_figure(games: Games) -> Figure:
    return parts_figure(
        "scores-ties",
        "What decides the victory",
        dict(zip(DECIDING_FACTS, DECIDING_FACTS, strict=True)),
        {players: Counter(map(deciding_fact, group)) for players, group in games.items()},
        noun="game",
        sentences=_deciding_fact_sentences(games),
    )


def _deciding_fact_sentences(games: Games) -> Iterator[str]:
    every = [game for group in games.values() for game in group]
    close = sum(margin(game) <= 1 for game in every) / len(every)
    _, by_hand, shared = shares(Counter(deciding_fact(game) for game in every), DECIDING_FACTS)
    yield (
        f"{share_text(close)} of all games end with a margin of at most one point. In"
        f" {share_text(by_hand)} of all games the number of cards in hand decides, and in"
        f" {share_text(shared)} the victory is shared."
    )
