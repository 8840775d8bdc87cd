"""The words that name a program: ``exec:`` and a command line."""

import os
import shlex
import shutil
from pathlib import Path

from byzanz.bots.roster import UnknownBot, make_bot

EXEC = "exec:"


def command_of(word: str) -> list[str] | None:
    """The command line of an ``exec:`` word, or None for one of our bots; raises `UnknownBot`."""
    if not word.startswith(EXEC):
        return None
    try:
        command = shlex.split(word.removeprefix(EXEC))
    except ValueError as error:
        raise UnknownBot(f"{word!r} can't be read as a command: {error}") from None
    if not command or not command[0]:
        raise UnknownBot(f"{word!r} has no command: expected one, such as exec:./mybot")
    if "\0" in word:
        raise UnknownBot(f"{word!r} has a zero character: expected none")
    return command


def check_entrant(word: str) -> None:
    """Raise `UnknownBot` unless this word names a bot, or a program that can be run here."""
    command = command_of(word)
    if command is None:
        make_bot(word)
    elif os.name != "posix":
        raise UnknownBot(f"{word!r}: programs take seats on Linux and macOS only")
    elif shutil.which(command[0]) is None:
        _raise_not_found(command[0])


def _raise_not_found(program: str) -> None:
    if os.sep in program and Path(program).exists():
        raise UnknownBot(f"{program!r} can't be run: expected a program with the right to run")
    raise UnknownBot(f"no program {program!r} is found")
