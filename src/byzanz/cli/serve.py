"""`byzanz serve`: the game server."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from byzanz.cli.arguments import number
from byzanz.cli.commandline import BAD_INPUT, BadInput

if TYPE_CHECKING:
    from byzanz.server.config import Config

EXAMPLE = "Example: byzanz serve --port 8080 --store games.db --print-config"
EVERYWHERE = "0.0.0.0"
HOOKS = "BYZANZ_TEST_HOOKS"

Host = Annotated[
    str | None, typer.Option(metavar="HOST", help="The address to listen on; else 127.0.0.1.")
]
Port = Annotated[
    int | None,
    typer.Option(metavar="P", parser=number(0, 65_535), help="Its port; else 8765; 0: any free."),
]
Store = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A file, or postgresql://user@host/database; else byzanz.db."),
]
File = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="Settings as --print-config shows.")
]
AdminPort = Annotated[
    int | None,
    typer.Option(
        metavar="P",
        parser=number(0, 65_535),
        help="The port of /health and /metrics on this machine; else 8766; 0: none.",
    ),
]
PrintConfig = Annotated[
    bool, typer.Option("--print-config", metavar="", help="Print all settings, and end.")
]
Schema = Annotated[
    bool, typer.Option("--schema", metavar="", help="Print the protocol as OpenAPI, and end.")
]
Lan = Annotated[
    bool, typer.Option("--lan", metavar="", help="Listen to the local network, and say where.")
]


def serve(  # noqa: PLR0913 - the options of the command
    *,
    host: Host = None,
    port: Port = None,
    store: Store = None,
    config: File = None,
    admin_port: AdminPort = None,
    print_config: PrintConfig = False,
    schema: Schema = False,
    lan: Lan = False,
) -> None:
    """Let people play over the network, until Ctrl-C.

    Settings come from options, else from the environment (BYZANZ_PORT, BYZANZ_LIMITS__ROOMS and
    so on), else from the file.
    """
    if lan and host is not None:
        raise typer.BadParameter("expected --host or --lan, not both", param_hint="'--lan'")
    # Only here: the server takes most of a second to load.
    from byzanz.server import config as configs  # noqa: PLC0415
    from byzanz.wire.openapi import openapi  # noqa: PLC0415

    if schema:
        typer.echo(msgspec.json.format(msgspec.json.encode(openapi()), indent=1))
        return
    flags = {
        "host": EVERYWHERE if lan else host,
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
    """Serve and tell where, or what `on_ready` tells; raises `BadInput` where it can't begin."""
    from byzanz.server.logs import fault, set_up_logs  # noqa: PLC0415
    from byzanz.server.service import OtherRules, log  # noqa: PLC0415
    from byzanz.server.serving import CantListen, run_server  # noqa: PLC0415
    from byzanz.store.trouble import NewerStore, NoStore, StoreBusy, UnsafeStore  # noqa: PLC0415

    set_up_logs(settings.log_level, sys.stderr.buffer)
    try:
        run_server(
            settings,
            has_hooks=os.environ.get(HOOKS) == "1",
            on_ready=on_ready or (lambda port: typer.echo(greeting(settings, port))),
        )
    except (CantListen, OtherRules) as error:
        raise BadInput(f"byzanz: {error}") from None
    except (NewerStore, NoStore, StoreBusy, UnsafeStore, ValueError) as error:
        raise BadInput(f"byzanz: the store can't be used: {error}") from None
    except Exception as error:  # told without its message, which may quote anything
        log.error("crashed", **fault(error))
        raise typer.Exit(BAD_INPUT) from None


def greeting(settings: "Config", port: int) -> str:
    """Where people find the server."""
    return f"Byzanz is at {address(settings, port)}"


def address(settings: "Config", port: int) -> str:
    """The URL that people type."""
    from byzanz.server.serving import url_of  # noqa: PLC0415

    return settings.url or url_of(settings.host, port)
