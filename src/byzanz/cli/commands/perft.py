"""`byzanz perft`: the number of lines of play from a position."""

from typing import Annotated

import typer

from byzanz.cli import record_input
from byzanz.cli.arguments import At, File, Json, integer_parser
from byzanz.cli.render.json_output import print_json
from byzanz.game.perft import count_sequences
from byzanz.game.perft import divide as divide_lines
from byzanz.rules.table import Table

EXAMPLE = "Example: byzanz perft game.byz --at 0 --depth 2"
MOST_DEPTH = 99

Depth = Annotated[
    int,
    typer.Option(
        metavar="N", parser=integer_parser(1, MOST_DEPTH), help="Count lines of up to N moves."
    ),
]
Divide = Annotated[
    bool,
    typer.Option("--divide", metavar="", help="Count the lines of N moves after each first move."),
]


def perft(
    file: File, *, depth: Depth, at: At = None, divide: Divide = False, json: Json = False
) -> None:
    """Count the lines of play from a position.

    Prints each depth from 1 to N with the number of lines of that many moves.
    """
    game = record_input.position_after(record_input.load(file), at)
    after = len(game.moves)
    if divide:
        print_divided(game.table, depth, after, json=json)
    else:
        print_counts(game.table, depth, after, json=json)


def print_counts(table: Table, depth: int, after: int, *, json: bool) -> None:
    """Print each depth as soon as it is counted, since each takes much longer than the last."""
    counts: list[int] = []
    for level in range(1, depth + 1):
        ended = counts[-1:] == [0]
        counts.append(0 if ended else count_sequences(table, level)[-1])
        if not json:
            typer.echo(f"{level} {counts[-1]}")
    if json:
        print_json({"after": after, "counts": counts})


def print_divided(table: Table, depth: int, after: int, *, json: bool) -> None:
    """Print the count after each first move, and their sum."""
    lines = divide_lines(table, depth)
    total = sum(count for _, count in lines)
    if json:
        divided = [{**_first_move(line), "count": count} for line, count in lines]
        print_json({"after": after, "depth": depth, "divide": divided, "total": total})
        return
    for line, count in lines:
        typer.echo(f"{line}: {count}")
    typer.echo(f"total: {total}")


def _first_move(line: str) -> dict[str, int | str]:
    seat, _, move = line.partition(" ")
    return {"seat": int(seat), "move": move}
