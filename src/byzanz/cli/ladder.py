"""`byzanz ladder`: the standard tournament of the bots."""

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.arena import Decks, Jobs, Seed, check_writable, checked_bots
from byzanz.cli.commandline import INTERRUPTED
from byzanz.cli.console import messages

if TYPE_CHECKING:
    from rich.console import Console

    from byzanz.arena.match import GameResult
    from byzanz.arena.plan import Plan
    from byzanz.arena.tournament import Tournament

EXAMPLE = "Example: byzanz ladder --decks 2 --out ladder.md"
DECKS = 150  # under an hour on two cores

Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the page there, in Markdown; else to the output."),
]
Guests = Annotated[
    str | None,
    typer.Option(metavar="B,B,…", help="More bots for the mixed fields, such as exec:COMMAND."),
]


def ladder(
    *,
    decks: Decks = DECKS,
    seed: Seed = 1,
    jobs: Jobs = None,
    out: Out = None,
    bots: Guests = None,
) -> None:
    """Let all bots play the standard tournament, for 3 to 6 players, and write a page on it.

    Finished games are kept: broken off, the same command goes on where it was.
    """
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.arena.ladder import ladder_page  # noqa: PLC0415
    from byzanz.arena.tournament import Tournament  # noqa: PLC0415
    from byzanz.bots.roster import RUNGS  # noqa: PLC0415

    rungs = tuple([rung.word for rung in RUNGS])
    words = () if bots is None else checked_bots(bots)
    guests = tuple([word for word in dict.fromkeys(words) if word not in rungs])
    if out is not None:
        check_writable(out)
    tournament = Tournament(rungs, guests, decks, seed)
    console = messages()
    try:
        results = played(tournament, console, jobs or os.cpu_count() or 1)
    except KeyboardInterrupt:
        console.print("Interrupted; the games so far are kept, and the same command goes on.")
        raise typer.Exit(INTERRUPTED) from None
    page = ladder_page(tournament, results, _command(tournament, bots=bots, out=out))
    if out is None:
        typer.echo(page, nl=False)
    else:
        out.write_text(page, encoding="utf-8", newline="\n")


def played(
    tournament: "Tournament", console: "Console", jobs: int
) -> "dict[Plan, list[GameResult]]":
    """All games of the tournament; raises `BadInput`."""
    from byzanz.arena.workers import Workers  # noqa: PLC0415
    from byzanz.cli.contest import finished_games, get_ready_for, opened  # noqa: PLC0415

    get_ready_for(tournament.rungs, console)
    plans = list(tournament.plans())
    results = {}
    with Workers(jobs) as workers:
        for number, plan in enumerate(plans, start=1):
            title = f"match {number} of {len(plans)}"
            with opened(plan) as ledger:
                for _ in finished_games(plan, ledger, workers, console, title=title):
                    pass
                results[plan] = ledger.of(plan)
    return results


def _command(tournament: "Tournament", *, bots: str | None, out: Path | None) -> str:
    words = ["./byzanz", "ladder", "--decks", str(tournament.decks), "--seed", str(tournament.seed)]
    if bots is not None:
        words += ["--bots", bots]
    if out is not None:
        words += ["--out", str(out)]
    return shlex.join(words)
