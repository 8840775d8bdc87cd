"""`byzanz bench`: the speed and memory of rules and bots on this machine."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from byzanz.cli.arguments import Json
from byzanz.cli.render.console import message_console, output_console
from byzanz.cli.render.json_output import print_json

if TYPE_CHECKING:
    from byzanz.bench.environments import EnvironmentRates
    from byzanz.bench.measurements import Measurements

EXAMPLE = "Example: byzanz bench --json"


Environments = Annotated[
    bool,
    typer.Option("--environments", help="Measure the environments for learners instead."),
]


def bench(*, environments: Environments = False, json: Json = False) -> None:
    """Measure the speed and memory of rules and bots.

    Takes about a minute. Compares with a plain Python loop and with games of other libraries;
    benchmarks/README.md explains the figures.
    """
    if environments:
        bench_environments(json=json)
        return
    # Imported here because NumPy and Numba take most of a second to load.
    from byzanz.bench.measurements import measure  # noqa: PLC0415

    console = message_console()
    with console.status("measuring") as status:
        measurements = measure(lambda step: status.update(f"measuring: {step}"))
    if json:
        print_json(
            {
                "figures": measurements,
                "times_hearts": measurements.times_hearts,
                "solid_over_random": measurements.solid_over_random,
            }
        )
        return
    output_console().print(table_of(measurements))


def bench_environments(*, json: bool) -> None:
    """Measure the environments for learners, beside those of other libraries."""
    from byzanz.bench.environments import measure_environments  # noqa: PLC0415 - see above

    console = message_console()
    with console.status("measuring") as status:
        rates = measure_environments(lambda step: status.update(f"measuring: {step}"))
    if json:
        print_json({"figures": rates, "ratios": rates.ratios})
    else:
        output_console().print(environment_table(rates))


def environment_table(rates: "EnvironmentRates") -> Table:
    """Return the table that shows the rates of environments."""
    table = Table(title="uniformly random play with 4 players; best of 20 tries")
    table.add_column("measure")
    table.add_column("figure", justify="right")
    names = {
        "BatchEnv, 1,024 games, one thread": rates.batch[1],
        "BatchEnv, 1,024 games, two threads": rates.batch[2],
        "PettingZoo environment of Byzanz": rates.aec,
        "OpenSpiel hearts, legal and apply": rates.hearts,
        "OpenSpiel gin_rummy, observation tensor": rates.gin_rummy,
        "PettingZoo Texas hold'em": rates.texas_holdem,
    }
    for name, rate in names.items():
        table.add_row(name, "not installed" if rate is None else f"{rate:,.0f} steps/s")
    table.add_row("full tables resampled from a view", f"{rates.resample:,.0f} rows/s")
    for name, ratio in rates.ratios.items():
        table.add_row(name, f"{ratio:.1f} x")
    return table


def table_of(measurements: "Measurements") -> Table:
    """Return the table that shows all figures."""
    table = Table(title=f"{measurements.machine}, {measurements.cores} cores; best of 5 tries")
    table.add_column("measure")
    table.add_column("figure", justify="right")
    add_rates(table, measurements)
    add_costs(table, measurements)
    return table


def add_rates(table: Table, measurements: "Measurements") -> None:
    """Add how many games, moves and steps are played in a second."""
    for players, rate in measurements.compiled_moves_per_second.items():
        table.add_row(f"compiled random play, {players} players", f"{rate / 1e6:.2f} M moves/s")
    for players, rate in measurements.solid_games_per_second.items():
        table.add_row(f"compiled solid play, {players} players", f"{rate:.0f} games/s")
    for players, ratio in measurements.solid_over_random.items():
        table.add_row(f"solid over random, {players} players", f"{ratio:.2f} x")
    for players, rate in measurements.interpreted_games_per_second.items():
        table.add_row(f"interpreted random play, {players} players", f"{rate:.0f} games/s")
    if measurements.hearts_steps_per_second is not None:
        hearts = measurements.hearts_steps_per_second
        table.add_row("OpenSpiel hearts from Python", f"{hearts / 1e6:.2f} M steps/s")
        table.add_row("compiled, 4 players, over hearts", f"{measurements.times_hearts:.1f} x")
    else:
        table.add_row("OpenSpiel hearts from Python", "not installed")
    loop = measurements.loop_steps_per_second
    table.add_row("calibration: plain Python loop", f"{loop / 1e6:.1f} M steps/s")


def add_costs(table: Table, measurements: "Measurements") -> None:
    """Add what a game, a start and a decision cost in memory and time."""
    table.add_row("one game", f"{measurements.row_bytes} bytes")
    table.add_row("copying a game in a batch", f"{measurements.copy_nanoseconds:.1f} ns")
    table.add_row("100,000 games, two cores over one", f"{measurements.two_core_speed_up:.2f} x")
    table.add_row("warm start of the compiled rules", f"{measurements.warm_start_seconds:.2f} s")
    table.add_row("import byzanz", f"{measurements.import_seconds:.3f} s")
    table.add_row("decision of expert, mean", f"{measurements.expert_mean_seconds:.3f} s")
    table.add_row("decision of expert, 99 %", f"{measurements.expert_p99_seconds:.3f} s")
    table.add_row(
        "first decision of expert, with start", f"{measurements.expert_first_seconds:.2f} s"
    )
    if measurements.expert_bytes is not None:
        table.add_row("memory of expert", f"{measurements.expert_bytes / 1e6:.0f} MB")
