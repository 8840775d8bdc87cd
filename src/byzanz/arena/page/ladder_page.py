"""The Markdown page of the ladder (docs/ladder.md): the strength of the bots."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

import byzanz
from byzanz.arena.match import GameResult
from byzanz.arena.match_report import BotLine, make_bot_lines, win_share_lead
from byzanz.arena.page.number_format import (
    INTERVAL,
    UNKNOWN_INTERVAL,
    interval_text,
    lead_text,
    order_text,
    playouts_text,
    score_text,
    seconds_text,
    share_text,
)
from byzanz.arena.plan import Plan
from byzanz.arena.tally import cross_table
from byzanz.arena.tournament import PLAYER_COUNTS, Tournament
from byzanz.bots.roster import ROSTER
from byzanz.reporting.markdown import markdown_table

Results: TypeAlias = Mapping[Plan, Sequence[GameResult]]
"""All games of every match."""

INTRODUCTION = f"""\
The strength of the bots, measured by the arena; [arena.md](arena.md) explains the numbers. The win
share of a seat is given with its 95 % interval; equal bots would have the fair share. Where all
decks gave the same value, the interval is unknown: *{UNKNOWN_INTERVAL}*."""
LEAST_DECKS = 10  # the interval of fewer decks is too narrow to show an order
DUELS = f"""\
Each bot except the weakest plays alone against the next weaker one, which has all other seats;
every deck is played in every seating. The lead is the difference between the two bots' win shares
per seat on the same decks, in percentage points. The order of two bots is *shown* if the 95 %
interval of the lead excludes 0 and comes from at least {LEAST_DECKS} decks; otherwise it is
*not shown*."""
FIELDS = """\
All bots meet each other equally often. The ratings are OpenSkill's (Plackett-Luce): mu is the mean
of the estimated strength, sigma its standard deviation. Times and play-outs are per decision."""
NEIGHBOURS = "The lead of each bot over the next weaker one, on the same decks:"


def ladder_page(tournament: Tournament, results: Results, command: str) -> str:
    """Return the page of a tournament; `results` has to hold all games of all its matches.

    `command` is printed as the command that plays the tournament again.
    """
    return "\n".join(_lines(tournament, results, command)) + "\n"


def _lines(tournament: Tournament, results: Results, command: str) -> Iterator[str]:
    yield from ("# The ladder", "", INTRODUCTION, "")
    yield from markdown_table(
        ("bot", "name", "character"),
        [(f"`{bot.bot_id}`", bot.name, bot.character) for bot in ROSTER],
        text_columns=3,
    )
    yield from ("## Each bot against the next weaker one", "", DUELS, "")
    for players in PLAYER_COUNTS:
        yield from _duels(tournament.duels(players), results, players)
    yield from ("## Mixed fields", "", FIELDS, "")
    for players in PLAYER_COUNTS:
        yield from _fields(tournament, results, players)
    games = sum(map(len, results.values()))
    yield from ("## How to reproduce this page", "", "```", command, "```", "")
    yield f"Program version {byzanz.__version__}, seed {tournament.seed}, {games:,} games."


def _duels(plans: Sequence[Plan], results: Results, players: int) -> Iterator[str]:
    yield from (f"### {players} players, fair share {share_text(1 / players)}", "")
    rows = []
    for plan in reversed(plans):
        decks = _by_deck([plan], results)
        upper, lower = make_bot_lines(plan.bots, decks)
        lead = win_share_lead(upper.bot, lower.bot, decks)
        rows.append(
            (
                f"`{upper.bot}`",
                f"`{lower.bot}` x {players - 1}",
                f"**{share_text(upper.win_share.mean)}**",
                interval_text(upper.win_share),
                score_text(upper.score),
                score_text(lower.score),
                lead_text(lead),
                interval_text(lead),
                order_text(lead, is_enough=len(decks) >= LEAST_DECKS),
            )
        )
    head = (
        "bot",
        "against",
        "win share",
        INTERVAL,
        "score",
        "rivals' score",
        "lead",
        INTERVAL,
        "order",
    )
    yield from markdown_table(head, rows, text_columns=2)


def _fields(tournament: Tournament, results: Results, players: int) -> Iterator[str]:
    decks = _by_deck(tournament.fields(players), results)
    bots = (*tournament.bots, *tournament.guests)
    lines = sorted(make_bot_lines(bots, decks), key=lambda line: -line.rating.mu)
    yield from (f"### {players} players, fair share {share_text(1 / players)}", "")
    head = (
        "bot",
        "win share",
        INTERVAL,
        "mu",
        "sigma",
        "mean time",
        "99th percentile",
        "play-outs",
    )
    yield from markdown_table(head, [_field_row(line) for line in lines])
    yield from (NEIGHBOURS, "")
    yield from markdown_table(
        ("bot", "weaker bot", "lead", INTERVAL, "order"),
        list(_neighbour_rows(tournament.bots, decks)),
        text_columns=2,
    )
    order = [line.bot for line in lines]
    shares = cross_table(order, [game for games in decks for game in games])
    yield from ("How often the bot in the row finished ahead of the bot in the column:", "")
    yield from markdown_table(
        ("ahead of", *[f"`{bot}`" for bot in order]),
        [(f"`{bot}`", *map(share_text, row)) for bot, row in zip(order, shares, strict=True)],
    )


def _neighbour_rows(
    bots: Sequence[str], decks: Sequence[Sequence[GameResult]]
) -> Iterator[tuple[str, ...]]:
    for upper, lower in pairwise(reversed(bots)):
        lead = win_share_lead(upper, lower, decks)
        order = order_text(lead, is_enough=len(decks) >= LEAST_DECKS)
        yield f"`{upper}`", f"`{lower}`", lead_text(lead), interval_text(lead), order


def _field_row(line: BotLine) -> tuple[str, ...]:
    return (
        f"`{line.bot}`",
        f"**{share_text(line.win_share.mean)}**",
        interval_text(line.win_share),
        f"{line.rating.mu:.1f}",
        f"{line.rating.sigma:.1f}",
        seconds_text(line.timing.mean_seconds),
        seconds_text(line.timing.p99_seconds),
        playouts_text(line.playouts_per_decision),
    )


def _by_deck(plans: Sequence[Plan], results: Results) -> list[list[GameResult]]:
    """Group the games of several matches on the same decks by deck."""
    decks: dict[int, list[GameResult]] = {}
    for plan in plans:
        for game in results[plan]:
            decks.setdefault(game.deck, []).append(game)
    return [decks[deck] for deck in sorted(decks)]
