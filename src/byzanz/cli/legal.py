"""`byzanz legal`: what may be played in a position."""

import typer

from byzanz.cli import source
from byzanz.cli.arguments import At, File, Json
from byzanz.cli.output import print_json

EXAMPLE = "Example: byzanz legal game.byz --at 0"


def legal(file: File, *, at: At = None, json: Json = False) -> None:
    """List every move that may be played in a position.

    One line for each, the seat and the move, sorted by bytes.
    """
    game = source.at(source.load(file), at)
    moves = sorted([(f"{seat} {move}", seat, str(move)) for seat, move in game.legal()])
    if json:
        listed = [{"seat": seat, "move": move} for _, seat, move in moves]
        print_json({"after": len(game.moves), "legal": listed})
        return
    for line, _, _ in moves:
        typer.echo(line)
