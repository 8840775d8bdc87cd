"""`byzanz check`: do these records hold?"""

import msgspec
import typer

from byzanz.cli import source
from byzanz.cli.arguments import Files, Json
from byzanz.cli.commandline import BAD_INPUT, BadInput
from byzanz.cli.output import print_json
from byzanz.game.game import Game
from byzanz.game.record import BadRecord, load_game

EXAMPLE = "Example: byzanz check game.byz"


class Checked(msgspec.Struct, frozen=True):
    """What became of one file."""

    file: str
    ok: bool
    line: int | None = None  # of the first fault
    reason: str | None = None
    moves: int | None = None
    result: tuple[int, ...] | None = None  # once the game is over
    winners: tuple[int, ...] | None = None

    def __str__(self) -> str:
        if self.line is not None:
            return f"{self.file}:{self.line}: {self.reason}"
        if self.reason is not None:
            return self.reason
        if self.result is None or self.winners is None:
            return f"{self.file}: ok {self.moves} moves, running"
        scores = " ".join(map(str, self.result))
        winners = ",".join(map(str, self.winners))
        return f"{self.file}: ok {self.moves} moves, result {scores}, winners {winners}"


def check(files: Files, *, json: Json = False) -> None:
    """Replay records and say whether they hold."""
    faultless = True
    lines = []
    for file in files:
        checked = check_file(file)
        faultless = faultless and checked.ok
        if json:
            lines.append(checked)
        else:
            typer.echo(str(checked))
    if json:
        print_json(lines)
    if not faultless:
        raise typer.Exit(BAD_INPUT)


def check_file(file: str) -> Checked:
    """Replay one record."""
    name = source.shown(file)
    try:
        return _good(name, load_game(source.read(file)))
    except BadRecord as error:
        return Checked(name, ok=False, line=error.line, reason=error.reason)
    except BadInput as error:
        return Checked(name, ok=False, reason=error.message)


def _good(name: str, game: Game) -> Checked:
    if not game.is_over:
        return Checked(name, ok=True, moves=len(game.moves))
    return Checked(name, ok=True, moves=len(game.moves), result=game.scores, winners=game.winners)
