"""The section that compares bots on the same decks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

import numpy as np

from byzanz.arena.bootstrap import Estimate, Floats, estimates
from byzanz.arena.page.number_format import share_text
from byzanz.statistics.figure import listed, mean_text
from byzanz.statistics.game_facts import CardEnd, GameFacts
from byzanz.statistics.measures import Games
from byzanz.statistics.sections.auctions import all_passed_share, price_per_card
from byzanz.statistics.sections.market_and_cards import set_share
from byzanz.statistics.sections.merchants import share_in_sets, trios_of_merchants
from byzanz.statistics.sections.scores import highest_score, margin, mean_score
from byzanz.statistics.sections.sets import profit_per_set, sets_per_player

COMPARISON = """\
All numbers above come from one bot that plays against itself. Some of them follow from the rules
alone: that the last lots are free, how many turns there are, and how many cards are put back. To
compare the others, other bots played the same decks. Each number below is the mean over all numbers
of players. The last column names the bots that differ from the first one: the 95 % interval of the
difference on the same decks excludes 0."""
CAUTION = """\
A number in which bots differ depends at least in part on the bot; by chance alone, about one in
twenty comparisons would show a difference. A number in which they agree may follow from the rules,
or from something that the bots have in common: in their play-outs, bots that search let `solid`
play all seats. People may play differently."""


class Measure(NamedTuple):
    """A number per game by which bots are compared."""

    name: str
    fact: Callable[[GameFacts], float]
    text: Callable[[float], str]


MEASURES = (
    Measure("price per card of the lot, free lots as 0", price_per_card, mean_text),
    Measure("auctions in which all passed", all_passed_share, share_text),
    Measure("sets per player", sets_per_player, mean_text),
    Measure("points per set", profit_per_set, mean_text),
    Measure("merchants sold in sets of a good", share_in_sets, share_text),
    Measure("sets of three merchants per game", trios_of_merchants, mean_text),
    Measure("turns in the market that make a set", set_share, share_text),
    Measure("cards left in the market per game", lambda game: game.ends[CardEnd.MARKET], mean_text),
    Measure("cards discarded per game", lambda game: game.ends[CardEnd.DISCARDED], mean_text),
    Measure("score", mean_score, mean_text),
    Measure("score of the winner", highest_score, mean_text),
    Measure("margin", margin, mean_text),
)


class Comparison(NamedTuple):
    """A measure of several bots; the first bot is compared with the others."""

    measure: Measure
    means: tuple[float, ...]
    differences: tuple[Estimate, ...]  # the first bot's mean minus that of each other bot

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
    values = [_by_deck(bot_games, measure.fact) for bot_games in games]
    differences = [estimates((values[0] - other)[:, None])[0] for other in values[1:]]
    return Comparison(measure, tuple([float(each.mean()) for each in values]), tuple(differences))


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
