"""The results of a load test as tables."""

from typing import TYPE_CHECKING

from rich.table import Table

if TYPE_CHECKING:
    from byzanz.load.counters import Measurements
    from byzanz.load.knee_search import KneeReport
    from byzanz.load.latencies import Latencies
    from byzanz.load.load_report import LoadReport, ProcessorTime

MEGABYTE = 1 << 20
UNKNOWN = "?"
BUSY_GENERATOR = 0.85  # cores; above this the load generator itself may be the bottleneck


def measurements_table(report: "LoadReport") -> Table:
    """Return a table of the server's measurements next to those of the echo server."""
    plan = report.plan
    table = Table(title=f"{plan.rooms} rooms, {plan.sockets} sockets, {plan.moves} moves/s")
    table.add_column("measure")
    table.add_column("server", justify="right")
    if report.beside is not None:
        table.add_column("under background load", justify="right")
    table.add_column("echo server", justify="right")
    runs = [run for run in (report.game, report.beside, report.echo) if run is not None]
    for name, cells in _measured_rows(runs, plan.processes):
        table.add_row(name, *cells)
    processors = [report.processor] + ([report.processor_beside] if report.beside else [])
    for name, cells in _processor_rows(processors):
        table.add_row(name, *cells)
    if report.start_bytes is not None and report.most_bytes is not None:
        start, most = report.start_bytes // MEGABYTE, report.most_bytes // MEGABYTE
        table.add_row("memory at the start, peak, MB", f"{start}, {most}")
    table.add_row("cores used by the load generator", f"{report.generator_load:.2f}")
    return table


def _measured_rows(runs: "list[Measurements]", processes: int) -> list[tuple[str, list[str]]]:
    rows = [
        ("moves measured", [f"{run.moves:,}" for run in runs]),
        ("moves/s", [f"{run.moves_per_second:.1f}" for run in runs]),
        ("to each seat, ms: p50, p99, max", [latencies_text(run.to_each_seat) for run in runs]),
        ("to the last seat, ms", [latencies_text(run.to_last_seat) for run in runs]),
    ]
    if processes > 1:
        same = [latencies_text(run.to_same_process) for run in runs]
        other = [latencies_text(run.to_other_process) for run in runs[:-1]]
        rows += [("to seats on the same process, ms", same)]
        rows += [("to seats on another process, ms", [*other, ""])]
    return [
        *rows,
        ("waiting for a connection, ms", [latencies_text(r.waiting) for r in runs]),
        ("lag of the load generator, ms", [latencies_text(run.lag) for run in runs]),
        ("bytes per push", [f"{run.push_bytes:,}" for run in runs]),
        ("lost, out of order", [f"{run.lost}, {run.disordered}" for run in runs]),
        ("sockets the server closed", [f"{run.dropped}" for run in runs]),
        ("refused", [f"{sum(run.refused.values())}" for run in runs]),
    ]


def _processor_rows(
    processors: "list[ProcessorTime | None]",
) -> list[tuple[str, list[str]]]:
    server = [processor_text(processor) for processor in processors]
    children = [f"{each.children:.3f}" if each else UNKNOWN for each in processors]
    rows = [
        ("processor time per move, ms", server),
        ("… of bots and analyses, ms", children),
    ]
    if any(each and each.database is not None for each in processors):
        database = [f"{each.database:.3f}" if each else UNKNOWN for each in processors]
        rows.append(("… of PostgreSQL, ms", database))
    return rows


def processor_text(processor: "ProcessorTime | None") -> str:
    """Return the server's processor time per move, in milliseconds."""
    return f"{processor.server:.3f}" if processor else UNKNOWN


def latencies_text(latencies: "Latencies") -> str:
    """Return median, 99th percentile and maximum."""
    return f"{latencies.p50:.1f}, {latencies.p99:.1f}, {latencies.most:.1f}"


def thresholds_table(report: "LoadReport") -> Table:
    """Return a table of all thresholds, and whether each is met."""
    table = Table()
    for title in ("threshold", "measured", "at most", ""):
        table.add_column(title, justify="left" if title in ("threshold", "") else "right")
    for threshold in report.thresholds:
        table.add_row(
            threshold.name,
            f"{threshold.value:g}",
            f"{threshold.most:g}",
            "met" if threshold.is_met else "missed",
        )
    return table


def knee_table(report: "KneeReport") -> Table:
    """Return a table of all rates that were tried, lowest first."""
    plan = report.plan
    table = Table(
        title=f"{plan.rooms} rooms, {plan.sockets} sockets, processes: {plan.processes}",
        caption="ms: p50 and p99 to the last seat; the part of it spent waiting for a connection;\n"
        "growth of the queue; processor time per move. cores: used by the load generator",
    )
    for title in ("moves/s", "made", "p50", "p99", "waiting", "queue", "processor", "cores"):
        table.add_column(title, justify="right")
    table.add_column("")
    for step in sorted(report.steps, key=lambda step: step.moves):
        table.add_row(
            f"{step.moves:,}",
            f"{step.made:,.0f}",
            f"{step.p50:.0f}",
            f"{step.p99:.0f}",
            f"{step.waiting_p99:.0f}",
            f"{step.growth:+.0f}",
            processor_text(step.processor),
            f"{step.generator_load:.2f}",
            step.failure or "sustained",
        )
    return table


def knee_sentence(report: "KneeReport") -> str:
    """Return a sentence with the knee and its definition."""
    if report.knee is None:
        found = f"Not even {report.plan.moves:,} moves/s are sustained"
    else:
        found = f"The knee is at {report.knee:,} moves/s"
    found += f": p99 at most {report.most_milliseconds:g} ms, and a queue that does not grow."
    busiest = max([step.generator_load for step in report.steps], default=0.0)
    if busiest > BUSY_GENERATOR:
        found += (
            f" The load generator used {busiest:.2f} cores: the knee may be the generator's, not"
            " the server's."
        )
    return found
