"""`byzanz arena`: a match between bots."""

import os
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import MOST_JOBS, Json, decimal_parser, integer_parser
from byzanz.cli.command_line import INTERRUPTED, BadInput
from byzanz.cli.match_pools import RayAddress, check_bots_for_ray
from byzanz.cli.record_input import printable
from byzanz.cli.render.console import message_console, output_console, print_lines
from byzanz.cli.render.json_output import print_json
from byzanz.dice import LARGEST_SEED

EXAMPLE = "Example: byzanz arena --players 4 --bots solid,greedy,greedy,greedy --decks 3"
MOST_DECKS = 1_000_000
BOTS_OPTION = "'--bots'"

Bots = Annotated[
    str,
    typer.Option(
        metavar="B,B,…",
        help="One bot per player: beginner, greedy, solid, strong, expert, expert:250 "
        "(expert with 250 play-outs per decision), or exec:COMMAND.",
    ),
]
Players = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=integer_parser(3, 6),
        help="Number of players. Default: the number of bots.",
    ),
]
Decks = Annotated[
    int,
    typer.Option(
        metavar="D",
        parser=integer_parser(1, MOST_DECKS),
        help="Number of decks. Each is played in every seating.",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        metavar="S",
        parser=integer_parser(0, LARGEST_SEED),
        help="Seed of the decks. The same seed gives the same decks.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        metavar="J",
        parser=integer_parser(1, MOST_JOBS),
        help="Number of processes. Default: one per core.",
    ),
]
Seconds = Annotated[
    float,
    typer.Option(
        metavar="T",
        parser=decimal_parser(0.01, 3600),
        help="Seconds that an exec: program may take per move.",
    ),
]
Records = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write each game as DIR/deck-0000-seating-0.byz and so on."),
]
Html = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write the report as an HTML page with plots.")
]
Fresh = Annotated[
    bool, typer.Option("--fresh", metavar="", help="Play all games again, also finished ones.")
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
    ray: RayAddress = None,
    json: Json = False,
) -> None:
    """Play a match between bots: every deck with every bot in every seat.

    Finished games are saved. If you interrupt a match, the same command continues it.
    """
    # Imported here because NumPy and Numba take most of a second to load.
    from byzanz.arena.page.html_page import html_page  # noqa: PLC0415
    from byzanz.arena.plan import Plan  # noqa: PLC0415
    from byzanz.cli.match_progress import compile_for, play_match  # noqa: PLC0415
    from byzanz.cli.record_output import make_folder  # noqa: PLC0415
    from byzanz.cli.render.match_table import score_lines  # noqa: PLC0415

    plan = Plan(read_bots(bots, players), decks, seed, seconds)
    check_bots_for_ray(plan.bots, ray)
    if html is not None:
        check_writable(html)
    if records is not None:
        make_folder(records)
    console = message_console()
    if ray is None:
        compile_for(plan.bots, console)
    report = play_match(
        plan, console, jobs=jobs or os.cpu_count() or 1, fresh=fresh, records=records, ray=ray
    )
    if report is None:
        console.print("Interrupted before a deck was finished; the games so far are saved.")
        raise typer.Exit(INTERRUPTED)
    if html is not None:
        html.write_text(html_page(report), encoding="utf-8", newline="\n")
    if json:
        print_json(report)
    else:
        terminal = output_console()
        print_lines(terminal, score_lines(report, terminal.width))
    if report.is_partial:
        raise typer.Exit(INTERRUPTED)


def read_bots(text: str, players: int | None) -> tuple[str, ...]:
    """Read the bots of a match, one per player; raises `typer.BadParameter`."""
    bot_ids = parse_bots(text)
    count = len(bot_ids)
    if players is not None and count != players:
        raise typer.BadParameter(
            f"expected {players} bots, one for each player, not {count}", param_hint=BOTS_OPTION
        )
    if not 3 <= count <= 6:
        raise typer.BadParameter(f"expected 3 to 6 bots, not {count}", param_hint=BOTS_OPTION)
    return bot_ids


def parse_bots(text: str) -> tuple[str, ...]:
    """Read a list of bots and check that each can play; raises `typer.BadParameter`."""
    from byzanz.arena.plan import BadBotList, parse_bot_ids  # noqa: PLC0415
    from byzanz.bots.roster import UnknownBot  # noqa: PLC0415
    from byzanz.programs.command import check_entrant  # noqa: PLC0415

    try:
        bot_ids = parse_bot_ids(text)
        for bot_id in dict.fromkeys(bot_ids):
            check_entrant(bot_id)
    except (BadBotList, UnknownBot) as error:
        raise typer.BadParameter(str(error), param_hint=BOTS_OPTION) from None
    return bot_ids


def check_writable(file: Path) -> None:
    """Raise `BadInput` if a file cannot be written: now, not after a long match."""
    is_new = not file.exists()
    try:
        with file.open("ab"):
            pass
        if is_new:
            file.unlink()
    except OSError as error:
        reason = str(error.strerror).lower()
        raise BadInput(f"{printable(str(file))}: {reason}: expected a file to write") from None
