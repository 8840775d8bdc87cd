"""`byzanz serve`: running the game server."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from byzanz.cli.arguments import integer_parser
from byzanz.cli.command_line import BAD_INPUT, BadInput

if TYPE_CHECKING:
    from byzanz.server.ops.config import Config

EXAMPLE = "Example: byzanz serve --port 8080 --store games.db --print-config"
ALL_INTERFACES = "0.0.0.0"
TEST_HOOKS_VARIABLE = "BYZANZ_TEST_HOOKS"

Host = Annotated[
    str | None, typer.Option(metavar="HOST", help="The address to listen on. Default: 127.0.0.1.")
]
Port = Annotated[
    int | None,
    typer.Option(
        metavar="P",
        parser=integer_parser(0, 65_535),
        help="The port to listen on. Default: 8765. 0: any free port.",
    ),
]
Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Where to save games: a file, or postgresql://user@host/database. Default: byzanz.db.",
    ),
]
ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="A settings file in the format of --print-config."
    ),
]
AdminPort = Annotated[
    int | None,
    typer.Option(
        metavar="P",
        parser=integer_parser(0, 65_535),
        help="The local port of /health and /metrics. Default: 8766. 0: none.",
    ),
]
PrintConfig = Annotated[
    bool, typer.Option("--print-config", metavar="", help="Print all settings and exit.")
]
Schema = Annotated[
    bool, typer.Option("--schema", metavar="", help="Print the protocol as OpenAPI and exit.")
]
Lan = Annotated[
    bool,
    typer.Option("--lan", metavar="", help="Listen on the local network and print the address."),
]


def serve(  # noqa: PLR0913 - the options of the command
    *,
    host: Host = None,
    port: Port = None,
    store: Store = None,
    config: ConfigFile = None,
    admin_port: AdminPort = None,
    print_config: PrintConfig = False,
    schema: Schema = False,
    lan: Lan = False,
) -> None:
    """Run a game server until Ctrl-C.

    Options override environment variables (BYZANZ_PORT, BYZANZ_LIMITS__ROOMS and so on), which
    override the settings file.
    """
    if lan and host is not None:
        raise typer.BadParameter("expected --host or --lan, not both", param_hint="'--lan'")
    # Imported here because the server takes most of a second to load.
    from byzanz.server.ops import config as configs  # noqa: PLC0415
    from byzanz.wire.openapi import openapi  # noqa: PLC0415

    if schema:
        typer.echo(msgspec.json.format(msgspec.json.encode(openapi()), indent=1))
        return
    flags = {
        "host": ALL_INTERFACES if lan else host,
        "port": port,
        "store": store,
        "admin_port": admin_port,
    }
    try:
        settings = configs.read_config(config, os.environ, flags)
    except configs.BadConfig as error:
        raise BadInput(f"byzanz: {error}") from None
    if print_config:
        typer.echo(configs.print_config(settings), nl=False)
    else:
        run(settings)


def run(settings: "Config", on_ready: Callable[[int], None] | None = None) -> None:
    """Run the server, and print its address or call `on_ready` with its port.

    Raises `BadInput` if it cannot start.
    """
    from byzanz.server.http.runner import run_server  # noqa: PLC0415
    from byzanz.server.http.sockets import CantListen  # noqa: PLC0415
    from byzanz.server.ops.logs import error_fields, set_up_logs  # noqa: PLC0415
    from byzanz.server.service import OtherRules, log  # noqa: PLC0415
    from byzanz.store.errors import NewerStore, StoreBusy, StoreInUse, UnsafeStore  # noqa: PLC0415

    set_up_logs(settings.log_level, sys.stderr.buffer)
    try:
        run_server(
            settings,
            has_hooks=os.environ.get(TEST_HOOKS_VARIABLE) == "1",
            on_ready=on_ready or (lambda port: typer.echo(greeting(settings, port))),
        )
    except (CantListen, OtherRules) as error:
        raise BadInput(f"byzanz: {error}") from None
    except (NewerStore, StoreBusy, StoreInUse, UnsafeStore, ValueError) as error:
        raise BadInput(f"byzanz: the store can't be used: {error}") from None
    except Exception as error:  # logged without its message, which may contain secrets
        log.error("crashed", **error_fields(error))
        raise typer.Exit(BAD_INPUT) from None


def greeting(settings: "Config", port: int) -> str:
    """Return the line that is printed when the server is ready."""
    return f"Byzanz is at {address(settings, port)}"


def address(settings: "Config", port: int) -> str:
    """Return the URL of the server."""
    from byzanz.server.http.sockets import url_of  # noqa: PLC0415

    return settings.url or url_of(settings.host, port)
