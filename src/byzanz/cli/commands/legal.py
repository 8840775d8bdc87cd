"""`byzanz legal`: the legal moves of a position."""

import typer

from byzanz.cli import record_input
from byzanz.cli.arguments import At, File, Json
from byzanz.cli.render.json_output import print_json

EXAMPLE = "Example: byzanz legal game.byz --at 0"


def legal(file: File, *, at: At = None, json: Json = False) -> None:
    """List all legal moves of a position.

    Prints one line per move, with the seat and the move, in byte order.
    """
    game = record_input.position_after(record_input.load(file), at)
    moves = sorted([(f"{seat} {move}", seat, str(move)) for seat, move in game.legal()])
    if json:
        listed = [{"seat": seat, "move": move} for _, seat, move in moves]
        print_json({"after": len(game.moves), "legal": listed})
        return
    for line, _, _ in moves:
        typer.echo(line)
