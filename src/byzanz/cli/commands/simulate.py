"""`byzanz simulate`: many random games through the compiled rules."""

import os
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import MOST_JOBS, Json, integer_parser
from byzanz.cli.render.console import message_console, output_console, print_lines
from byzanz.cli.render.json_output import print_json
from byzanz.dice import LARGEST_SEED

EXAMPLE = "Example: byzanz simulate --players 4 --games 1000 --seed 7"
MOST_GAMES = 1_000_000_000
MOST_RECORDS = 10_000  # each takes about 10 ms and 6 kB

Players = Annotated[
    int, typer.Option(metavar="N", parser=integer_parser(3, 6), help="Number of players, 3 to 6.")
]
Games = Annotated[
    int, typer.Option(metavar="G", parser=integer_parser(1, MOST_GAMES), help="Number of games.")
]
Seed = Annotated[
    int,
    typer.Option(
        metavar="S",
        parser=integer_parser(0, LARGEST_SEED),
        help="Seed of the games. The same seed gives the same games.",
    ),
]
Records = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write each game as DIR/game-000000.byz and so on."),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        metavar="J",
        parser=integer_parser(1, MOST_JOBS),
        help="Number of threads. Default: one per core.",
    ),
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
    """Play many random games and summarise them.

    The number of threads does not change the games.
    """
    if records is not None and games > MOST_RECORDS:
        raise typer.BadParameter(
            f"expected at most {MOST_RECORDS} games to record, not {games}",
            param_hint="'--records'",
        )
    # Imported here because NumPy and Numba take most of a second to load.
    from byzanz.cli.simulation import SimulationPlan, run_simulation  # noqa: PLC0415
    from byzanz.cli.simulation_summary import summary_lines  # noqa: PLC0415

    plan = SimulationPlan(players, games, seed, jobs or os.cpu_count() or 1, records)
    simulation = run_simulation(plan, message_console())
    if json:
        print_json(simulation)
    else:
        console = output_console()
        print_lines(console, summary_lines(simulation, console.width))
