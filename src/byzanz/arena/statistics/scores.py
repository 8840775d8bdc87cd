"""The section on scores: how high, how close, and how ties end."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from byzanz.arena.plot import histograms
from byzanz.arena.statistics.axes import whole_axis
from byzanz.arena.statistics.facts import GameFacts
from byzanz.arena.statistics.figure import (
    Figure,
    Section,
    each,
    mean_number_of,
    mean_text,
    with_players,
)
from byzanz.arena.statistics.measures import Games, mean_of, shares, spread
from byzanz.arena.statistics.shapes import parts_figure, players_histogram
from byzanz.arena.words import INTERVAL, score_interval_text, share_text

DECISIONS = ("more profit", "more cards in hand", "shared victory")
SCORES = """\
Below the columns lies the middle half of all values, with the median. The margin is how much more
profit the winner has than the best of the others: 0 if the victory was decided by the cards in the
hand (R7.3), or shared (R7.4)."""


def margin(game: GameFacts) -> int:
    """How much the highest score is above the next one."""
    *_, second, first = sorted(game.scores)
    return first - second


def decision(game: GameFacts) -> str:
    """What decided the victory."""
    if len(game.winners) > 1:
        return DECISIONS[2]
    return DECISIONS[0] if margin(game) else DECISIONS[1]


def mean_score(game: GameFacts) -> float:
    """The mean of all players."""
    return sum(game.scores) / game.players


def highest(game: GameFacts) -> float:
    """What the winner has."""
    return max(game.scores)


class _Measure(NamedTuple):
    """Numbers of a game, their mean, and how a sentence about it begins and ends."""

    name: str
    title: str
    numbers: Callable[[GameFacts], Iterable[int]]
    mean: Callable[[GameFacts], float]
    words: tuple[str, str]


MEASURES = (
    _Measure(
        "scores-all",
        "Scores of all players",
        lambda game: game.scores,
        mean_score,
        ("a player has", "points in the mean"),
    ),
    _Measure(
        "scores-winner",
        "Scores of winners",
        lambda game: [max(game.scores)],
        highest,
        ("the winner has", "points in the mean"),
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
    """How high and how close."""
    spreads = [_spread_figure(games, measure) for measure in MEASURES]
    return Section("Scores", SCORES, [*spreads, _decision_figure(games)])


def _spread_figure(games: Games, measure: _Measure) -> Figure:
    rows, lines = [], []
    every: list[int] = []
    for players, own in games.items():
        numbers = [number for game in own for number in measure.numbers(game)]
        every += numbers
        mean, known = mean_of(own, measure.mean), spread(numbers)
        assert known is not None
        rows.append(players_histogram(players, numbers, known))
        facts = map(str, (known.least, *known.quartiles, known.most))
        lines.append((str(players), mean_text(mean.mean), score_interval_text(mean), *facts))
    head = ("players", "mean", INTERVAL, "lowest", "first quarter", "median", "third quarter",
            "highest")  # fmt: skip
    title = f"{measure.title}, by number of players"
    begin, end = measure.words
    finding = f"{with_players(games)} {begin} {each(games, mean_number_of(measure.mean))} {end}."
    svg = histograms(title, rows, whole_axis("points", every))
    return Figure(measure.name, title, svg, [finding], head, lines)


def _decision_figure(games: Games) -> Figure:
    return parts_figure(
        "scores-ties",
        "What decides the victory",
        dict(zip(DECISIONS, DECISIONS, strict=True)),
        {players: Counter(map(decision, own)) for players, own in games.items()},
        noun="game",
        findings=_decision_findings(games),
    )


def _decision_findings(games: Games) -> Iterator[str]:
    every = [game for own in games.values() for game in own]
    close = sum(margin(game) <= 1 for game in every) / len(every)
    _, by_hand, shared = shares(Counter(decision(game) for game in every), DECISIONS)
    yield (
        f"{share_text(close)} of all games end with a margin of one point or none. In"
        f" {share_text(by_hand)} of all games the cards in the hand decide, and in"
        f" {share_text(shared)} the victory is shared."
    )
