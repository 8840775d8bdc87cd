"""Reading records, from files or from standard input."""

import sys
from pathlib import Path

import typer

from byzanz.cli.commandline import BadInput
from byzanz.game.game import Game
from byzanz.game.record import LARGEST_RECORD, BadRecord, load_game

STANDARD_INPUT = "-"


def load(file: str) -> Game:
    """The game of a record after all its moves; raises `BadInput`."""
    return load_from(file, read(file))


def load_from(file: str, data: bytes) -> Game:
    """The game of what was read from a file; raises `BadInput`."""
    try:
        return load_game(data)
    except BadRecord as error:
        raise BadInput(f"{shown(file)}:{error.line}: {error.reason}") from None


def read(file: str) -> bytes:
    """The bytes of a file, one more than a record may have at most; raises `BadInput`."""
    try:
        if file == STANDARD_INPUT:
            if sys.stdin is None:
                raise BadInput("-: standard input is closed: expected a record")
            return sys.stdin.buffer.read(LARGEST_RECORD + 1)
        with Path(file).open("rb") as stream:
            return stream.read(LARGEST_RECORD + 1)
    except FileNotFoundError:
        raise BadInput(f"{shown(file)}: no such file: expected a record") from None
    except IsADirectoryError:
        raise BadInput(f"{shown(file)}: is a folder: expected a record") from None
    except (OSError, ValueError) as error:  # ValueError: a name with a NUL in it
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"{shown(file)}: {reason.lower()}: expected a record") from None


def shown(file: str) -> str:
    """The name of a file, safe to print on one line."""
    return file if file.isprintable() else ascii(file)[1:-1]


def at(game: Game, move_count: int | None) -> Game:
    """The same game after so many moves, or as it is; raises `typer.BadParameter`."""
    if move_count is None:
        return game
    if not 0 <= move_count <= len(game.moves):
        raise typer.BadParameter(
            f"expected 0 to {len(game.moves)}, not {move_count}", param_hint="'--at'"
        )
    return game.at(move_count)
