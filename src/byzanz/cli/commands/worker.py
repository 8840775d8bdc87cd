"""`byzanz worker`: searching and analysing for servers, on another machine."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import integer_parser
from byzanz.cli.command_line import BAD_INPUT, BadInput

EXAMPLE = "Example: byzanz worker --store postgresql://byzanz_worker@db.example.org/byzanz"
POSTGRES = ("postgresql://", "postgres://")

Store = Annotated[
    str | None,
    typer.Option(metavar="URL", help="The servers' database: postgresql://user@host/database."),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="A server's settings file, which has its store."),
]
Thinkers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=integer_parser(1, 256),
        help="How many processes work at once. Default: one for each core.",
    ),
]
LogLevel = Annotated[
    str | None,
    typer.Option(metavar="LEVEL", help="debug, info, warning or error. Default: info."),
]


def worker(
    *,
    store: Store = None,
    config: ConfigFile = None,
    thinkers: Thinkers = None,
    log_level: LogLevel = None,
) -> None:
    """Work for servers that share a PostgreSQL database, until Ctrl-C.

    Computes moves of strong bots, hints and analyses. Needs the same version of the program as the
    servers. Options override environment variables (BYZANZ_STORE and so on), which override the
    settings file.
    """
    # Imported here because the server's modules take most of a second to load.
    from byzanz.server.ops.config import BadConfig, read_config  # noqa: PLC0415
    from byzanz.server.ops.logs import set_up_logs  # noqa: PLC0415

    flags = {"store": store, "thinkers": thinkers, "log_level": log_level}
    try:
        settings = read_config(config, os.environ, flags)
    except BadConfig as error:
        raise BadInput(f"byzanz: {error}") from None
    if not settings.store.startswith(POSTGRES):
        raise BadInput(
            "byzanz: a worker needs a store that servers share: expected --store postgresql://…,"
            " because a SQLite file is used by one server alone"
        )
    set_up_logs(settings.log_level, sys.stderr.buffer)
    _run(settings.store, settings.thinkers or os.cpu_count() or 1)


def _run(address: str, process_count: int) -> None:
    """Run the worker; raises `BadInput` if the store can't be used."""
    from byzanz.server.ops.logs import error_fields  # noqa: PLC0415
    from byzanz.server.workers.worker_runner import log, run_worker  # noqa: PLC0415
    from byzanz.store.errors import NewerStore, UnsafeStore  # noqa: PLC0415

    try:
        run_worker(address, process_count, on_ready=lambda: typer.echo("The worker is ready."))
    except (NewerStore, UnsafeStore, ValueError) as error:
        raise BadInput(f"byzanz: the store can't be used: {error}") from None
    except Exception as error:  # logged without its message, which may contain secrets
        log.error("crashed", **error_fields(error))
        raise typer.Exit(BAD_INPUT) from None
