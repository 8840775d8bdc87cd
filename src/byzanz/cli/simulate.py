"""`byzanz simulate`: many random games through the compiled rules."""

import os
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import MOST_JOBS, Json, number
from byzanz.cli.console import messages, output, print_lines
from byzanz.cli.output import print_json
from byzanz.dice import LARGEST_SEED

EXAMPLE = "Example: byzanz simulate --players 4 --games 1000 --seed 7"
MOST_GAMES = 1_000_000_000
MOST_RECORDS = 10_000  # replaying one takes about 10 ms, and it fills 6 kB

Players = Annotated[
    int, typer.Option(metavar="N", parser=number(3, 6), help="How many play, 3 to 6.")
]
Games = Annotated[
    int, typer.Option(metavar="G", parser=number(1, MOST_GAMES), help="How many games.")
]
Seed = Annotated[
    int, typer.Option(metavar="S", parser=number(0, LARGEST_SEED), help="The same games each time.")
]
Records = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write each game as DIR/game-000000.byz and so on."),
]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="J", parser=number(1, MOST_JOBS), help="Threads; else one a core."),
]


def simulate(
    *,
    players: Players = 4,
    games: Games = 10_000,
    seed: Seed = 1,
    records: Records = None,
    jobs: Jobs = None,
    json: Json = False,
) -> None:
    """Play many random games and sum them up.

    The same seed gives the same games, however many threads play them.
    """
    if records is not None and games > MOST_RECORDS:
        raise typer.BadParameter(
            f"expected at most {MOST_RECORDS} games to record, not {games}",
            param_hint="'--records'",
        )
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.cli.simulation import Plan, run_simulation  # noqa: PLC0415
    from byzanz.cli.summary import summary_lines  # noqa: PLC0415

    plan = Plan(players, games, seed, jobs or os.cpu_count() or 1, records)
    simulation = run_simulation(plan, messages())
    if json:
        print_json(simulation)
    else:
        console = output()
        print_lines(console, summary_lines(simulation, console.width))
