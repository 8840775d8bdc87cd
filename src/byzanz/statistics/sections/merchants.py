"""The section on merchants: their sets, and their final locations."""

from collections.abc import Iterator, Sequence

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.page.number_format import INTERVAL, score_interval_text, share_text
from byzanz.reporting.plot import Stack, stacks
from byzanz.statistics.axes import parts_axis
from byzanz.statistics.figure import (
    Figure,
    Section,
    mean_number_of,
    mean_share_of,
    mean_text,
    players_text,
    values_text,
    with_players,
)
from byzanz.statistics.game_facts import MERCHANTS, CardEnd, GameFacts
from byzanz.statistics.measures import Games, means_of, shares, total_of

REMARK = f"""\
The figure shows where the {MERCHANTS} merchants are at the end of the game. Merchants can't be bid
(R3.2), so nobody pays with them; they come into the market only as the lot card that is given, or
as a lot of one card that goes straight there (R3.8)."""


def merchant_section(games: Games) -> Section:
    """Make the section on merchants."""
    return Section("Merchants", REMARK, [_figure(games)])


def _figure(games: Games) -> Figure:
    names = [end.value for end in CardEnd]
    stacked_bars, numbers = [], []
    for players, group in games.items():
        parts = shares(total_of(game.merchant_ends for game in group), CardEnd)
        given, sent, taken = market_means(group)
        stacked_bars.append(
            Stack(players_text(players), parts, f"{mean_text(given.mean)} given per game")
        )
        means = [mean_text(value.mean) for value in (given, sent, taken)]
        numbers.append((str(players), *map(share_text, parts), *means))
    title = "Where merchants are at the end, by number of players"
    head = (
        "players",
        *names,
        "given per game",
        "sent straight to the market per game",
        "taken per game",
    )
    svg = stacks(title, names, stacked_bars, parts_axis("merchants"))
    return Figure("merchants", title, svg, list(_sentences(games)), head, numbers)


def market_means(games: Sequence[GameFacts]) -> tuple[Estimate, ...]:
    """Estimate the merchants per game that were given, sent to the market, and taken from it."""
    return means_of(
        games, lambda game: (game.merchants_given, game.merchants_sent, game.merchants_taken)
    )


def share_in_sets(game: GameFacts) -> float:
    """Return the share of all merchants that was sold in sets of a good."""
    return game.merchant_ends[CardEnd.SET] / MERCHANTS


def _sentences(games: Games) -> Iterator[str]:
    yield (
        f"{with_players(games)} {values_text(games, mean_share_of(share_in_sets))} of the merchants"
        " are sold in a set of a good."
    )
    yield (
        "Three merchants are sold together"
        f" {values_text(games, mean_number_of(trios_of_merchants))} times per game."
    )
    every = [game for group in games.values() for game in group]
    given, _, taken = market_means(every)
    yield (
        f"Over all games a merchant is given {mean_text(given.mean)} times per game ({INTERVAL}"
        f" {score_interval_text(given)}), and {mean_text(taken.mean)} merchants per game are taken"
        " from the market."
    )


def trios_of_merchants(game: GameFacts) -> float:
    """Return the number of sets of three merchants."""
    return game.merchant_ends[CardEnd.MERCHANTS] / 3
