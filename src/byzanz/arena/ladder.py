"""The page of the ladder (docs/ladder.md): how strong the bots are, in Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import byzanz
from byzanz.arena.markdown import markdown_table
from byzanz.arena.match import GameResult
from byzanz.arena.plan import Plan
from byzanz.arena.report import Line, make_lines
from byzanz.arena.tally import cross_table
from byzanz.arena.tournament import PLAYER_COUNTS, Tournament
from byzanz.arena.words import (
    INTERVAL,
    interval_text,
    playouts_text,
    score_text,
    seconds_text,
    share_text,
)
from byzanz.bots.roster import RUNGS

Results: TypeAlias = Mapping[Plan, Sequence[GameResult]]
"""All games of every match."""

INTRODUCTION = """\
How strong the bots are, measured by the arena; [arena.md](arena.md) says what the numbers mean.
The win share of a seat is shown with its 95 % interval; equal bots would have the fair share."""
DUELS = """\
One of a rung plays against the rung below it in all other seats, every deck in every seating."""
FIELDS = """\
All bots meet each other equally often. The ratings are OpenSkill's (Plackett-Luce): mu is the
belief, sigma its doubt."""


def ladder_page(tournament: Tournament, results: Results, command: str) -> str:
    """The whole page."""
    return "\n".join(_lines(tournament, results, command)) + "\n"


def _lines(tournament: Tournament, results: Results, command: str) -> Iterator[str]:
    yield from ("# The ladder", "", INTRODUCTION, "")
    yield from markdown_table(
        ("bot", "name", "character"),
        [(f"`{rung.word}`", rung.name, rung.character) for rung in RUNGS],
        words=3,
    )
    yield from ("## Each rung against the one below", "", DUELS, "")
    for players in PLAYER_COUNTS:
        yield from _duels(tournament.duels(players), results, players)
    yield from ("## Mixed fields", "", FIELDS, "")
    for players in PLAYER_COUNTS:
        yield from _fields(tournament, results, players)
    games = sum(map(len, results.values()))
    yield from ("## How to repeat it", "", "```", command, "```", "")
    yield f"Program version {byzanz.__version__}, seed {tournament.seed}, {games:,} games."


def _duels(plans: Sequence[Plan], results: Results, players: int) -> Iterator[str]:
    yield from (f"### {players} players, fair share {share_text(1 / players)}", "")
    rows = []
    for plan in reversed(plans):
        upper, lower = make_lines(plan.bots, _by_deck([plan], results))
        rows.append(
            (
                f"`{upper.bot}`",
                f"`{lower.bot}` x {players - 1}",
                f"**{share_text(upper.win_share.mean)}**",
                interval_text(upper.win_share),
                score_text(upper.score),
                score_text(lower.score),
            )
        )
    yield from markdown_table(
        ("bot", "against", "win share", INTERVAL, "score", "theirs"), rows, words=2
    )


def _fields(tournament: Tournament, results: Results, players: int) -> Iterator[str]:
    decks = _by_deck(tournament.fields(players), results)
    bots = (*tournament.rungs, *tournament.guests)
    lines = sorted(make_lines(bots, decks), key=lambda line: -line.rating.mu)
    yield from (f"### {players} players, fair share {share_text(1 / players)}", "")
    head = ("bot", "win share", INTERVAL, "mu", "sigma", "a decision", "99 %", "play-outs")
    yield from markdown_table(head, [_field_row(line) for line in lines])
    order = [line.bot for line in lines]
    shares = cross_table(order, [game for games in decks for game in games])
    yield from ("How often the bot of the row finished ahead of the bot of the column:", "")
    yield from markdown_table(
        ("ahead of", *[f"`{bot}`" for bot in order]),
        [(f"`{bot}`", *map(share_text, row)) for bot, row in zip(order, shares, strict=True)],
    )


def _field_row(line: Line) -> tuple[str, ...]:
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
    """The games of several matches on the same decks, deck by deck."""
    decks: dict[int, list[GameResult]] = {}
    for plan in plans:
        for game in results[plan]:
            decks.setdefault(game.deck, []).append(game)
    return [decks[deck] for deck in sorted(decks)]
