"""The section on habits: what changes when another bot plays the same decks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from byzanz.arena.bootstrap import Estimate, Floats, estimates
from byzanz.arena.statistics.auctions import all_passed, price_a_card
from byzanz.arena.statistics.facts import End, GameFacts
from byzanz.arena.statistics.figure import listed, mean_text
from byzanz.arena.statistics.market import makes_set
from byzanz.arena.statistics.measures import Games
from byzanz.arena.statistics.merchants import in_sets, trios_of_merchants
from byzanz.arena.statistics.scores import highest, margin, mean_score
from byzanz.arena.statistics.sets import profit_a_set, sets_a_player
from byzanz.arena.words import share_text

HABITS = """\
All figures above come from one bot that plays against itself. Some of them follow from the rules
alone: that the last lots cost nothing, how many turns there are, and how many cards are put back.
For all others the same decks were played by other bots too. Each number below is the mean over all
numbers of players. The last column says which bots differ from the first one, by the 95 % interval
of the difference on the same decks."""
CAUTION = """\
Where bots differ, the number is at least in part a habit; of twenty such comparisons about one
would differ by chance alone. Where they agree, it may be the nature of the game, or a habit that
the bots share: those that search think in moves of `solid`. People may have other habits."""


class Measure(NamedTuple):
    """Something that can be compared."""

    name: str
    fact: Callable[[GameFacts], float]
    text: Callable[[float], str]


MEASURES = (
    Measure("price a lot card, nothing as 0", price_a_card, mean_text),
    Measure("auctions in which all passed", all_passed, share_text),
    Measure("sets a player", sets_a_player, mean_text),
    Measure("points a set", profit_a_set, mean_text),
    Measure("merchants sold in sets of a good", in_sets, share_text),
    Measure("sets of three merchants a game", trios_of_merchants, mean_text),
    Measure("turns in the market that make a set", makes_set, share_text),
    Measure("cards left in the market a game", lambda game: game.ends[End.MARKET], mean_text),
    Measure("cards discarded a game", lambda game: game.ends[End.DISCARDED], mean_text),
    Measure("score", mean_score, mean_text),
    Measure("score of the winner", highest, mean_text),
    Measure("margin", margin, mean_text),
)


class Comparison(NamedTuple):
    """One measure of several bots, the first of which is compared with the others."""

    measure: Measure
    means: tuple[float, ...]
    differences: tuple[Estimate, ...]  # of the first bot from each other one

    @property
    def differing(self) -> list[int]:
        """The bots, counted from 0, from which the first one surely differs."""
        return [
            number
            for number, difference in enumerate(self.differences, start=1)
            if difference.low > 0 or difference.high < 0
        ]


def compare(measure: Measure, games: Sequence[Games]) -> Comparison:
    """A measure of several bots on the same decks."""
    values = [_by_deck(own, measure.fact) for own in games]
    differences = [estimates((values[0] - other)[:, None])[0] for other in values[1:]]
    return Comparison(measure, tuple([float(own.mean()) for own in values]), tuple(differences))


def _by_deck(games: Games, fact: Callable[[GameFacts], float]) -> Floats:
    """The mean over all numbers of players, deck by deck."""
    decks = zip(*games.values(), strict=True)
    return np.array([fmean(fact(game) for game in deck) for deck in decks], np.float64)


def habit_rows(games: Mapping[str, Games]) -> Iterator[tuple[str, ...]]:
    """The rows of the table: a measure, its mean for each bot, and which ones differ."""
    words = list(games)
    for measure in MEASURES:
        comparison = compare(measure, list(games.values()))
        means = [measure.text(mean) for mean in comparison.means]
        differing = [f"`{words[number]}`" for number in comparison.differing]
        yield measure.name, *means, listed(differing) if differing else "none"
