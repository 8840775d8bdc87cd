"""Reading records, from files or from standard input."""

import sys
from pathlib import Path

import typer

from byzanz.cli.command_line import BadInput
from byzanz.game.game import Game
from byzanz.game.record import LARGEST_RECORD, BadRecord, load_game

STANDARD_INPUT = "-"


def load(file: str) -> Game:
    """Read a record and replay all its moves; raises `BadInput`."""
    return load_from(file, read(file))


def load_from(file: str, data: bytes) -> Game:
    """Replay a record that was read from `file`; raises `BadInput`."""
    try:
        return load_game(data)
    except BadRecord as error:
        raise BadInput(f"{printable(file)}:{error.line}: {error.reason}") from None


def read(file: str) -> bytes:
    """Read a file or standard input, up to one byte more than a record may have.

    A longer file is refused later, when it is parsed. Raises `BadInput`.
    """
    try:
        if file == STANDARD_INPUT:
            if sys.stdin is None:
                raise BadInput("-: standard input is closed: expected a record")
            return sys.stdin.buffer.read(LARGEST_RECORD + 1)
        with Path(file).open("rb") as stream:
            return stream.read(LARGEST_RECORD + 1)
    except FileNotFoundError:
        raise BadInput(f"{printable(file)}: no such file: expected a record") from None
    except IsADirectoryError:
        raise BadInput(f"{printable(file)}: is a folder: expected a record") from None
    except (OSError, ValueError) as error:  # ValueError: the name has a NUL byte
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"{printable(file)}: {reason.lower()}: expected a record") from None


def printable(file: str) -> str:
    """Return the name of a file, escaped if it is not safe to print on one line."""
    return file if file.isprintable() else ascii(file)[1:-1]


def position_after(game: Game, move_count: int | None) -> Game:
    """Return the game after `move_count` moves; None: after all. Raises `typer.BadParameter`."""
    if move_count is None:
        return game
    if not 0 <= move_count <= len(game.moves):
        raise typer.BadParameter(
            f"expected 0 to {len(game.moves)}, not {move_count}", param_hint="'--at'"
        )
    return game.at(move_count)
