"""`byzanz bench`: how fast the rules run here."""

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
        print_json({"figures": figures, "times_hearts": figures.times_hearts})
        return
    table = Table(title=f"{figures.machine}, {figures.cores} cores; best of 5 tries")
    table.add_column("measure")
    table.add_column("figure", justify="right")
    for players, rate in figures.compiled_moves_per_second.items():
        table.add_row(f"compiled random play, {players} players", f"{rate / 1e6:.2f} M moves/s")
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
    table.add_row("warm start of the compiled part", f"{figures.warm_start_seconds:.2f} s")
    table.add_row("import byzanz", f"{figures.import_seconds:.3f} s")
    output().print(table)
