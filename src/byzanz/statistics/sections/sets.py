"""The section on sets: their profits, their merchants and their number."""

from collections import Counter
from collections.abc import Iterator, Sequence

from byzanz.arena.page.number_format import (
    INTERVAL,
    count_text,
    score_interval_text,
    score_text,
    share_text,
)
from byzanz.reporting.plot import histograms
from byzanz.statistics.axes import integer_axis
from byzanz.statistics.figure import Figure, Section, mean_number_of, values_text, with_players
from byzanz.statistics.game_facts import GameFacts
from byzanz.statistics.measures import Games, distribution, mean_of, shares
from byzanz.statistics.shared_figures import parts_figure, players_histogram

PROFITS = range(1, 6)
MERCHANT_NAMES = {0: "no merchant", 1: "1 merchant", 2: "2 merchants", 3: "3 merchants"}
SETS = """\
The profit of a set is the value of the card that is kept; three merchants bring 5 points (R5.2 to
R5.4)."""


def set_section(games: Games) -> Section:
    """Make the section on sets."""
    figures = [_profit_figure(games), _merchant_figure(games), _count_figure(games)]
    return Section("Sets", SETS, figures)


def profit_counts(games: Sequence[GameFacts]) -> Counter[int]:
    """Count sets by profit."""
    return Counter(trio.profit for game in games for trio in game.trios)


def merchant_counts(games: Sequence[GameFacts]) -> Counter[int]:
    """Count sets by number of merchants."""
    return Counter(trio.merchants for game in games for trio in game.trios)


def sets_by_seat(games: Sequence[GameFacts]) -> list[int]:
    """Return the number of sets of each player in each game."""
    numbers = []
    for game in games:
        sold = Counter(trio.seat for trio in game.trios)
        numbers += [sold[seat] for seat in range(game.players)]
    return numbers


def sets_per_player(game: GameFacts) -> float:
    """Return the mean number of sets per player."""
    return len(game.trios) / game.players


def profit_per_set(game: GameFacts) -> float:
    """Return the mean profit of a set; 0 if there was none."""
    return sum(trio.profit for trio in game.trios) / max(1, len(game.trios))


def _profit_figure(games: Games) -> Figure:
    return parts_figure(
        "sets-points",
        "Points of a set",
        {profit: count_text(profit, "point") for profit in PROFITS},
        {players: profit_counts(group) for players, group in games.items()},
        noun="set",
        sentences=_profit_sentences(games),
    )


def _merchant_figure(games: Games) -> Figure:
    return parts_figure(
        "sets-merchants",
        "Merchants in a set",
        MERCHANT_NAMES,
        {players: merchant_counts(group) for players, group in games.items()},
        noun="set",
        sentences=_merchant_sentences(games),
    )


def _count_figure(games: Games) -> Figure:
    histogram_rows, numbers = [], []
    sold_by_all: list[int] = []
    for players, group in games.items():
        sold = sets_by_seat(group)
        sold_by_all += sold
        summary, mean = distribution(sold), mean_of(group, sets_per_player)
        assert summary is not None
        histogram_rows.append(players_histogram(players, sold, summary))
        quartiles = map(str, summary.quartiles)
        numbers.append((str(players), score_text(mean), score_interval_text(mean), *quartiles))
    title = "Sets per player and game, by number of players"
    return Figure(
        "sets-player",
        title,
        histograms(title, histogram_rows, integer_axis("sets", sold_by_all)),
        list(_count_sentences(games)),
        ("players", "mean", INTERVAL, "first quartile", "median", "third quartile"),
        numbers,
    )


def _profit_sentences(games: Games) -> Iterator[str]:
    profits = profit_counts([game for group in games.values() for game in group])
    most_common = max(PROFITS, key=lambda profit: profits[profit])
    high = sum(shares(profits, PROFITS)[2:])
    yield (
        f"Over all games the most common sets bring {count_text(most_common, 'point')};"
        f" {share_text(high)} bring 3 or more."
    )
    yield (
        f"{with_players(games)} the mean is {values_text(games, mean_number_of(profit_per_set))}"
        " points."
    )


def _merchant_sentences(games: Games) -> Iterator[str]:
    merchants = merchant_counts([game for group in games.values() for game in group])
    none, one, two, three = map(share_text, shares(merchants, MERCHANT_NAMES))
    yield (
        f"Over all games {none} of the sets have no merchant, {one} have one, {two} have two, and"
        f" {three} are three merchants."
    )


def _count_sentences(games: Games) -> Iterator[str]:
    yield "The line below the columns spans the middle half of all players and marks the median."
    yield (
        f"{with_players(games)} a player sells"
        f" {values_text(games, mean_number_of(sets_per_player))} sets per game."
    )
