"""`byzanz bench`: how fast rules and bots run here."""

from rich.table import Table

from byzanz.cli.arguments import Json
from byzanz.cli.console import messages, output
from byzanz.cli.output import print_json

EXAMPLE = "Example: byzanz bench --json"


def bench(*, json: Json = False) -> None:
    """Measure speed and memory.

    Takes about a minute, beside a fixed loop and OpenSpiel's hearts. benchmarks/README.md says
    what the figures mean.
    """
    # Only here: NumPy and Numba take most of a second to load.
    from byzanz.bench.figures import measure  # noqa: PLC0415

    console = messages()
    with console.status("measuring") as status:
        figures = measure(lambda what: status.update(f"measuring: {what}"))
    if json:
        print_json(
            {
                "figures": figures,
                "times_hearts": figures.times_hearts,
                "solid_over_random": figures.solid_over_random,
            }
        )
        return
    table = Table(title=f"{figures.machine}, {figures.cores} cores; best of 5 tries")
    table.add_column("measure")
    table.add_column("figure", justify="right")
    for players, rate in figures.compiled_moves_per_second.items():
        table.add_row(f"compiled random play, {players} players", f"{rate / 1e6:.2f} M moves/s")
    for players, rate in figures.solid_games_per_second.items():
        table.add_row(f"compiled solid play, {players} players", f"{rate:.0f} games/s")
    for players, ratio in figures.solid_over_random.items():
        table.add_row(f"solid over random, {players} players", f"{ratio:.2f} x")
    for players, rate in figures.interpreted_games_per_second.items():
        table.add_row(f"interpreted random play, {players} players", f"{rate:.0f} games/s")
    if figures.hearts_steps_per_second is not None:
        hearts = figures.hearts_steps_per_second
        table.add_row("OpenSpiel hearts from Python", f"{hearts / 1e6:.2f} M steps/s")
        table.add_row("compiled, 4 players, over hearts", f"{figures.times_hearts:.1f} x")
    else:
        table.add_row("OpenSpiel hearts from Python", "not installed")
    loop = figures.loop_steps_per_second
    table.add_row("calibration: plain Python loop", f"{loop / 1e6:.1f} M steps/s")
    table.add_row("one game", f"{figures.row_bytes} bytes")
    table.add_row("copying a game in a batch", f"{figures.copy_nanoseconds:.1f} ns")
    table.add_row("100,000 games, two cores over one", f"{figures.two_core_speed_up:.2f} x")
    table.add_row("warm start of the compiled rules", f"{figures.warm_start_seconds:.2f} s")
    table.add_row("import byzanz", f"{figures.import_seconds:.3f} s")
    table.add_row("decision of expert, mean", f"{figures.expert_mean_seconds:.3f} s")
    table.add_row("decision of expert, 99 %", f"{figures.expert_p99_seconds:.3f} s")
    table.add_row("first decision of expert, with start", f"{figures.expert_first_seconds:.2f} s")
    if figures.expert_bytes is not None:
        table.add_row("memory of expert", f"{figures.expert_bytes / 1e6:.0f} MB")
    output().print(table)
