"""`byzanz` alone: the game in the browser, at home."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.arguments import number
from byzanz.cli.commandline import BadInput
from byzanz.cli.serve import EVERYWHERE, address, run
from byzanz.cli.version import version

if TYPE_CHECKING:
    from byzanz.server.config import Config

EXAMPLE = "Example: byzanz --lan"
REMOTE = ("SSH_CONNECTION", "SSH_TTY", "CI")  # the screen, if any, is not where the reader sits
SECONDS_TO_ANSWER = 1.0


def print_version(*, wanted: bool) -> None:
    """Print the version and end, if it was asked for."""
    if wanted:
        version()
        raise typer.Exit


Port = Annotated[
    int | None,
    typer.Option(metavar="P", parser=number(0, 65_535), help="Its port; else 8765; 0: any free."),
]
Lan = Annotated[
    bool, typer.Option("--lan", metavar="", help="Let phones in the local network in at once.")
]
NoBrowser = Annotated[
    bool, typer.Option("--no-browser", metavar="", help="Only say where the game is.")
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

    Without a command it opens the game in the browser: against bots, or with the phones in the
    house. It runs until Ctrl-C; games are kept and go on the next time.
    """
    if context.invoked_subcommand is not None:
        return
    settings = home_settings(os.environ, port=port, lan=lan)
    opens = not no_browser and has_screen(os.environ, sys.platform)
    if port is None and (url := running_at(settings.port)) is not None:
        typer.echo(f"Byzanz is already at {url}")
        if opens:
            webbrowser.open(url)
        return

    def greet(port: int) -> None:
        here = address(settings, port) if settings.url else f"http://127.0.0.1:{port}"
        typer.echo(f"Byzanz is at {here}")
        if lan:
            typer.echo(f"Phones in your network find it at {address(settings, port)}")
        typer.echo(f"Games are kept in {settings.store}. Ctrl-C ends; byzanz --help tells more.")
        if opens:
            threading.Thread(target=webbrowser.open, args=[here], daemon=True).start()

    run(settings, greet)


def home_settings(environment: Mapping[str, str], *, port: int | None, lan: bool) -> "Config":
    """For one household: a store of the user's own, no admin port, quiet logs."""
    from byzanz.server import config as configs  # noqa: PLC0415

    usual = {"BYZANZ_LOG_LEVEL": "warning", "BYZANZ_ADMIN_PORT": "0", "BYZANZ_MAY_OPEN_LAN": "true"}
    if "BYZANZ_STORE" not in environment:
        folder = data_folder(environment, sys.platform)
        folder.mkdir(parents=True, exist_ok=True)
        usual["BYZANZ_STORE"] = str(folder / "games.db")
    flags = {"port": port, "host": EVERYWHERE if lan else None}
    try:
        return configs.read_config(None, {**usual, **environment}, flags)
    except configs.BadConfig as error:
        raise BadInput(f"byzanz: {error}") from None


def data_folder(environment: Mapping[str, str], platform: str) -> Path:
    """Where this system keeps what programs keep for a user."""
    if platform == "win32" and "LOCALAPPDATA" in environment:
        return Path(environment["LOCALAPPDATA"]) / "Byzanz"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Byzanz"
    return Path(environment.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "byzanz"


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a browser would open before the reader's eyes."""
    if any(environment.get(name) for name in REMOTE):
        return False
    if platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def running_at(port: int) -> str | None:
    """Where a Byzanz of this machine answers already."""
    import httpx  # noqa: PLC0415
    import msgspec  # noqa: PLC0415

    from byzanz.wire.answers import Reach  # noqa: PLC0415

    url = f"http://127.0.0.1:{port}"
    try:
        answer = httpx.get(f"{url}/api/reach", timeout=SECONDS_TO_ANSWER, trust_env=False)
        msgspec.json.decode(answer.content, type=Reach)
    except (httpx.HTTPError, msgspec.MsgspecError):
        return None
    return url
