"""`byzanz load`: a crowd of players, and how quickly a server serves them."""

import subprocess
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from byzanz.cli.arguments import Json, number
from byzanz.cli.commandline import BAD_INPUT, INTERRUPTED, BadInput
from byzanz.cli.console import messages, output
from byzanz.cli.output import print_json

if TYPE_CHECKING:
    from byzanz.load.report import Report
    from byzanz.load.spread import Spread

EXAMPLE = "Example: byzanz load --rooms 20 --moves 50 --minutes 0.5 --cut"
MEGABYTE = 1 << 20


def minutes_number(text: str | float) -> float:
    """Read a number of minutes; raises `typer.BadParameter`."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0.01 <= minutes <= 1440:
        raise typer.BadParameter(f"expected a number from 0.01 to 1440, not {str(text)[:30]!r}")
    return minutes


Rooms = Annotated[int, typer.Option(metavar="N", parser=number(1, 100_000), help="Rooms.")]
Players = Annotated[
    int,
    typer.Option(
        metavar="P", parser=number(3, 6), help="Players in each, every one with a push socket."
    ),
]
Moves = Annotated[
    int,
    typer.Option(
        metavar="M", parser=number(1, 100_000), help="Moves a second, all rooms together."
    ),
]
Minutes = Annotated[
    float, typer.Option(metavar="T", parser=minutes_number, help="How long it is measured.")
]
Url = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A server that runs; else one is started with a fresh store."),
]
Cut = Annotated[
    bool,
    typer.Option("--cut", metavar="", help="Also close all sockets at once, till all are back."),
]


def load(  # noqa: PLR0913 - the options of the command
    *,
    rooms: Rooms = 1000,
    players: Players = 6,
    moves: Moves = 500,
    minutes: Minutes = 3.0,
    url: Url = None,
    cut: Cut = False,
    json: Json = False,
) -> None:
    """Let a crowd play on a server, and measure the way of every move to every seat.

    Nothing may be lost or out of order. The bare stack, without rules and store, is measured
    beside it. Ends with exit code 1 where a bar is missed. Against a server of your own, raise its
    limits first (limits.people, limits.rooms and so on).
    """
    # Only here: the libraries of the network take a while to load.
    from byzanz.load.address import BadAddress  # noqa: PLC0415
    from byzanz.load.hosted import NotStarted  # noqa: PLC0415
    from byzanz.load.party import Refused  # noqa: PLC0415
    from byzanz.load.plan import Plan  # noqa: PLC0415
    from byzanz.load.posts import NoReply  # noqa: PLC0415
    from byzanz.load.run import measure  # noqa: PLC0415

    plan = Plan(rooms, players, moves, 60 * minutes, cut)
    if url is None:
        compile_first()
    try:
        with messages().status("a server is started") as status:
            report = measure(plan, lambda what: status.update(f"measuring: {what}"), url)
    except BadAddress as error:
        raise typer.BadParameter(str(error), param_hint="'--url'") from None
    except (NotStarted, Refused, NoReply) as error:
        raise BadInput(f"byzanz: {error}") from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    if json:
        bars = [
            {"name": b.name, "value": b.value, "most": b.most, "met": b.is_met} for b in report.bars
        ]
        print_json({"report": report, "bars": bars, "met": report.is_met})
    else:
        output().print(figures_table(report))
        output().print(bars_table(report))
    if not report.is_met:
        raise typer.Exit(BAD_INPUT)


def compile_first() -> None:
    """Let no server compile the search while it is measured."""
    from byzanz.fast.cache import is_compiled  # noqa: PLC0415

    if not is_compiled():
        messages().print("compiling rules and search, once, about a minute …")
        subprocess.run([sys.executable, "-m", "byzanz.bots"], capture_output=True, check=False)


def figures_table(report: "Report") -> Table:
    """The server beside the bare stack."""
    plan = report.plan
    table = Table(title=f"{plan.rooms} rooms, {plan.sockets} sockets, {plan.moves} moves/s")
    table.add_column("measure")
    table.add_column("server", justify="right")
    table.add_column("bare stack", justify="right")
    runs = (report.game, report.echo)
    table.add_row("moves measured", *[f"{run.moves:,}" for run in runs])
    table.add_row("moves/s", *[f"{run.moves_per_second:.1f}" for run in runs])
    for name, spreads in (
        ("to each seat, ms: p50, p99, max", [run.to_each_seat for run in runs]),
        ("to the last seat, ms: p50, p99, max", [run.to_last_seat for run in runs]),
    ):
        table.add_row(name, *[spread_words(spread) for spread in spreads])
    table.add_row("bytes a push", *[f"{run.push_bytes:,}" for run in runs])
    table.add_row("lost, out of order", *[f"{run.lost}, {run.disordered}" for run in runs])
    table.add_row("sockets the server closed", *[f"{run.dropped}" for run in runs])
    table.add_row("refused", *[f"{sum(run.refused.values())}" for run in runs])
    if report.start_bytes is not None and report.most_bytes is not None:
        start, most = report.start_bytes // MEGABYTE, report.most_bytes // MEGABYTE
        table.add_row("memory at the start, at most, MB", f"{start}, {most}", "")
    table.add_row("cores that the measuring took", f"{report.generator_load:.2f}", "")
    return table


def spread_words(spread: "Spread") -> str:
    """Three figures."""
    return f"{spread.p50:.1f}, {spread.p99:.1f}, {spread.most:.1f}"


def bars_table(report: "Report") -> Table:
    """What must not be higher, and whether it is."""
    table = Table()
    for name in ("bar", "is", "at most", ""):
        table.add_column(name, justify="left" if name in ("bar", "") else "right")
    for bar in report.bars:
        table.add_row(
            bar.name, f"{bar.value:g}", f"{bar.most:g}", "met" if bar.is_met else "missed"
        )
    return table
