"""`byzanz admin`: managing the rooms of a store, even while its server runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import Json
from byzanz.cli.command_line import BadInput, Command, CommandLine
from byzanz.cli.record_input import printable
from byzanz.cli.render.json_output import print_json
from byzanz.cli.store_access import opened_store, room_row, run_with_store

EXAMPLE = "Example: byzanz admin list --store games.db"
SHOW = "Example: byzanz admin show 0123456789abcdef0123456789abcdef"
ABORT = "Example: byzanz admin abort 0123456789abcdef0123456789abcdef"
EXPORT = "Example: byzanz admin export records --store games.db"
BACKUP = "Example: byzanz admin backup 2031-05-01.jsonl --store games.db"
RESTORE = "Example: byzanz admin restore 2031-05-01.jsonl --store new.db"
STATUSES = ("waiting", "running", "finished", "aborted")
ACTIVE_STATUSES = ("waiting", "running")


def parse_status(text: str) -> str:
    """Read a status; raises `typer.BadParameter`."""
    if text not in STATUSES:
        raise typer.BadParameter(f"expected {', '.join(STATUSES)}, not {text[:30]!r}")
    return text


def parse_room(text: str) -> str:
    """Return the room's id from an id or a link; does not check that it is one."""
    return text.rstrip("/").rpartition("/")[2].lower()


StoreAddress = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        help="The server's store. Default: as in --config or BYZANZ_STORE, or byzanz.db.",
    ),
]
ConfigFile = Annotated[
    Path | None, typer.Option("--config", metavar="FILE", help="The server's settings file.")
]
RoomId = Annotated[
    str, typer.Argument(metavar="ROOM", parser=parse_room, help="The id or link of a room.")
]
RoomStatus = Annotated[
    str | None,
    typer.Option(
        metavar="S",
        parser=parse_status,
        help=f"{', '.join(STATUSES)}. Default: waiting and running rooms.",
    ),
]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder for the records.")]
NewFile = Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")]
BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="A file that backup has written.")]

app = typer.Typer(
    cls=CommandLine,
    suggest_commands=False,
    help="Manage the rooms of a server, even while it runs.",
    epilog=EXAMPLE,
)


@app.command("list", cls=Command, epilog=EXAMPLE)
def list_rooms(
    *,
    status: RoomStatus = None,
    address: StoreAddress = None,
    config: ConfigFile = None,
    json: Json = False,
) -> None:
    """List rooms with their seats, their age and when they are due."""
    from byzanz.cli.room_inspection import RoomListing, list_lines, room_listing  # noqa: PLC0415
    from byzanz.server.ops.maintenance import server_time  # noqa: PLC0415

    async def read() -> tuple[list[RoomListing], dict[str, int], int]:
        async with opened_store(address, config) as store:
            rows = {each: await store.rows(each) for each in STATUSES}
            statuses = ACTIVE_STATUSES if status is None else (status,)
            found = [await room_listing(store, row) for each in statuses for row in rows[each]]
            counts = {each: len(rows[each]) for each in STATUSES}
            return [room for room in found if room is not None], counts, await server_time(store)

    rooms, counts, now = run_with_store(read())
    if json:
        print_json({"rooms": rooms, "counts": counts, "now": now})
        return
    for line in list_lines(rooms, now) if rooms else ():
        typer.echo(line)
    typer.echo(", ".join([f"{count} {each}" for each, count in counts.items()]))


@app.command(cls=Command, epilog=SHOW)
def show(
    room: RoomId, *, address: StoreAddress = None, config: ConfigFile = None, json: Json = False
) -> None:
    """Show a room's status, seats, clock and log, without its secrets."""
    from byzanz.cli.room_inspection import RoomDetails, detail_lines, room_details  # noqa: PLC0415
    from byzanz.server.ops.maintenance import server_time  # noqa: PLC0415

    async def read() -> tuple[RoomDetails, int]:
        async with opened_store(address, config) as store:
            return await room_details(store, await room_row(store, room)), await server_time(store)

    details, now = run_with_store(read())
    if json:
        print_json(details)
        return
    for line in detail_lines(details, now):
        typer.echo(line)


@app.command(cls=Command, epilog=ABORT)
def abort(room: RoomId, *, address: StoreAddress = None, config: ConfigFile = None) -> None:
    """Abort a room's game. Everybody in the room sees it within two seconds.

    This reveals the secret of its deal, as the end of every game does.
    """
    from byzanz.server.ops.maintenance import AlreadyOver, abort_room  # noqa: PLC0415

    async def end() -> int:
        async with opened_store(address, config) as store:
            try:
                return await abort_room(store, await room_row(store, room))
            except AlreadyOver as over:
                raise BadInput(f"byzanz: the game is already over: it was {over}") from None

    typer.echo(f"Aborted by entry {run_with_store(end())} of {room}")


@app.command(cls=Command, epilog=EXPORT)
def export(folder: Folder, *, address: StoreAddress = None, config: ConfigFile = None) -> None:
    """Write the records of all finished and aborted games, named after their deals."""
    from byzanz.cli.record_output import make_folder  # noqa: PLC0415
    from byzanz.server.ops.maintenance import finished_records  # noqa: PLC0415

    async def write() -> tuple[int, int]:
        count = skipped = 0
        async with opened_store(address, config) as store:
            make_folder(folder)
            async for deal, record in finished_records(store):
                if record is None:
                    skipped += 1
                    continue
                with file_errors(folder, "a folder to write to"):
                    (folder / f"{deal}.byz").write_text(record, encoding="utf-8", newline="\n")
                count += 1
        return count, skipped

    count, skipped = run_with_store(write())
    typer.echo(f"{count} records written to {printable(str(folder))}")
    if skipped:
        typer.echo(
            f"{skipped} games have other rules: export them with the program that played them",
            err=True,
        )


@app.command(cls=Command, epilog=BACKUP)
def backup(file: NewFile, *, address: StoreAddress = None, config: ConfigFile = None) -> None:
    """Back up the whole store to a file. The server may run meanwhile."""
    if file.exists():
        raise BadInput(f"{printable(str(file))}: exists already: expected a new file")

    async def write() -> None:
        async with opened_store(address, config) as store:
            with file_errors(file, "a file to write"):
                await store.backup(file)

    run_with_store(write())
    typer.echo(f"The backup is {printable(str(file))}, {file.stat().st_size} bytes")


@app.command(cls=Command, epilog=RESTORE)
def restore(file: BackupFile, *, address: StoreAddress = None, config: ConfigFile = None) -> None:
    """Restore a backup into an empty store, SQLite or PostgreSQL."""
    from byzanz.store.errors import RestoreRefused  # noqa: PLC0415

    with file_errors(file, "a backup"), file.open("rb"):
        pass

    async def fill() -> None:
        async with opened_store(address, config, may_create=True) as store:
            try:
                await store.restore(file)
            except RestoreRefused as error:
                raise BadInput(f"byzanz: nothing was restored: {error}") from None

    run_with_store(fill())
    typer.echo(f"Restored from {printable(str(file))}")


@contextmanager
def file_errors(file: Path, expected: str) -> Iterator[None]:
    """Raise an `OSError` as `BadInput` with the name of the file and what was expected."""
    try:
        yield
    except OSError as error:
        reason = str(error.strerror or error).lower()
        raise BadInput(f"{printable(str(file))}: {reason}: expected {expected}") from None
