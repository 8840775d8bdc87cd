"""`byzanz admin`: looking after the rooms of a store, also while its server runs."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from byzanz.cli.arguments import Json
from byzanz.cli.commandline import BadInput, Command, CommandLine
from byzanz.cli.output import print_json
from byzanz.cli.source import shown as printable

if TYPE_CHECKING:
    from byzanz.store.entry import RoomRow
    from byzanz.store.eventstore import EventStore

EXAMPLE = "Example: byzanz admin list --store games.db"
SHOW = "Example: byzanz admin show 0123456789abcdef0123456789abcdef"
ABORT = "Example: byzanz admin abort 0123456789abcdef0123456789abcdef"
EXPORT = "Example: byzanz admin export records --store games.db"
BACKUP = "Example: byzanz admin backup 2031-05-01.jsonl --store games.db"
RESTORE = "Example: byzanz admin restore 2031-05-01.jsonl --store new.db"
STATUSES = ("waiting", "running", "finished", "aborted")
LIVELY = ("waiting", "running")

Result = TypeVar("Result")


def status_word(word: str) -> str:
    """Read a status; raises `typer.BadParameter`."""
    if word not in STATUSES:
        raise typer.BadParameter(f"expected {', '.join(STATUSES)}, not {word[:30]!r}")
    return word


def room_word(word: str) -> str:
    """The room of an id or a link."""
    return word.rstrip("/").rpartition("/")[2].lower()


Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="The server's store; else as the file or BYZANZ_STORE says, or byzanz.db.",
    ),
]
File = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The server's settings.")
]
RoomId = Annotated[
    str, typer.Argument(metavar="ROOM", parser=room_word, help="The id of a room, or its link.")
]
StatusWord = Annotated[
    str | None,
    typer.Option(
        metavar="S", parser=status_word, help=f"{', '.join(STATUSES)}; else the first two."
    ),
]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder for the records.")]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="What backup has written.")]

app = typer.Typer(
    cls=CommandLine,
    suggest_commands=False,
    help="Look after the rooms of a server, also while it runs.",
    epilog=EXAMPLE,
)


@app.command("list", cls=Command, epilog=EXAMPLE)
def list_rooms(
    *, status: StatusWord = None, store: Store = None, config: File = None, json: Json = False
) -> None:
    """List rooms, by status, with their seats, age and what is due."""
    from byzanz.cli.inspection import Listed, list_lines, listed  # noqa: PLC0415

    async def look() -> tuple[list[Listed], dict[str, int], int]:
        async with opened(store, config) as events:
            rows = {word: await events.rows(word) for word in STATUSES}
            words = LIVELY if status is None else (status,)
            found = [await listed(events, row) for word in words for row in rows[word]]
            counts = {word: len(rows[word]) for word in STATUSES}
            return [room for room in found if room is not None], counts, await events.now()

    rooms, counts, now = run(look())
    if json:
        print_json({"rooms": rooms, "counts": counts, "now": now})
        return
    for line in list_lines(rooms, now) if rooms else ():
        typer.echo(line)
    typer.echo(", ".join([f"{count} {word}" for word, count in counts.items()]))


@app.command(cls=Command, epilog=SHOW)
def show(room: RoomId, *, store: Store = None, config: File = None, json: Json = False) -> None:
    """Show a room: status, seats, clock and log, without what is hidden there."""
    from byzanz.cli.inspection import Shown, show_lines, shown  # noqa: PLC0415

    async def look() -> tuple[Shown, int]:
        async with opened(store, config) as events:
            return await shown(events, await row_of(events, room)), await events.now()

    found, now = run(look())
    if json:
        print_json(found)
        return
    for line in show_lines(found, now):
        typer.echo(line)


@app.command(cls=Command, epilog=ABORT)
def abort(room: RoomId, *, store: Store = None, config: File = None) -> None:
    """End a room's game; whoever follows it learns so within two seconds.

    The secret of its deal is told, as after every game.
    """
    from byzanz.server.upkeep import AlreadyOver, abort_room  # noqa: PLC0415

    async def end() -> int:
        async with opened(store, config) as events:
            try:
                return await abort_room(events, await row_of(events, room))
            except AlreadyOver as over:
                raise BadInput(f"byzanz: the game is over already: it is {over}") from None

    typer.echo(f"Aborted by entry {run(end())} of {room}")


@app.command(cls=Command, epilog=EXPORT)
def export(folder: Folder, *, store: Store = None, config: File = None) -> None:
    """Write the records of all finished and aborted games, each named by its deal."""
    from byzanz.cli.recording import make_folder  # noqa: PLC0415
    from byzanz.server.upkeep import finished_records  # noqa: PLC0415

    async def write() -> tuple[int, int]:
        count = others = 0
        async with opened(store, config) as events:
            make_folder(folder)
            async for deal, record in finished_records(events):
                if record is None:
                    others += 1
                    continue
                with told(folder, "a folder to write to"):
                    (folder / f"{deal}.byz").write_text(record, encoding="utf-8", newline="\n")
                count += 1
        return count, others

    count, others = run(write())
    typer.echo(f"{count} records are in {printable(str(folder))}")
    if others:
        typer.echo(f"{others} games have other rules: export them by their own program", err=True)


@app.command(cls=Command, epilog=BACKUP)
def backup(file: NewFile, *, store: Store = None, config: File = None) -> None:
    """Write all there is at one moment to a file; the server may run."""
    if file.exists():
        raise BadInput(f"{printable(str(file))}: is there already: expected a new file")

    async def write() -> None:
        async with opened(store, config) as events:
            with told(file, "a file to write"):
                await events.backup(file)

    run(write())
    typer.echo(f"The backup is {printable(str(file))}, {file.stat().st_size} bytes")


@app.command(cls=Command, epilog=RESTORE)
def restore(file: BackupFile, *, store: Store = None, config: File = None) -> None:
    """Fill an empty store from a backup, of either kind of store."""
    from byzanz.store.trouble import RestoreRefused  # noqa: PLC0415

    with told(file, "a backup"), file.open("rb"):
        pass

    async def fill() -> None:
        async with opened(store, config, is_new=True) as events:
            try:
                await events.restore(file)
            except RestoreRefused as error:
                raise BadInput(f"byzanz: nothing was restored: {error}") from None

    run(fill())
    typer.echo(f"Restored from {printable(str(file))}")


# --- the store --------------------------------------------------------------------------------


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """What comes of some work with a store; raises `BadInput`."""
    from asyncpg import PostgresError  # type: ignore[import-untyped]  # noqa: PLC0415

    from byzanz.store.trouble import NewerStore, NoStore, StoreBusy, UnsafeStore  # noqa: PLC0415

    try:
        return asyncio.run(work)
    except StoreBusy as error:
        raise BadInput(f"byzanz: the store does not answer now: {error}") from None
    except (NewerStore, NoStore, UnsafeStore, ValueError, sqlite3.Error, PostgresError) as error:
        raise BadInput(f"byzanz: the store can't be used: {error}") from None


@asynccontextmanager
async def opened(
    store: str | None, config: Path | None, *, is_new: bool = False
) -> AsyncIterator["EventStore"]:
    """The store of these options; raises `BadInput`, and what `open_store` raises."""
    from byzanz.server.config import BadConfig, read_config  # noqa: PLC0415
    from byzanz.store.opening import open_store, sqlite_path  # noqa: PLC0415

    try:
        address = read_config(config, os.environ, {"store": store}).store
    except BadConfig as error:
        raise BadInput(f"byzanz: {error}") from None
    path = sqlite_path(address)
    if path is not None and not is_new and not path.is_file():
        raise BadInput(
            f"byzanz: there is no store {printable(str(path))}: expected one with --store"
        )
    events = await open_store(address)
    try:
        yield events
    finally:
        await events.close()


async def row_of(store: "EventStore", room: str) -> "RoomRow":
    """A room that is there; raises `BadInput`."""
    row = await store.row(room)
    if row is None:
        raise BadInput(
            f"byzanz: the store has no room {printable(room)[:40]!r}: expected one that list shows"
        )
    return row


@contextmanager
def told(file: Path, expected: str) -> Iterator[None]:
    """Tell what is wrong with a file; raises `BadInput`."""
    try:
        yield
    except OSError as error:
        reason = str(error.strerror or error).lower()
        raise BadInput(f"{printable(str(file))}: {reason}: expected {expected}") from None
