"""The section on habits: a comparison of bots on the same decks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from byzanz.arena.bootstrap import Estimate, Floats, estimates
from byzanz.arena.page.number_format import share_text
from byzanz.statistics.figure import listed, mean_text
from byzanz.statistics.game_facts import CardEnd, GameFacts
from byzanz.statistics.measures import Games
from byzanz.statistics.sections.auctions import all_passed, price_a_card
from byzanz.statistics.sections.market_and_cards import makes_set
from byzanz.statistics.sections.merchants import in_sets, trios_of_merchants
from byzanz.statistics.sections.scores import highest, margin, mean_score
from byzanz.statistics.sections.sets import profit_a_set, sets_a_player

HABITS = """\
All figures above come from one bot that plays against itself. Some of them follow from the rules
alone: that the last lots cost nothing, how many turns there are, and how many cards are put back.
For all others the same decks were played by other bots too. Each number below is the mean over all
numbers of players. The last column says which bots differ from the first one, by the 95 % interval
of the difference on the same decks."""
CAUTION = """\
Where bots differ, the number is at least in part a habit; of twenty such comparisons about one
would differ by chance alone. Where they agree, it may be the nature of the game, or a habit that
the bots share: bots that search assume the moves of `solid`. People may have other habits."""


class Measure(NamedTuple):
    """A number of a game by which bots are compared."""

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
    Measure("cards left in the market a game", lambda game: game.ends[CardEnd.MARKET], mean_text),
    Measure("cards discarded a game", lambda game: game.ends[CardEnd.DISCARDED], mean_text),
    Measure("score", mean_score, mean_text),
    Measure("score of the winner", highest, mean_text),
    Measure("margin", margin, mean_text),
)


class Comparison(NamedTuple):
    """A measure of several bots; the first bot is compared with the others."""

    measure: Measure
    means: tuple[float, ...]
    differences: tuple[Estimate, ...]  # first bot minus each other one

    @property
    def differing(self) -> list[int]:
        """Indices of the bots for which the interval of the difference excludes 0."""
        return [
            index
            for index, difference in enumerate(self.differences, start=1)
            if difference.excludes(0)
        ]


def compare(measure: Measure, games: Sequence[Games]) -> Comparison:
    """Compare a measure of several bots on the same decks."""
    values = [_by_deck(own, measure.fact) for own in games]
    differences = [estimates((values[0] - other)[:, None])[0] for other in values[1:]]
    return Comparison(measure, tuple([float(own.mean()) for own in values]), tuple(differences))


def _by_deck(games: Games, fact: Callable[[GameFacts], float]) -> Floats:
    """Return the mean of a fact over all numbers of players, for each deck."""
    decks = zip(*games.values(), strict=True)
    return np.array([fmean(fact(game) for game in deck) for deck in decks], np.float64)


def comparison_rows(games: Mapping[str, Games]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table: a measure, its mean for each bot, and the bots that differ."""
    bot_ids = list(games)
    for measure in MEASURES:
        comparison = compare(measure, list(games.values()))
        means = [measure.text(mean) for mean in comparison.means]
        differing = [f"`{bot_ids[index]}`" for index in comparison.differing]
        yield measure.name, *means, listed(differing) if differing else "none"
