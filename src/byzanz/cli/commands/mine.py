"""`byzanz mine`: one's finished games on a server, in the terminal, and all data of oneself."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from byzanz.cli.arguments import Json, integer_parser
from byzanz.cli.command_line import BadInput
from byzanz.cli.commands.home import data_folder
from byzanz.cli.record_input import printable
from byzanz.cli.render.console import output_console, print_lines
from byzanz.cli.render.game_list import game_lines, progress_lines
from byzanz.cli.render.json_output import print_json
from byzanz.client.stored_keys import StoredKeys
from byzanz.wire.games import PlayedGame, Progress
from byzanz.wire.problems import Code as Problem

if TYPE_CHECKING:
    from byzanz.client.client import Client

EXAMPLE = "Example: byzanz mine http://127.0.0.1:8765 --code 0123456789abcdef0123456789abcdef"
HOME = "http://127.0.0.1:8765"
CHOICES = ("all", "bots", "friends")
RETRY_SECONDS = 5.0  # seconds for which requests are retried
SENTENCES = {
    Problem.NOT_FOUND: "the code is too old or was used: let your browser show another",
    Problem.NOT_KNOWN: "{server} no longer knows your key: pass a new --code",
    Problem.TOO_FAST: "{server} received too many requests: try again in a minute",
    Problem.BEING_MADE: "{server} is making your file already: try again in a minute",
    Problem.BUSY: "{server} is busy or being upgraded: nothing was changed, try again later",
    Problem.HAS_GAMES: "the key stored here has {games} games of its own at {server}, and games of"
    " two keys are not merged: pass --replace to give that key up, or --take its data first",
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

Take = Annotated[
    Path | None,
    typer.Option(
        "--take",
        metavar="FILE",
        help="Write everything that the server has about you to a new file.",
    ),
]
Delete = Annotated[
    bool,
    typer.Option("--delete", help="Delete everything that the server has about you, for good."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Delete without a question.")]
Replace = Annotated[
    bool,
    typer.Option("--replace", help="With --code: give up the stored key, even if it has games."),
]


def mine(  # noqa: PLR0913 - the options of the command
    server: Server = HOME,
    *,
    code: Code = None,
    replace: Replace = False,
    opponents: Opponents = "all",
    count: Count = 20,
    json: Json = False,
    take: Take = None,
    delete: Delete = False,
    yes: Yes = False,
) -> None:
    """List your finished games on a server, latest first, with trends, friends and your rating.

    Your key is in your browser. Let it show a code for another device, and pass that once. With
    --take or --delete nothing is listed: all your data is written to a file, or deleted.
    """
    # Imported here because the network libraries take a while to load.
    from byzanz.client.errors import ProtocolError, Unreachable  # noqa: PLC0415
    from byzanz.wire.problems import RequestRefused  # noqa: PLC0415

    server = server.rstrip("/")
    visit = Visit(server, code, may_replace=replace)
    try:
        if take is not None:
            asyncio.run(take_data(visit, take))
        if delete:
            asyncio.run(delete_data(visit, is_confirmed=yes))
        if delete or take is not None:
            return
        games, progress = asyncio.run(fetch(visit, opponents, count))
    except RequestRefused as refused:
        reason = SENTENCES.get(refused.code, "{server} refuses: {code}")
        facts = {"server": server, "code": refused.code, **refused.facts}
        raise BadInput(f"byzanz: {reason.format_map(facts)}") from None
    except (Unreachable, ProtocolError) as error:
        raise BadInput(f"byzanz: {error}") from None
    if json:
        print_json({"games": games, "progress": progress})
        return
    print_lines(output_console(), [*game_lines(games), *progress_lines(progress)])


class Visit:
    """A visit of a server with the stored key, or with the key of a code, which is stored."""

    def __init__(self, server: str, code: str | None, *, may_replace: bool) -> None:
        self.server = server
        self._code = code
        self._may_replace = may_replace
        self._keys = StoredKeys(data_folder(os.environ, sys.platform) / "keys.json")

    @asynccontextmanager
    async def client(self) -> AsyncIterator["Client"]:
        """Open a client with a key."""
        from byzanz.client.client import Client  # noqa: PLC0415

        server, code, self._code = self.server, self._code, None  # a code works once
        async with Client(server, self._keys.find(server), retry_seconds=RETRY_SECONDS) as client:
            if code is not None:
                claimed = await client.claim_code(read_code(code), may_replace=self._may_replace)
                self._keys.store(server, claimed.key)
            if client.key is None:
                raise BadInput(
                    f"byzanz: no key for {server} is stored here: expected --code with a code from"
                    " its page Another device"
                )
            yield client

    def forget_key(self) -> None:
        """Forget the stored key."""
        self._keys.remove(self.server)


async def take_data(visit: Visit, path: Path) -> None:
    """Write everything that the server has about this person to a new file."""
    if path.exists():
        raise BadInput(f"byzanz: {printable(str(path))} exists: expected a new file")
    async with visit.client() as client:
        data = await client.my_data()
    try:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")
    except OSError as error:
        reason = str(error.strerror).lower()
        raise BadInput(f"byzanz: {printable(str(path))}: {reason}") from None
    typer.echo(f"{printable(str(path))} has {len(data.games)} games")


async def delete_data(visit: Visit, *, is_confirmed: bool) -> None:
    """Delete everything that the server has about this person, after a question."""
    async with visit.client() as client:
        games = (await client.my_games()).count
        question = (
            f"Delete {games} games, your name in games with others and your key at {visit.server},"
            " for good?"
        )
        if not (is_confirmed or typer.confirm(question)):
            raise BadInput("byzanz: nothing was deleted")
        deleted = await client.delete_data()
    visit.forget_key()
    typer.echo("Everything is deleted, and so is the key on this machine.")
    if not deleted.is_complete:
        typer.echo("A few games with others are still being changed, for a minute at most.")


async def fetch(visit: Visit, opponents: str, count: int) -> tuple[list[PlayedGame], Progress]:
    """Return the latest games, and what all games show."""
    async with visit.client() as client:
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
