"""`byzanz show`: drawing positions in the terminal."""

from typing import Annotated

import typer

from byzanz.cli import record_input
from byzanz.cli.arguments import At, File, Json, parse_integer
from byzanz.cli.render.console import is_interactive, output_console, print_lines
from byzanz.cli.render.json_output import print_json
from byzanz.cli.render.position_drawing import draw, scene_of
from byzanz.cli.render.step_viewer import Positions, step_through

EXAMPLE = "Example: byzanz show game.byz --at 12 --seat 0"

Seat = Annotated[
    int | None,
    typer.Option(
        metavar="S", parser=parse_integer, help="As seat S sees it. Default: as a spectator."
    ),
]


def show(file: File, *, at: At = None, seat: Seat = None, json: Json = False) -> None:
    """Draw a position, or step through the game in a terminal.

    Keys: left and right go one move, up and down one auction, Home and End to the start and the
    end, q quits.
    """
    whole = record_input.load(file)
    game = record_input.position_after(whole, at)
    if seat is not None and not 0 <= seat < game.seat_count:
        raise typer.BadParameter(
            f"expected 0 to {game.seat_count - 1}, not {seat}", param_hint="'--seat'"
        )
    console = output_console()
    if json:
        options = None if seat is None else game.options(seat)
        print_json({"view": game.view(seat), "options": options})
    elif is_interactive(console):
        step_through(console, Positions(whole), seat=seat, start=len(game.moves))
    else:
        caption = f"move {len(game.moves)} of {len(whole.moves)}"
        print_lines(console, draw(scene_of(game, seat, caption), console.width))
