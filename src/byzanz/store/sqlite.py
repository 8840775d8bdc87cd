"""The store in a SQLite file: one thread writes, another reads."""

import sqlite3
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import astuple

from byzanz.store.backup import PAGE, TABLES, Line, Rows, anything, insertion, selection
from byzanz.store.entry import Append, Appended, Conflict
from byzanz.store.eventstore import EventStore
from byzanz.store.group import Group
from byzanz.store.lane import Lane
from byzanz.store.migration import missing_steps
from byzanz.store.trouble import RestoreRefused, UnsafeStore

JOURNAL = "journal_mode = WAL"
SYNCHRONOUS = "synchronous = FULL"

MAKE_ROOM = """
    INSERT INTO room (head, status, due, changed, is_public, code, rules, room)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room) DO NOTHING
"""
CHANGE_ROOM = """
    UPDATE room SET
        head = ?, status = ?, due = ?, changed = ?, is_public = ?, code = ?, rules = ?
    WHERE room = ? AND head = ?
    AND NOT EXISTS (SELECT 1 FROM log WHERE log.room = room.room AND command = ?)
"""
ADD_ENTRY = "INSERT INTO log (room, seq, at, command, digest, body) VALUES (?, ?, ?, ?, ?, ?)"
ADD_MEMBER = "INSERT INTO member (room, person) VALUES (?, ?) ON CONFLICT DO NOTHING"

Job = Callable[[sqlite3.Connection], Any]


class SqliteStore(EventStore):
    """A file and its two lanes."""

    EACH = "SELECT value FROM json_each($1)"

    def __init__(
        self, path: Path, *, wait: float, folder: "TemporaryDirectory[str] | None"
    ) -> None:
        self._path = path
        self._folder = folder  # goes with the store
        self._wait = wait
        self._writer = Lane(partial(_connect_writer, path, wait, is_volatile=folder is not None))
        self._reader = self._new_reader()
        self._group: Group[Job, Any] = Group(self._commit)

    async def append(self, append: Append) -> Appended | Conflict:
        """See `EventStore`."""
        try:
            outcome: Appended | Conflict = await self._group.add(partial(_enter, append))
        except sqlite3.IntegrityError as error:
            if str(error) != "UNIQUE constraint failed: room.code":
                raise
            return Conflict("code")
        return outcome

    async def wakes(self) -> AsyncIterator[set[str]]:
        """See `EventStore`: a file calls nobody."""
        return
        yield

    async def now(self) -> int:
        """See `EventStore`: all processes are on one machine."""
        return time.time_ns() // 1_000_000

    async def close(self) -> None:
        """See `EventStore`."""
        await self._group.close()
        await self._reader.close()
        await self._writer.close()
        if self._folder is not None:
            self._folder.cleanup()

    async def _read(self, sql: str, *values: object) -> Rows:
        return await self._reader.run(partial(_fetch, sql, values))

    async def _write(self, sql: str, *values: object) -> Rows:
        rows: Rows = await self._group.add(partial(_fetch, sql, values))
        return rows

    async def _commit(self, jobs: list[Job]) -> list[Any]:
        return await self._writer.run(partial(_transaction, lambda c: [job(c) for job in jobs]))

    def _new_reader(self) -> Lane:
        return Lane(partial(_connect, self._path, self._wait))

    async def _snapshot(self) -> AsyncGenerator[tuple[type[Line], Rows], None]:
        lane = self._new_reader()
        try:
            await lane.run(lambda connection: connection.execute("BEGIN"))
            for table in TABLES:
                cursor = await lane.run(partial(_select, table))
                while rows := await lane.run(partial(_page, cursor)):
                    yield table, rows
        finally:
            await lane.close()

    async def _fill(self, pages: Iterable[tuple[type[Line], Rows]]) -> None:
        await self._writer.run(partial(_transaction, partial(_insert_all, pages)))


async def open_sqlite(path: str, *, volatile: bool = False, wait: float = 2) -> SqliteStore:
    """The store in a file; `wait` so many seconds for others who hold its lock."""
    folder = None
    if path == ":memory:":
        if not volatile:
            raise UnsafeStore("a store in memory loses everything: give a path")
        folder = TemporaryDirectory(prefix="byzanz-")
        path = f"{folder.name}/games.db"
    store = SqliteStore(Path(path), wait=wait, folder=folder)
    try:
        await store._writer.run(partial(_transaction, _migrate))
    except BaseException:
        await store.close()
        raise
    return store


def _connect(path: Path, wait: float) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=wait, isolation_level=None)


def _connect_writer(path: Path, wait: float, *, is_volatile: bool) -> sqlite3.Connection:
    with suppress(OSError):  # SQLite has the better words
        path.touch(0o600)
    connection = _connect(path, wait)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA {JOURNAL}")
        connection.execute(f"PRAGMA {SYNCHRONOUS}")
        connection.execute("PRAGMA fullfsync = ON")  # on macOS only this one waits for the disk
        if is_volatile:
            connection.execute("PRAGMA synchronous = OFF")
        else:
            _check_safe(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_safe(connection: sqlite3.Connection) -> None:
    for setting, safe in (("journal_mode", ("wal",)), ("synchronous", (2, 3))):
        value = connection.execute(f"PRAGMA {setting}").fetchone()[0]
        if value not in safe:
            raise UnsafeStore(f"SQLite would lose moves in a crash: {setting} is {value}")


def _migrate(connection: sqlite3.Connection) -> None:
    number = connection.execute("PRAGMA user_version").fetchone()[0]
    for step, sql in missing_steps("sqlite", number):
        for statement in sql.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {step}")


def _transaction(work: Callable[[sqlite3.Connection], Any], connection: sqlite3.Connection) -> Any:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return result


def _fetch(sql: str, values: Sequence[object], connection: sqlite3.Connection) -> Rows:
    return connection.execute(sql, _named(values)).fetchall()


def _named(values: Sequence[object]) -> dict[str, object]:
    """SQLite takes $1 for a name."""
    return {str(number): value for number, value in enumerate(values, 1)}


def _enter(append: Append, connection: sqlite3.Connection) -> Appended | Conflict:
    entry, row = append.entry, append.row
    facts = (row.head, row.status, row.due, row.changed, row.is_public, row.code, row.rules)
    if entry.seq == 1:
        changed = connection.execute(MAKE_ROOM, (*facts, row.room))
    else:
        where = (row.room, entry.seq - 1, entry.command)
        changed = connection.execute(CHANGE_ROOM, (*facts, *where))
    if not changed.rowcount:
        return Conflict("entry")
    connection.execute(ADD_ENTRY, (row.room, *astuple(entry)))
    if append.members is not None:
        connection.execute("DELETE FROM member WHERE room = ?", (row.room,))
        members = [(row.room, person) for person in append.members]
        connection.executemany(ADD_MEMBER, members)
    return Appended()


def _select(table: type[Line], connection: sqlite3.Connection) -> sqlite3.Cursor:
    return connection.execute(selection(table))


def _page(cursor: sqlite3.Cursor, _connection: sqlite3.Connection) -> Rows:
    return cursor.fetchmany(PAGE)


def _insert_all(pages: Iterable[tuple[type[Line], Rows]], connection: sqlite3.Connection) -> None:
    if connection.execute(anything()).fetchone():
        raise RestoreRefused("the store is not empty")
    for table, rows in pages:
        connection.executemany(insertion(table), map(_named, rows))
