"""`byzanz join`: a bot or a program takes a seat on a server."""

import asyncio
import shlex
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.commandline import INTERRUPTED, BadInput
from byzanz.cli.opponents import is_searching, rung_of
from byzanz.cli.play import player_name
from byzanz.game.names import BadName, check_name
from byzanz.programs.command import EXEC, check_entrant

EXAMPLE = "Example: byzanz join https://example.org/r/0123456789abcdef0123456789abcdef --bot solid"
USUAL_NAME = "Program"

RoomLink = Annotated[
    str, typer.Argument(metavar="LINK", help="The link of a room; or its id, with --server.")
]
Bot = Annotated[
    str,
    typer.Option(
        metavar="B",
        help="Who plays: beginner (very easy), greedy (easy), solid (medium), strong (hard), "
        "expert, expert:250 (play-outs a decision), or exec:COMMAND.",
    ),
]
Name = Annotated[
    str | None,
    typer.Option(metavar="NAME", parser=player_name, help="Its name there; else the bot's own."),
]
Server = Annotated[
    str | None, typer.Option(metavar="URL", help="The server, where the link is only a room's id.")
]


def join(link: RoomLink, *, bot: Bot, name: Name = None, server: Server = None) -> None:
    """Play a seat on a server with a bot, or with your own program.

    Waits for the start, plays to the end and prints the result; Ctrl-C leaves the seat.
    """
    # Only here: the libraries of the network take a while to load.
    from byzanz.cli.guest import Trouble, visit  # noqa: PLC0415
    from byzanz.client.link import BadLink, read_link  # noqa: PLC0415
    from byzanz.programs.entrant import Entrant  # noqa: PLC0415

    check_bot(bot)
    try:
        place = read_link(link, server)
    except BadLink as error:
        raise typer.BadParameter(str(error), param_hint="'LINK'") from None
    if is_searching(bot):
        from byzanz.cli.readiness import get_ready  # noqa: PLC0415

        get_ready()
    try:
        with Entrant(bot) as entrant:
            asyncio.run(visit(place, entrant, name or usual_name(bot)))
    except Trouble as trouble:
        raise BadInput(f"byzanz: {trouble}") from None
    except KeyboardInterrupt:
        typer.echo("Interrupted: the seat is left", err=True)
        raise typer.Exit(INTERRUPTED) from None


def check_bot(word: str) -> None:
    """Raise `typer.BadParameter` unless this bot or program can play."""
    try:
        check_entrant(word)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="'--bot'") from None


def usual_name(word: str) -> str:
    """The name of a bot, or of a program's file, which an interpreter may run."""
    rung = rung_of(word)
    if rung is not None:
        return rung.name.split()[0]
    program, *words = shlex.split(word.removeprefix(EXEC))
    name = next((path.stem for path in map(Path, words) if path.is_file()), Path(program).stem)
    try:
        check_name(name)
    except BadName:
        return USUAL_NAME
    return name
