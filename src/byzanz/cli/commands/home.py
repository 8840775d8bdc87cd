"""`byzanz` without a command: a server for one household, and its page in the browser."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.arguments import integer_parser
from byzanz.cli.command_line import BadInput
from byzanz.cli.commands.serve import ALL_INTERFACES, address, run
from byzanz.cli.commands.version import version

if TYPE_CHECKING:
    from byzanz.server.ops.config import Config

EXAMPLE = "Example: byzanz --lan"
REMOTE_VARIABLES = ("SSH_CONNECTION", "SSH_TTY", "CI")  # set where nobody would see a browser
ANSWER_SECONDS = 1.0  # the longest wait for the answer of a running server


def print_version(*, is_given: bool) -> None:
    """Print the version and exit, if --version was given."""
    if is_given:
        version()
        raise typer.Exit


Port = Annotated[
    int | None,
    typer.Option(
        metavar="P",
        parser=integer_parser(0, 65_535),
        help="The port to listen on. Default: 8765. 0: any free port.",
    ),
]
Lan = Annotated[
    bool, typer.Option("--lan", metavar="", help="Let other devices in your network join.")
]
NoBrowser = Annotated[
    bool, typer.Option("--no-browser", metavar="", help="Only print the address.")
]
Version = Annotated[
    bool,
    typer.Option(
        "--version", metavar="", callback=print_version, is_eager=True, help="Print the version."
    ),
]


def home(
    context: typer.Context,
    *,
    port: Port = None,
    lan: Lan = False,
    no_browser: NoBrowser = False,
    version: Version = False,
) -> None:
    """Byzanz, the auction card game.

    Without a command, byzanz opens the game in your browser, to play against bots or with other
    people in your network. It runs until Ctrl-C. Games are saved and continue next time.
    """
    if context.invoked_subcommand is not None:
        return
    settings = home_settings(os.environ, port=port, lan=lan)
    opens_browser = not no_browser and has_screen(os.environ, sys.platform)
    if port is None and (url := running_at(settings.port)) is not None:
        typer.echo(f"Byzanz is already at {url}")
        if opens_browser:
            webbrowser.open(url)
        return

    def greet(port: int) -> None:
        url = address(settings, port) if settings.url else f"http://127.0.0.1:{port}"
        typer.echo(f"Byzanz is at {url}")
        if lan:
            typer.echo(f"Other devices in your network find it at {address(settings, port)}")
        typer.echo(f"Games are saved in {settings.store}. Ctrl-C stops; see also byzanz --help.")
        if opens_browser:
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

    run(settings, greet)


def home_settings(environment: Mapping[str, str], *, port: int | None, lan: bool) -> "Config":
    """Return settings for one household: a store in the user's folder, no admin port, few logs.

    Raises `BadInput`.
    """
    from byzanz.server.ops import config as configs  # noqa: PLC0415

    defaults = {
        "BYZANZ_LOG_LEVEL": "warning",
        "BYZANZ_ADMIN_PORT": "0",
        "BYZANZ_MAY_OPEN_LAN": "true",
    }
    if "BYZANZ_STORE" not in environment:
        folder = data_folder(environment, sys.platform)
        folder.mkdir(parents=True, exist_ok=True)
        defaults["BYZANZ_STORE"] = str(folder / "games.db")
    flags = {"port": port, "host": ALL_INTERFACES if lan else None}
    try:
        return configs.read_config(None, {**defaults, **environment}, flags)
    except configs.BadConfig as error:
        raise BadInput(f"byzanz: {error}") from None


def data_folder(environment: Mapping[str, str], platform: str) -> Path:
    """Return the folder for a user's data of this program, by the system's convention."""
    if platform == "win32" and "LOCALAPPDATA" in environment:
        return Path(environment["LOCALAPPDATA"]) / "Byzanz"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Byzanz"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "byzanz"


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Return whether the user would see a browser that opens on this machine."""
    if any(environment.get(name) for name in REMOTE_VARIABLES):
        return False
    if platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def running_at(port: int) -> str | None:
    """Return the URL of a Byzanz server that already runs on this port, or None."""
    import httpx  # noqa: PLC0415
    import msgspec  # noqa: PLC0415

    from byzanz.wire.answers import ServerAddress  # noqa: PLC0415

    url = f"http://127.0.0.1:{port}"
    try:
        answer = httpx.get(f"{url}/api/reach", timeout=ANSWER_SECONDS, trust_env=False)
        msgspec.json.decode(answer.content, type=ServerAddress)
    except (httpx.HTTPError, msgspec.MsgspecError):
        return None
    return url
