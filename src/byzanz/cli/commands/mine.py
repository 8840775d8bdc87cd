"""`byzanz mine`: one's finished games on a server, in the terminal."""

import asyncio
import os
import re
import sys
from typing import Annotated, Literal

import typer

from byzanz.cli.arguments import Json, integer_parser
from byzanz.cli.command_line import BadInput
from byzanz.cli.commands.home import data_folder
from byzanz.cli.render.console import output_console, print_lines
from byzanz.cli.render.game_list import game_lines, progress_lines
from byzanz.cli.render.json_output import print_json
from byzanz.client.stored_keys import StoredKeys
from byzanz.wire.games import PlayedGame, Progress
from byzanz.wire.problems import Code as Problem

EXAMPLE = "Example: byzanz mine http://127.0.0.1:8765 --code 0123456789abcdef0123456789abcdef"
HOME = "http://127.0.0.1:8765"
CHOICES = ("all", "bots", "friends")
RETRY_SECONDS = 5.0  # seconds for which requests are retried
SENTENCES = {
    Problem.NOT_FOUND: "the code is too old or was used: let your browser show another",
    Problem.NOT_KNOWN: "{server} no longer knows your key: pass a new --code",
    Problem.TOO_FAST: "{server} received too many requests: try again in a minute",
}
CODE = re.compile(r"(?:.*#)?([0-9a-f]{32})")

Server = Annotated[
    str, typer.Argument(metavar="SERVER", help=f"The address of the server. Default: {HOME}.")
]
Code = Annotated[
    str | None,
    typer.Option(
        metavar="CODE",
        help="A code for another device, or its link, from the page *Another device*. Needed once: "
        "the key is stored on this machine.",
    ),
]
Opponents = Annotated[
    Literal["all", "bots", "friends"], typer.Option(help="Only games against these.")
]
Count = Annotated[
    int, typer.Option(metavar="N", parser=integer_parser(1, 100_000), help="How many games.")
]


def mine(
    server: Server = HOME,
    *,
    code: Code = None,
    opponents: Opponents = "all",
    count: Count = 20,
    json: Json = False,
) -> None:
    """List your finished games on a server, latest first, with trends, friends and your rating.

    Your key is in your browser. Let it show a code for another device, and pass that once.
    """
    # Imported here because the network libraries take a while to load.
    from byzanz.client.errors import ProtocolError, Unreachable  # noqa: PLC0415
    from byzanz.wire.problems import RequestRefused  # noqa: PLC0415

    server = server.rstrip("/")
    try:
        games, progress = asyncio.run(fetch(server, code, opponents, count))
    except RequestRefused as refused:
        reason = SENTENCES.get(refused.code, "{server} refuses: {code}")
        facts = {"server": server, "code": refused.code}
        raise BadInput(f"byzanz: {reason.format_map(facts)}") from None
    except (Unreachable, ProtocolError) as error:
        raise BadInput(f"byzanz: {error}") from None
    if json:
        print_json({"games": games, "progress": progress})
        return
    print_lines(output_console(), [*game_lines(games), *progress_lines(progress)])


async def fetch(
    server: str, code: str | None, opponents: str, count: int
) -> tuple[list[PlayedGame], Progress]:
    """Return the latest games and what all games show; stores the key of a code."""
    from byzanz.client.client import Client  # noqa: PLC0415

    keys = StoredKeys(data_folder(os.environ, sys.platform) / "keys.json")
    async with Client(server, keys.find(server), retry_seconds=RETRY_SECONDS) as client:
        if code is not None:
            keys.store(server, (await client.claim_code(read_code(code))).key)
        if client.key is None:
            raise BadInput(
                f"byzanz: no key for {server} is stored here: expected --code with a code from its"
                " page Another device"
            )
        games: list[PlayedGame] = []
        while len(games) < count:
            page = await client.my_games(skip=len(games), opponents=CHOICES.index(opponents))
            games += page.games
            if not page.games or len(games) >= page.count:
                break
        return games[:count], await client.my_progress()


def read_code(text: str) -> str:
    """Return the code in a text or in the link of a QR code; raises `typer.BadParameter`."""
    match = CODE.fullmatch(text.strip())
    if match is None:
        raise typer.BadParameter(
            "expected 32 hexadecimal digits, or a link that ends with them",
            param_hint="'--code'",
        )
    return match[1]
