"""The store in a SQLite file, with one thread for writing and one for reading."""

import sqlite3
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from io import FileIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import astuple

from byzanz.store.backup import PAGE, Rows, insert_row, select_all, select_any
from byzanz.store.backup_lines import TABLES, Line
from byzanz.store.errors import RestoreRefused, UnsafeStore
from byzanz.store.event_store import EventStore
from byzanz.store.group_commit import GroupCommit
from byzanz.store.migrations import (
    OLDEST_PROGRAM,
    check_program,
    pending_migrations,
    program_level,
)
from byzanz.store.rows import Append, Appended, Conflict, Notifications, RatedRow, ResultRow
from byzanz.store.server_lock import lock_for_server
from byzanz.store.sql_queries import Statement
from byzanz.store.sqlite_thread import SqliteThread

JOURNAL = "journal_mode = WAL"
LOCK_PAUSE = 0.01  # seconds between two attempts to set the journal
SYNCHRONOUS = "synchronous = FULL"

INSERT_ROOM = """
    INSERT INTO room (head, status, due, changed, is_public, code, rules, is_listed, room)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (room) DO NOTHING
"""
UPDATE_ROOM = """
    UPDATE room SET
        head = ?, status = ?, due = ?, changed = ?, is_public = ?, code = ?, rules = ?,
        is_listed = ?
    WHERE room = ? AND head = ?
    AND NOT EXISTS (SELECT 1 FROM log WHERE log.room = room.room AND command = ?)
    AND plans = coalesce(?, plans) AND rewrites = ?
"""
INSERT_ENTRY = "INSERT INTO log (room, seq, at, command, digest, body) VALUES (?, ?, ?, ?, ?, ?)"
INSERT_PRIVATE = """
    INSERT INTO private (room, seat, body) VALUES (?, ?, ?)
    ON CONFLICT (room, seat) DO UPDATE SET body = excluded.body
"""
INSERT_MEMBER = "INSERT INTO member (room, person) VALUES (?, ?) ON CONFLICT DO NOTHING"
INSERT_RESULT = f"""
    INSERT INTO result ({", ".join(ResultRow.__struct_fields__)})
    VALUES ({", ".join("?" for _ in ResultRow.__struct_fields__)}) ON CONFLICT DO NOTHING
"""
INSERT_ALERTS = """
    INSERT INTO alert (subscription, room, seq, kind, begun, due)
    SELECT subscription, ?, ?, ?, ?, ? FROM subscription WHERE person = ? ON CONFLICT DO NOTHING
"""
NEXT_RATING_TURN = "UPDATE rating_turn SET turn = turn + 1 WHERE turn = ?"
SET_RATING = "UPDATE result SET rated = ?3, mu = ?4, sigma = ?5 WHERE person = ?1 AND room = ?2"
FIND_PERSON = "SELECT 1 FROM person WHERE person = ?"
FIND_REWRITES = "SELECT 1 FROM room WHERE room = ? AND rewrites = ?"
FIND_OLDEST_PROGRAM = "SELECT 1 FROM sqlite_master WHERE name = 'oldest_program'"

Job = Callable[[sqlite3.Connection], Any]


class SqliteStore(EventStore):
    """See `EventStore`."""

    is_shared = False
    JSON_ITEMS = "SELECT value FROM json_each($1)"
    JSON_PAIRS = "SELECT key, value FROM json_each($2)"
    SKIP_LOCKED = KEY_SHARE = ""  # one writer at a time
    BODY_HAS = "instr(body, CAST({} AS BLOB)) > 0"
    WITHOUT_NAME = "json_set(result.seats, '$[' || mine.seat || '].name', NULL)"
    NOTIFY_VERSION = NOTIFY_ASKER = "NULL"

    def __init__(
        self,
        path: Path,
        *,
        lock_timeout: float,
        folder: "TemporaryDirectory[str] | None",
        lock: FileIO | None,
    ) -> None:
        self._path = path
        self._lock = lock  # the lock of a server, held until close
        self._folder = folder  # the folder of a volatile store, deleted on close
        self._lock_timeout = lock_timeout
        connect = partial(_connect_writer, path, lock_timeout, is_volatile=folder is not None)
        self._writer = SqliteThread(connect)
        self._reader = self._new_reader()
        self._group: GroupCommit[Job, Any] = GroupCommit(self._commit)

    async def append(self, append: Append) -> Appended | Conflict:
        """See `EventStore`."""
        try:
            result: Appended | Conflict = await self._group.add(partial(_append, append))
        except sqlite3.IntegrityError as error:
            if str(error) != "UNIQUE constraint failed: room.code":
                raise
            return Conflict("code")
        return result

    async def notifications(self) -> AsyncIterator[Notifications]:
        """Yield nothing: SQLite has no notifications."""
        return
        yield

    job_notifications = notifications

    async def send(self, messages: Sequence[str]) -> None:
        """Do nothing: no other server may use the file."""

    async def set_private_data(self, room: str, seat: int, body: bytes) -> None:
        """See `EventStore`."""
        await self._group.add(partial(_set_private_data, room, seat, body))

    async def fill_in_results(
        self, room: str, results: Sequence[ResultRow], *, rewrites: int
    ) -> None:
        """See `ResultQueries`."""
        await self._group.add(partial(_fill_in_results, room, results, rewrites))

    async def store_ratings(self, turn: int, rows: Sequence[RatedRow]) -> bool:
        """See `ResultQueries`."""
        is_stored: bool = await self._group.add(partial(_store_ratings, turn, rows))
        return is_stored

    async def _transact(
        self, statements: Sequence[Statement], *, guard: Statement | None = None
    ) -> bool:
        is_done: bool = await self._group.add(partial(_execute_all, statements, guard))
        return is_done

    async def now(self) -> int:
        """Return the system's time: all processes are on one machine."""
        return time.time_ns() // 1_000_000

    async def close(self) -> None:
        """See `EventStore`."""
        await self._group.close()
        await self._reader.close()
        await self._writer.close()
        if self._lock is not None:
            self._lock.close()
        if self._folder is not None:
            self._folder.cleanup()

    async def _read(self, sql: str, *values: object) -> Rows:
        return await self._reader.run(partial(_fetch, sql, values))

    async def _write(self, sql: str, *values: object) -> Rows:
        rows: Rows = await self._group.add(partial(_fetch, sql, values))
        return rows

    async def _commit(self, jobs: list[Job]) -> list[Any]:
        return await self._writer.run(partial(_transaction, lambda c: [job(c) for job in jobs]))

    def _new_reader(self) -> SqliteThread:
        return SqliteThread(partial(_connect, self._path, self._lock_timeout))

    async def _snapshot(self) -> AsyncGenerator[tuple[type[Line], Rows], None]:
        reader = self._new_reader()
        try:
            await reader.run(lambda connection: connection.execute("BEGIN"))
            for table in TABLES:
                cursor = await reader.run(partial(_select, table))
                while rows := await reader.run(partial(_next_page, cursor)):
                    yield table, rows
        finally:
            await reader.close()

    async def _insert_pages(self, pages: Iterable[tuple[type[Line], Rows]]) -> None:
        await self._writer.run(partial(_transaction, partial(_insert_all, pages)))


async def open_sqlite(
    path: str, *, volatile: bool = False, for_server: bool = False, lock_timeout: float = 2
) -> SqliteStore:
    """Open the store in a file and migrate it.

    `for_server` raises `StoreInUse` if another server has the file open. `lock_timeout` is in
    seconds: a call raises `StoreBusy` if another process holds SQLite's own lock for longer. The
    path `:memory:` is a temporary file without fsync, for `volatile` only.
    """
    folder = None
    if path == ":memory:":
        if not volatile:
            raise UnsafeStore("a store in memory loses everything when it is closed: give a path")
        folder = TemporaryDirectory(prefix="byzanz-")
        path = f"{folder.name}/games.db"
    lock = lock_for_server(Path(path)) if for_server else None
    store = SqliteStore(Path(path), lock_timeout=lock_timeout, folder=folder, lock=lock)
    try:
        await store._writer.run(partial(_transaction, _migrate))
    except BaseException:
        await store.close()
        raise
    return store


def _connect(path: Path, lock_timeout: float) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=lock_timeout, isolation_level=None)


def _set_journal(connection: sqlite3.Connection, lock_timeout: float) -> None:
    """Use the log of writes; SQLite does not wait for the lock that a new file needs for that."""
    deadline = time.monotonic() + lock_timeout
    while True:
        try:
            connection.execute(f"PRAGMA {JOURNAL}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(LOCK_PAUSE)
        else:
            return


def _connect_writer(path: Path, lock_timeout: float, *, is_volatile: bool) -> sqlite3.Connection:
    with suppress(OSError):  # SQLite will report the error with a better message
        path.touch(0o600)
    connection = _connect(path, lock_timeout)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        _set_journal(connection, lock_timeout)
        connection.execute(f"PRAGMA {SYNCHRONOUS}")
        connection.execute("PRAGMA fullfsync = ON")  # on macOS, a plain fsync skips the disk
        if is_volatile:
            connection.execute("PRAGMA synchronous = OFF")
        else:
            _check_durable(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_durable(connection: sqlite3.Connection) -> None:
    for setting, safe in (("journal_mode", ("wal",)), ("synchronous", (2, 3))):
        value = connection.execute(f"PRAGMA {setting}").fetchone()[0]
        if value not in safe:
            raise UnsafeStore(f"SQLite would lose moves in a crash: {setting} is {value}")


def _migrate(connection: sqlite3.Connection) -> None:
    current = connection.execute("PRAGMA user_version").fetchone()[0]
    level = program_level("sqlite")
    if current > level:
        has_table = connection.execute(FIND_OLDEST_PROGRAM).fetchone()
        check_program(level, has_table and connection.execute(OLDEST_PROGRAM).fetchone())
    for number, sql in pending_migrations("sqlite", current):
        for statement in sql.split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number}")


def _transaction(job: Job, connection: sqlite3.Connection) -> Any:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = job(connection)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return result


def _fetch(sql: str, values: Sequence[object], connection: sqlite3.Connection) -> Rows:
    return connection.execute(sql, _named(values)).fetchall()


def _named(values: Sequence[object]) -> dict[str, object]:
    """Name the values 1, 2 …: SQLite reads $1 as the parameter named 1."""
    return {str(number): value for number, value in enumerate(values, 1)}


def _append(append: Append, connection: sqlite3.Connection) -> Appended | Conflict:
    entry, row = append.entry, append.row
    if any(not connection.execute(FIND_PERSON, (person,)).fetchone() for person in append.named):
        return Conflict("entry")
    facts = (
        *(row.head, row.status, row.due, row.changed, row.is_public, row.code, row.rules),
        row.is_listed,
    )
    if entry.seq == 1:
        changed = connection.execute(INSERT_ROOM, (*facts, row.room))
    else:
        where = (row.room, entry.seq - 1, entry.command, append.private_version, row.rewrites)
        changed = connection.execute(UPDATE_ROOM, (*facts, *where))
    if not changed.rowcount:
        return Conflict("entry")
    connection.execute(INSERT_ENTRY, (row.room, *astuple(entry)))
    if append.members is not None:
        connection.execute("DELETE FROM member WHERE room = ?", (row.room,))
        members = [(row.room, person) for person in append.members]
        connection.executemany(INSERT_MEMBER, members)
    if append.results is not None:
        _insert_results(row.room, append.results, connection)
    for person, kind, due in append.alerts:
        connection.execute(INSERT_ALERTS, (row.room, entry.seq, kind, entry.at, due, person))
    return Appended()


def _fill_in_results(
    room: str, results: Sequence[ResultRow], rewrites: int, connection: sqlite3.Connection
) -> None:
    if connection.execute(FIND_REWRITES, (room, rewrites)).fetchone():
        _insert_results(room, results, connection)


def _execute_all(
    statements: Sequence[Statement], guard: Statement | None, connection: sqlite3.Connection
) -> bool:
    if guard is not None and not _fetch(*guard, connection):
        return False
    for statement in statements:
        _fetch(*statement, connection)
    return True


def _insert_results(
    room: str, results: Sequence[ResultRow], connection: sqlite3.Connection
) -> None:
    connection.executemany(INSERT_RESULT, [astuple(result) for result in results])
    connection.execute("UPDATE room SET has_results = 1 WHERE room = ?", (room,))


def _store_ratings(turn: int, rows: Sequence[RatedRow], connection: sqlite3.Connection) -> bool:
    if not connection.execute(NEXT_RATING_TURN, (turn,)).rowcount:
        return False
    connection.executemany(SET_RATING, rows)
    return True


def _set_private_data(room: str, seat: int, body: bytes, connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE room SET plans = plans + 1 WHERE room = ?", (room,))
    connection.execute(INSERT_PRIVATE, (room, seat, body))


def _select(table: type[Line], connection: sqlite3.Connection) -> sqlite3.Cursor:
    return connection.execute(select_all(table))


def _next_page(cursor: sqlite3.Cursor, _connection: sqlite3.Connection) -> Rows:
    return cursor.fetchmany(PAGE)


def _insert_all(pages: Iterable[tuple[type[Line], Rows]], connection: sqlite3.Connection) -> None:
    if connection.execute(select_any()).fetchone():
        raise RestoreRefused("the store is not empty")
    for table, rows in pages:
        connection.executemany(insert_row(table), map(_named, rows))
