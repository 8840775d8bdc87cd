"""`byzanz ladder`: the standard tournament of the bots."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.command_line import INTERRUPTED
from byzanz.cli.commands.arena import Decks, Jobs, Seed, check_writable, parse_bots
from byzanz.cli.match_pools import RayAddress, check_bots_for_ray, opened_pool
from byzanz.cli.render.console import message_console

if TYPE_CHECKING:
    from rich.console import Console

    from byzanz.arena.match import GameResult
    from byzanz.arena.plan import Plan
    from byzanz.arena.tournament import Tournament

EXAMPLE = "Example: byzanz ladder --decks 2 --out ladder.md"
DECKS = 150  # takes less than an hour on two cores

Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write the Markdown page to this file. Default: standard output."
    ),
]
GuestBots = Annotated[
    str | None,
    typer.Option(metavar="B,B,…", help="More bots for the mixed matches, such as exec:COMMAND."),
]


def ladder(
    *,
    decks: Decks = DECKS,
    seed: Seed = 1,
    jobs: Jobs = None,
    out: Out = None,
    bots: GuestBots = None,
    ray: RayAddress = None,
) -> None:
    """Play the standard tournament of all bots, and write a page about it.

    The tournament has matches of 3 to 6 players. Finished games are saved. If you interrupt it,
    the same command continues it.
    """
    # Imported here because NumPy and Numba take most of a second to load.
    from byzanz.arena.page.ladder_page import ladder_page  # noqa: PLC0415
    from byzanz.arena.tournament import Tournament  # noqa: PLC0415
    from byzanz.bots.roster import ROSTER  # noqa: PLC0415

    own_bots = tuple([bot.bot_id for bot in ROSTER])
    bot_ids = () if bots is None else parse_bots(bots)
    guests = tuple([bot_id for bot_id in dict.fromkeys(bot_ids) if bot_id not in own_bots])
    check_bots_for_ray(guests, ray)
    if out is not None:
        check_writable(out)
    tournament = Tournament(own_bots, guests, decks, seed)
    console = message_console()
    try:
        results = play_tournament(tournament, console, jobs or os.cpu_count() or 1, ray)
    except KeyboardInterrupt:
        console.print("Interrupted; the games so far are saved. The same command continues.")
        raise typer.Exit(INTERRUPTED) from None
    page = ladder_page(tournament, results, _command(tournament, bots=bots, out=out))
    if out is None:
        typer.echo(page, nl=False)
    else:
        out.write_text(page, encoding="utf-8", newline="\n")


def play_tournament(
    tournament: "Tournament", console: "Console", jobs: int, ray: str | None = None
) -> "dict[Plan, list[GameResult]]":
    """Play the missing games of a tournament and return all of them; raises `BadInput`."""
    from byzanz.cli.match_progress import (  # noqa: PLC0415
        compile_for,
        finished_games,
        opened_ledger,
    )

    if ray is None:
        compile_for(tournament.bots, console)
    plans = list(tournament.plans())
    results = {}
    with opened_pool(jobs, ray) as workers:
        for number, plan in enumerate(plans, start=1):
            title = f"match {number} of {len(plans)}"
            with opened_ledger(plan) as ledger:
                for _ in finished_games(plan, ledger, workers, console, title=title):
                    pass
                results[plan] = ledger.finished(plan)
    return results


def _command(tournament: "Tournament", *, bots: str | None, out: Path | None) -> str:
    arguments = ["--decks", str(tournament.decks), "--seed", str(tournament.seed)]
    if bots is not None:
        arguments += ["--bots", bots]
    if out is not None:
        arguments += ["--out", str(out)]
    return shlex.join(["./byzanz", "ladder", *arguments])
