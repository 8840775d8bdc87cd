"""`byzanz load`: a load test of a server."""

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from byzanz.cli.arguments import Json, decimal_parser, integer_parser
from byzanz.cli.command_line import BAD_INPUT, INTERRUPTED, BadInput
from byzanz.cli.compilation import compile_first
from byzanz.cli.render.console import message_console, output_console
from byzanz.cli.render.json_output import print_json
from byzanz.precompile.plan import FOR_SERVER

if TYPE_CHECKING:
    from byzanz.load.latencies import Latencies
    from byzanz.load.load_report import LoadReport

EXAMPLE = "Example: byzanz load --rooms 20 --moves 50 --minutes 0.5 --cut"
MEGABYTE = 1 << 20


RoomCount = Annotated[
    int, typer.Option(metavar="N", parser=integer_parser(1, 100_000), help="Number of rooms.")
]
PlayerCount = Annotated[
    int,
    typer.Option(
        metavar="P", parser=integer_parser(3, 6), help="Players per room, one push socket each."
    ),
]
MoveRate = Annotated[
    int,
    typer.Option(
        metavar="M",
        parser=integer_parser(1, 100_000),
        help="Moves per second, in all rooms together.",
    ),
]
Minutes = Annotated[
    float, typer.Option(metavar="T", parser=decimal_parser(0.01, 1440), help="Minutes to measure.")
]
Url = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A running server. Default: start one with an empty store."),
]
Cut = Annotated[
    bool,
    typer.Option(
        "--cut", metavar="", help="Also cut all sockets at once and time until all are back."
    ),
]


def load(  # noqa: PLR0913 - the options of the command
    *,
    rooms: RoomCount = 1000,
    players: PlayerCount = 6,
    moves: MoveRate = 500,
    minutes: Minutes = 3.0,
    url: Url = None,
    cut: Cut = False,
    json: Json = False,
) -> None:
    """Load-test a server: play in many rooms and time every move to every seat.

    Checks that no push is lost or out of order, and compares the server with a bare echo server
    that has no rules and no store. The exit code is 1 if a threshold is missed. To test a server
    of your own, raise its limits first (limits.people, limits.rooms and so on).
    """
    # Imported here because the network libraries take a while to load.
    from byzanz.load.address import BadAddress  # noqa: PLC0415
    from byzanz.load.http_pool import NoReply  # noqa: PLC0415
    from byzanz.load.load_plan import LoadPlan  # noqa: PLC0415
    from byzanz.load.load_run import measure  # noqa: PLC0415
    from byzanz.load.spawned_servers import NotStarted  # noqa: PLC0415
    from byzanz.load.virtual_room import UnexpectedAnswer  # noqa: PLC0415

    plan = LoadPlan(rooms, players, moves, 60 * minutes, cut)
    if url is None:
        compile_first(FOR_SERVER, message_console())  # not during the measurement
    try:
        with message_console().status("starting a server") as status:
            report = measure(plan, lambda step: status.update(f"measuring: {step}"), url)
    except BadAddress as error:
        raise typer.BadParameter(str(error), param_hint="'--url'") from None
    except (NotStarted, UnexpectedAnswer, NoReply) as error:
        raise BadInput(f"byzanz: {error}") from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if json:
        bars = [
            {"name": each.name, "value": each.value, "most": each.most, "met": each.is_met}
            for each in report.thresholds
        ]
        print_json({"report": report, "bars": bars, "met": report.is_met})
    else:
        output_console().print(measurements_table(report))
        output_console().print(thresholds_table(report))
    if not report.is_met:
        raise typer.Exit(BAD_INPUT)


def measurements_table(report: "LoadReport") -> Table:
    """Return a table of the server's measurements next to those of the echo server."""
    plan = report.plan
    table = Table(title=f"{plan.rooms} rooms, {plan.sockets} sockets, {plan.moves} moves/s")
    table.add_column("measure")
    table.add_column("server", justify="right")
    table.add_column("echo server", justify="right")
    runs = (report.game, report.echo)
    table.add_row("moves measured", *[f"{run.moves:,}" for run in runs])
    table.add_row("moves/s", *[f"{run.moves_per_second:.1f}" for run in runs])
    to_each = [latencies_text(run.to_each_seat) for run in runs]
    to_last = [latencies_text(run.to_last_seat) for run in runs]
    table.add_row("to each seat, ms: p50, p99, max", *to_each)
    table.add_row("to the last seat, ms: p50, p99, max", *to_last)
    table.add_row("bytes per push", *[f"{run.push_bytes:,}" for run in runs])
    table.add_row("lost, out of order", *[f"{run.lost}, {run.disordered}" for run in runs])
    table.add_row("sockets the server closed", *[f"{run.dropped}" for run in runs])
    table.add_row("refused", *[f"{sum(run.refused.values())}" for run in runs])
    if report.start_bytes is not None and report.most_bytes is not None:
        start, most = report.start_bytes // MEGABYTE, report.most_bytes // MEGABYTE
        table.add_row("memory at the start, at most, MB", f"{start}, {most}", "")
    table.add_row("cores used by the load generator", f"{report.generator_load:.2f}", "")
    return table


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
