"""Bot ids of external programs: ``exec:`` and a command line."""

import os
import shlex
import shutil
from pathlib import Path

from byzanz.bots.roster import UnknownBot, make_bot

EXEC = "exec:"


def command_of(bot_id: str) -> list[str] | None:
    """Return the command line of an ``exec:`` id, or None for any other bot id.

    Whether the program exists is not checked. Raises `UnknownBot` if the command can't be parsed.
    """
    if not bot_id.startswith(EXEC):
        return None
    try:
        command = shlex.split(bot_id.removeprefix(EXEC))
    except ValueError as error:
        raise UnknownBot(f"{bot_id!r} can't be read as a command: {error}") from None
    if not command or not command[0]:
        raise UnknownBot(f"{bot_id!r} has no command: expected one, such as exec:./mybot")
    if "\0" in bot_id:
        raise UnknownBot(f"{bot_id!r} contains a zero character, which no command line can have")
    return command


def check_entrant(bot_id: str) -> None:
    """Raise `UnknownBot` unless the id names a built-in bot or a program that can be run here."""
    command = command_of(bot_id)
    if command is None:
        make_bot(bot_id)
    elif os.name != "posix":
        raise UnknownBot(f"{bot_id!r}: programs are supported on Linux and macOS only")
    elif shutil.which(command[0]) is None:
        _raise_not_found(command[0])


def _raise_not_found(program: str) -> None:
    if os.sep in program and Path(program).exists():
        raise UnknownBot(f"{program!r} can't be run: expected an executable file")
    raise UnknownBot(f"no program {program!r} is found: expected a command or the path of a file")
