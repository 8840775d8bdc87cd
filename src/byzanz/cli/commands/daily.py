"""`byzanz daily`: the deal of the day on a server, in the terminal."""

import asyncio
import os
import sys
from typing import Annotated

import typer

from byzanz.cli.command_line import BadInput
from byzanz.cli.commands.home import data_folder
from byzanz.cli.commands.mine import HOME, Code, Replace, Server, read_code
from byzanz.cli.commands.play import Name, Pace

EXAMPLE = "Example: byzanz daily https://example.org --name Anna"
SENTENCES = {
    "already_tried": "you have played the deal of {day} already: look at {server}/day/{day}",
    "sealed": "the cards of {day} are not open yet: expected today, or an earlier day",
    "bad_day": "this is not a date: expected one such as 2026-11-19",
    "future_day": "this day has not come yet: today is {today} in UTC",
    "no_deal": "{server} has no deal of {day}",
    "other_version": "the deal of {day} was made for other rules",
    "not_found": "the code is too old or was used: let your browser show another",
    "bad_name": "this name is not allowed: choose another one with --name",
    "has_games": "the key stored here has games of its own at {server}: pass --replace to give"
    " that key up",
}

Day = Annotated[
    str,
    typer.Option("--day", metavar="DATE", help="A past day, as practice. Default: today."),
]


def daily(
    server: Server = HOME,
    *,
    day: Day = "",
    name: Name = "Guest",
    code: Code = None,
    replace: Replace = False,
    pace: Pace = None,
) -> None:
    """Play the deal of the day on a server: the same cards and the same bots for everybody.

    It counts for the key that is stored here, once a day; with --code for that of your browser.
    Without a key a new one is made. A game that you leave ends, and that is the try.
    """
    # Imported here because the network libraries take a while to load.
    from byzanz.client.errors import ProtocolError, Unreachable  # noqa: PLC0415
    from byzanz.wire.problems import RequestRefused  # noqa: PLC0415

    server = server.rstrip("/")
    try:
        asyncio.run(_play(server, day, name, code, may_replace=replace, pace=pace))
    except RequestRefused as refused:
        reason = SENTENCES.get(refused.code, "{server} refuses: {code}")
        facts = {"server": server, "code": refused.code, "day": day, **refused.facts}
        raise BadInput(f"byzanz: {reason.format_map(facts)}") from None
    except (Unreachable, ProtocolError) as error:
        raise BadInput(f"byzanz: {error}") from None


async def _play(
    server: str, day: str, name: str, code: str | None, *, may_replace: bool, pace: float | None
) -> None:
    """Find or make the key, store it, and play."""
    from byzanz.cli.play.remote_game import play_day  # noqa: PLC0415
    from byzanz.client.client import Client  # noqa: PLC0415
    from byzanz.client.stored_keys import StoredKeys  # noqa: PLC0415

    keys = StoredKeys(data_folder(os.environ, sys.platform) / "keys.json")
    async with Client(server, keys.find(server)) as client:
        if code is not None:
            await client.claim_code(read_code(code), may_replace=may_replace)
        shown = await (client.day(day) if day else client.today())
        if client.key is None:
            await client.new_person()
        assert client.key is not None
        keys.store(server, client.key)
        await play_day(client, shown, name, pace)
