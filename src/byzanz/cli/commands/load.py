"""`byzanz load`: a load test of a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.arguments import Json, decimal_parser, integer_parser
from byzanz.cli.command_line import BAD_INPUT, INTERRUPTED, BadInput
from byzanz.cli.compilation import compile_first
from byzanz.cli.render.console import message_console, output_console
from byzanz.cli.render.json_output import print_json
from byzanz.cli.render.load_table import (
    knee_sentence,
    knee_table,
    measurements_table,
    thresholds_table,
)
from byzanz.precompile.plan import FOR_SERVER

if TYPE_CHECKING:
    from byzanz.load.knee_search import KneeReport
    from byzanz.load.load_plan import LoadPlan
    from byzanz.load.load_report import LoadReport

EXAMPLE = "Example: byzanz load --rooms 20 --moves 50 --minutes 0.5 --cut"

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
        help="Moves per second, in all rooms together; with --knee, the first rate.",
    ),
]
Minutes = Annotated[
    float, typer.Option(metavar="T", parser=decimal_parser(0.01, 1440), help="Minutes to measure.")
]
Url = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A running server. Default: start one with an empty store."),
]
Admin = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The admin address of the server at --url: the test waits until it has compiled.",
    ),
]
Processes = Annotated[
    int,
    typer.Option(
        metavar="N",
        parser=integer_parser(1, 64),
        help="Server processes on one PostgreSQL database; each room's people are spread over all.",
    ),
]
Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The store of the started server; the test's rooms stay there. Default: an empty one.",
    ),
]
Cut = Annotated[
    bool,
    typer.Option(
        "--cut", metavar="", help="Also cut all sockets at once and time until all are back."
    ),
]
Beside = Annotated[
    bool,
    typer.Option(
        "--beside",
        metavar="",
        help="Also measure while the server analyses games and the machine compiles.",
    ),
]
Knee = Annotated[
    bool,
    typer.Option(
        "--knee", metavar="", help="Only find the highest rate that the server sustains, in steps."
    ),
]


def load(  # noqa: PLR0913 - the options of the command
    *,
    rooms: RoomCount = 1000,
    players: PlayerCount = 6,
    moves: MoveRate = 500,
    minutes: Minutes = 3.0,
    url: Url = None,
    admin: Admin = None,
    processes: Processes = 1,
    store: Store = None,
    cut: Cut = False,
    beside: Beside = False,
    knee: Knee = False,
    json: Json = False,
) -> None:
    """Load-test a server: play in many rooms and time every move to every seat.

    Waits until the server has compiled. Checks that no push is lost or out of order, and compares
    the server with a bare echo server that has no rules and no store. The exit code is 1 if a
    threshold is missed. To test a server of your own, raise its limits first (limits.people,
    limits.rooms and so on).
    """
    # Imported here because the network libraries take a while to load.
    from byzanz.load.knee_search import find_knee  # noqa: PLC0415
    from byzanz.load.load_plan import LoadPlan  # noqa: PLC0415
    from byzanz.load.load_run import measure  # noqa: PLC0415

    plan = LoadPlan(rooms, players, moves, 60 * minutes, cut, processes, store, beside)
    check_options(plan, url, admin, knee=knee)
    if url is None:
        compile_first(FOR_SERVER, message_console())  # not during the measurement
    report: KneeReport | LoadReport
    with _errors_as_sentences(), message_console().status("starting a server") as status:

        def progress(step: str) -> None:
            status.update(f"measuring: {step}")

        if knee:
            report = find_knee(plan, progress, url, admin)
        else:
            report = measure(plan, progress, url, admin)
    if json:
        print_json(json_report(report))
    else:
        print_report(report)
    if not report.is_met:
        raise typer.Exit(BAD_INPUT)


def check_options(plan: "LoadPlan", url: str | None, admin: str | None, *, knee: bool) -> None:
    """Raise `typer.BadParameter` for options that exclude each other."""
    started = {"--processes": plan.processes > 1, "--store": plan.store, "--beside": plan.beside}
    for option, is_given in started.items():
        if url is not None and is_given:
            raise typer.BadParameter(
                f"expected {option} for a server that the test starts, not with --url",
                param_hint=f"'{option}'",
            )
    if admin is not None and url is None:
        raise typer.BadParameter("expected --url too", param_hint="'--admin'")
    if knee and (plan.cut or plan.beside):
        raise typer.BadParameter(
            "expected no --cut and no --beside: they have no rate", param_hint="'--knee'"
        )
    if plan.processes > 1 and plan.store is not None and "postgres" not in plan.store:
        raise typer.BadParameter(
            "several processes share a PostgreSQL database: expected"
            " postgresql://user@host/database",
            param_hint="'--store'",
        )


@contextmanager
def _errors_as_sentences() -> Iterator[None]:
    from byzanz.load.address import BadAddress  # noqa: PLC0415
    from byzanz.load.http_pool import NoReply  # noqa: PLC0415
    from byzanz.load.players.virtual_room import UnexpectedAnswer  # noqa: PLC0415
    from byzanz.load.spawned_servers import NotStarted  # noqa: PLC0415

    try:
        yield
    except BadAddress as error:
        raise typer.BadParameter(str(error), param_hint="'--url', '--admin'") from None
    except (NotStarted, UnexpectedAnswer, NoReply) as error:
        raise BadInput(f"byzanz: {error}") from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def json_report(report: "KneeReport | LoadReport") -> dict[str, object]:
    """Return the results for `--json`."""
    from byzanz.load.knee_search import KneeReport  # noqa: PLC0415

    if isinstance(report, KneeReport):
        return {"report": report, "knee": report.knee, "met": report.is_met}
    bars = [
        {"name": each.name, "value": each.value, "most": each.most, "met": each.is_met}
        for each in report.thresholds
    ]
    return {"report": report, "bars": bars, "met": report.is_met}


def print_report(report: "KneeReport | LoadReport") -> None:
    """Print the results as tables."""
    from byzanz.load.knee_search import KneeReport  # noqa: PLC0415

    if isinstance(report, KneeReport):
        output_console().print(knee_table(report))
        output_console().print(knee_sentence(report))
    else:
        output_console().print(measurements_table(report))
        output_console().print(thresholds_table(report))
