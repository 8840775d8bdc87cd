"""The section on merchants: where they end."""

from collections.abc import Iterator, Sequence

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.plot import Stack, stacks
from byzanz.arena.statistics.axes import parts_axis
from byzanz.arena.statistics.facts import MERCHANTS, End, GameFacts
from byzanz.arena.statistics.figure import (
    Figure,
    Section,
    each,
    mean_number_of,
    mean_share_of,
    mean_text,
    players_text,
    with_players,
)
from byzanz.arena.statistics.measures import Games, means_of, shares, total_of
from byzanz.arena.words import INTERVAL, score_interval_text, share_text

REMARK = f"""\
Where the {MERCHANTS} merchants are when the game is over. Merchants can't be bid (R3.2), so nobody
pays with them; they come into the market only as the lot card that is given, or as a lot of one
card that goes straight there (R3.8)."""


def merchant_section(games: Games) -> Section:
    """Where merchants end."""
    return Section("Merchants", REMARK, [_figure(games)])


def _figure(games: Games) -> Figure:
    names = [end.value for end in End]
    rows, numbers = [], []
    for players, own in games.items():
        parts = shares(total_of(game.merchant_ends for game in own), End)
        given, sent, taken = market_means(own)
        rows.append(Stack(players_text(players), parts, f"{mean_text(given.mean)} given a game"))
        means = [mean_text(value.mean) for value in (given, sent, taken)]
        numbers.append((str(players), *map(share_text, parts), *means))
    title = "Where merchants end, by number of players"
    head = ("players", *names, "given a game", "sent straight a game", "taken a game")
    svg = stacks(title, names, rows, parts_axis("merchants"))
    return Figure("merchants", title, svg, list(_findings(games)), head, numbers)


def market_means(games: Sequence[GameFacts]) -> tuple[Estimate, ...]:
    """Merchants of a game that were given, sent straight into the market, and taken from it."""
    return means_of(
        games, lambda game: (game.merchants_given, game.merchants_sent, game.merchants_taken)
    )


def in_sets(game: GameFacts) -> float:
    """The part of all merchants that was sold in sets of a good."""
    return game.merchant_ends[End.SET] / MERCHANTS


def _findings(games: Games) -> Iterator[str]:
    yield (
        f"{with_players(games)} {each(games, mean_share_of(in_sets))} of the merchants are sold in"
        " a set of a good."
    )
    yield (
        f"Three merchants are sold together {each(games, mean_number_of(trios_of_merchants))} times"
        " a game."
    )
    every = [game for own in games.values() for game in own]
    given, _, taken = market_means(every)
    yield (
        f"Over all games a merchant is given {mean_text(given.mean)} times a game ({INTERVAL}"
        f" {score_interval_text(given)}), and {mean_text(taken.mean)} merchants a game are taken"
        " from the market."
    )


def trios_of_merchants(game: GameFacts) -> float:
    """How many sets were three merchants."""
    return game.merchant_ends[End.MERCHANTS] / 3
