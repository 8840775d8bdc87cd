"""`byzanz arena`: a match between bots."""

import os
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import MOST_JOBS, Json, decimal, number
from byzanz.cli.commandline import INTERRUPTED, BadInput
from byzanz.cli.console import messages, output, print_lines
from byzanz.cli.output import print_json
from byzanz.cli.source import shown
from byzanz.dice import LARGEST_SEED

EXAMPLE = "Example: byzanz arena --players 4 --bots solid,greedy,greedy,greedy --decks 3"
MOST_DECKS = 1_000_000
HINT = "'--bots'"

Bots = Annotated[
    str,
    typer.Option(
        metavar="B,B,…",
        help="A bot for each player: beginner, greedy, solid, strong, expert, expert:250 "
        "(play-outs a decision), or exec:COMMAND.",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(metavar="N", parser=number(3, 6), help="How many play; else as many as bots."),
]
Decks = Annotated[
    int,
    typer.Option(
        metavar="D", parser=number(1, MOST_DECKS), help="Decks, each played in every seating."
    ),
]
Seed = Annotated[
    int, typer.Option(metavar="S", parser=number(0, LARGEST_SEED), help="The same decks each time.")
]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="J", parser=number(1, MOST_JOBS), help="Processes; else one a core."),
]
Seconds = Annotated[
    float,
    typer.Option(metavar="T", parser=decimal(0.01, 3600), help="What a program may think a move."),
]
Records = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write each game as DIR/deck-0000-seating-0.byz and so on."),
]
Html = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the report as a page with plots.")
]
Fresh = Annotated[
    bool, typer.Option("--fresh", metavar="", help="Play all games anew, also finished ones.")
]


def arena(  # noqa: PLR0913 - the options of the command
    *,
    bots: Bots,
    players: Players = None,
    decks: Decks = 100,
    seed: Seed = 1,
    jobs: Jobs = None,
    seconds: Seconds = 5.0,
    records: Records = None,
    html: Html = None,
    fresh: Fresh = False,
    json: Json = False,
) -> None:
    """Let bots play a match, every deck with every bot in every seat.

    Finished games are kept: broken off, the same command goes on where it was.
    """
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.arena.page import html_page  # noqa: PLC0415
    from byzanz.arena.plan import Plan  # noqa: PLC0415
    from byzanz.cli.contest import get_ready_for, play_match  # noqa: PLC0415
    from byzanz.cli.recording import make_folder  # noqa: PLC0415
    from byzanz.cli.scoreboard import score_lines  # noqa: PLC0415

    plan = Plan(read_bots(bots, players), decks, seed, seconds)
    if html is not None:
        check_writable(html)
    if records is not None:
        make_folder(records)
    console = messages()
    get_ready_for(plan.bots, console)
    report = play_match(
        plan, console, jobs=jobs or os.cpu_count() or 1, fresh=fresh, records=records
    )
    if report is None:
        console.print("Interrupted before a deck was finished; the games so far are kept.")
        raise typer.Exit(INTERRUPTED)
    if html is not None:
        html.write_text(html_page(report), encoding="utf-8", newline="\n")
    if json:
        print_json(report)
    else:
        terminal = output()
        print_lines(terminal, score_lines(report, terminal.width))
    if report.is_partial:
        raise typer.Exit(INTERRUPTED)


def read_bots(text: str, players: int | None) -> tuple[str, ...]:
    """The bots of a match, one for each player; raises `typer.BadParameter`."""
    words = checked_bots(text)
    if players is not None and len(words) != players:
        raise typer.BadParameter(
            f"expected {players} bots, one for each player, not {len(words)}", param_hint=HINT
        )
    if not 3 <= len(words) <= 6:
        raise typer.BadParameter(f"expected 3 to 6 bots, not {len(words)}", param_hint=HINT)
    return words


def checked_bots(text: str) -> tuple[str, ...]:
    """Bots that can play here; raises `typer.BadParameter`."""
    from byzanz.arena.plan import BadWords, parse_words  # noqa: PLC0415
    from byzanz.bots.roster import UnknownBot  # noqa: PLC0415
    from byzanz.programs.command import check_entrant  # noqa: PLC0415

    try:
        words = parse_words(text)
        for word in dict.fromkeys(words):
            check_entrant(word)
    except (BadWords, UnknownBot) as error:
        raise typer.BadParameter(str(error), param_hint=HINT) from None
    return words


def check_writable(file: Path) -> None:
    """Raise `BadInput` now rather than after a long match."""
    is_new = not file.exists()
    try:
        with file.open("ab"):
            pass
        if is_new:
            file.unlink()
    except OSError as error:
        reason = str(error.strerror).lower()
        raise BadInput(f"{shown(str(file))}: {reason}: expected a file to write") from None
