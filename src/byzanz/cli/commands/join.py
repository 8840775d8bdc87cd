"""`byzanz join`: playing a seat on a server with a bot or a program."""

import asyncio
import shlex
from pathlib import Path
from typing import Annotated

import typer

from byzanz.bots.roster import is_searching, profile_of
from byzanz.cli.command_line import INTERRUPTED, BadInput
from byzanz.cli.commands.play import parse_name
from byzanz.game.names import BadName, check_name
from byzanz.programs.command import EXEC, check_entrant

EXAMPLE = "Example: byzanz join https://example.org/r/0123456789abcdef0123456789abcdef --bot solid"
DEFAULT_NAME = "Program"

LinkText = Annotated[
    str, typer.Argument(metavar="LINK", help="The link of a room, or its id with --server.")
]
Bot = Annotated[
    str,
    typer.Option(
        metavar="B",
        help="The bot that plays: beginner (very easy), greedy (easy), solid (medium), strong "
        "(hard), expert, expert:250 (expert with 250 play-outs per decision), or exec:COMMAND.",
    ),
]
Name = Annotated[
    str | None,
    typer.Option(metavar="NAME", parser=parse_name, help="Its name. Default: the bot's own."),
]
Server = Annotated[
    str | None, typer.Option(metavar="URL", help="The server, if LINK is only a room's id.")
]


def join(link: LinkText, *, bot: Bot, name: Name = None, server: Server = None) -> None:
    """Play a seat on a server with a bot, or with your own program.

    Waits for the start, plays to the end and prints the result. Ctrl-C leaves the seat.
    """
    # Imported here because the network libraries take a while to load.
    from byzanz.cli.remote_seat import SeatFailure, play_remote_seat  # noqa: PLC0415
    from byzanz.client.room_link import BadLink, read_link  # noqa: PLC0415
    from byzanz.programs.entrant import Entrant  # noqa: PLC0415

    check_bot(bot)
    try:
        room_link = read_link(link, server)
    except BadLink as error:
        raise typer.BadParameter(str(error), param_hint="'LINK'") from None
    if is_searching(bot):
        from byzanz.cli.search_readiness import prepare_search  # noqa: PLC0415

        prepare_search()
    try:
        with Entrant(bot) as entrant:
            asyncio.run(play_remote_seat(room_link, entrant, name or default_name(bot)))
    except SeatFailure as failure:
        raise BadInput(f"byzanz: {failure}") from None
    except KeyboardInterrupt:
        typer.echo("Interrupted: the seat is left", err=True)
        raise typer.Exit(INTERRUPTED) from None


def check_bot(bot_id: str) -> None:
    """Raise `typer.BadParameter` unless this bot or program can play."""
    try:
        check_entrant(bot_id)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="'--bot'") from None


def default_name(bot_id: str) -> str:
    """Return the name of a bot, or that of a program's file.

    The file is the first argument that is one (mybot.py in `python3 mybot.py`), else the command.
    """
    profile = profile_of(bot_id)
    if profile is not None:
        return profile.name.split()[0]
    program, *arguments = shlex.split(bot_id.removeprefix(EXEC))
    files = (path for path in map(Path, arguments) if path.is_file())
    name = next(files, Path(program)).stem
    try:
        check_name(name)
    except BadName:
        return DEFAULT_NAME
    return name
