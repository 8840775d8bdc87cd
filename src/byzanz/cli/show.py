"""`byzanz show`: a position drawn in the terminal."""

from typing import Annotated

import typer

from byzanz.cli import source
from byzanz.cli.arguments import At, File, Json, whole_number
from byzanz.cli.console import is_live, output, print_lines
from byzanz.cli.drawing import draw, scene_of
from byzanz.cli.output import print_json
from byzanz.cli.steps import Steps, step_through

EXAMPLE = "Example: byzanz show game.byz --at 12 --seat 0"

Seat = Annotated[
    int | None,
    typer.Option(
        metavar="S", parser=whole_number, help="As seat S sees it; else as a spectator does."
    ),
]


def show(file: File, *, at: At = None, seat: Seat = None, json: Json = False) -> None:
    """Draw a position; in a terminal, step through the game.

    Left and right go by one move, up and down by one auction, Home and End to the ends, q quits.
    """
    whole = source.load(file)
    game = source.at(whole, at)
    if seat is not None and not 0 <= seat < game.seat_count:
        raise typer.BadParameter(
            f"expected 0 to {game.seat_count - 1}, not {seat}", param_hint="'--seat'"
        )
    console = output()
    if json:
        options = None if seat is None else game.options(seat)
        print_json({"view": game.view(seat), "options": options})
    elif is_live(console):
        step_through(console, Steps(whole), seat=seat, start=len(game.moves))
    else:
        note = f"move {len(game.moves)} of {len(whole.moves)}"
        print_lines(console, draw(scene_of(game, seat, note), console.width))
