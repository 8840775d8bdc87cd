"""The store in PostgreSQL, shared by any number of processes."""

import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types
from msgspec.structs import astuple

from byzanz.store.backup import PAGE, TABLES, Line, Rows, anything, insertion, selection
from byzanz.store.busy import busy
from byzanz.store.entry import Append, Appended, Conflict
from byzanz.store.eventstore import EventStore
from byzanz.store.group import Group
from byzanz.store.listener import CHANNEL, Listener
from byzanz.store.migration import missing_steps
from byzanz.store.trouble import RestoreRefused, UnsafeStore

CONNECTIONS = 8
MIGRATION_LOCK = 0x62797A616E7A  # any number that no one else uses
CALL = 100  # rooms that fit into one NOTIFY of 8,000 bytes
NEEDED = ("fsync", "full_page_writes", "synchronous_commit")
SESSION = {"application_name": "byzanz", "default_transaction_isolation": "read committed"}

APPEND = f"""
WITH given AS (
    SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[],
        $7::text[], $8::bigint[], $9::boolean[], $10::text[], $11::text[]
    ) AS given (room, seq, at, command, digest, body, status, due, is_public, code, rules)
), made AS (
    INSERT INTO room (room, head, status, due, changed, is_public, code, rules)
    SELECT room, seq, status, due, at, is_public, code, rules FROM given WHERE seq = 1
    ON CONFLICT (room) DO NOTHING
    RETURNING room
), changed AS (
    UPDATE room SET
        head = seq, status = given.status, due = given.due, changed = at,
        is_public = given.is_public, code = given.code, rules = given.rules
    FROM given
    WHERE room.room = given.room AND head = seq - 1 AND NOT EXISTS (
        SELECT FROM log WHERE log.room = given.room AND log.command = given.command
    )
    RETURNING room.room
), done AS (
    SELECT room FROM made UNION ALL SELECT room FROM changed
), entered AS (
    INSERT INTO log (room, seq, at, command, digest, body)
    SELECT room, seq, at, command, digest, body FROM given JOIN done USING (room)
), seated AS (
    SELECT * FROM unnest($12::text[], $13::text[]) AS seated (room, person)
), left_by AS (
    DELETE FROM member USING done
    WHERE member.room = done.room AND member.room = ANY ($14::text[])
    AND (member.room, member.person) NOT IN (SELECT room, person FROM seated)
), joined_by AS (
    INSERT INTO member (room, person) SELECT room, person FROM seated JOIN done USING (room)
    ON CONFLICT DO NOTHING
)
SELECT array_agg(room), pg_notify('{CHANNEL}', $15::text || ' ' || string_agg(room, ' '))
FROM (SELECT room, row_number() OVER () / {CALL} AS part FROM done) AS parts GROUP BY part
"""
"""One statement is one transaction and one way there and back.

The update of a room's row decides who is first: others wait for its lock, then find another head.
"""


class PostgresStore(EventStore):
    """A pool of connections, and one more to hear of other processes."""

    EACH = "SELECT json_array_elements_text($1)"

    def __init__(self, pool: Any, connect: Callable[[], Awaitable[Any]]) -> None:
        self._pool = pool
        self._name = secrets.token_hex(4)
        self._listener = Listener(connect, self._name)
        self._group: Group[Append, Appended | Conflict] = Group(self._commit, key=_room)

    async def append(self, append: Append) -> Appended | Conflict:
        """See `EventStore`."""
        try:
            return await self._group.add(append)
        except asyncpg.UniqueViolationError as error:
            if error.constraint_name != "room_code":
                raise
            return Conflict("code")

    def wakes(self) -> AsyncIterator[set[str]]:
        """See `EventStore`."""
        return self._listener.rooms()

    async def now(self) -> int:
        """See `EventStore`."""
        rows = await self._read("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(rows[0][0])

    async def close(self) -> None:
        """See `EventStore`."""
        await self._group.close()
        self._listener.close()
        await self._pool.close()

    async def _read(self, sql: str, *values: object) -> Rows:
        with busy():
            rows: Rows = await self._pool.fetch(sql, *values)
        return rows

    async def _write(self, sql: str, *values: object) -> Rows:
        return await self._read(sql, *values)

    async def _commit(self, appends: list[Append]) -> list[Appended | Conflict]:
        rows = await self._read(APPEND, *_arguments(appends), self._name)
        done = {room for rooms, _ in rows for room in rooms}
        return [Appended() if _room(append) in done else Conflict("entry") for append in appends]

    async def _snapshot(self) -> AsyncGenerator[tuple[type[Line], Rows], None]:
        moment = {"isolation": "repeatable_read", "readonly": True}
        with busy():
            async with self._pool.acquire() as connection, connection.transaction(**moment):
                for table in TABLES:
                    cursor = await connection.cursor(selection(table))
                    while rows := await cursor.fetch(PAGE):
                        yield table, rows

    async def _fill(self, pages: Iterable[tuple[type[Line], Rows]]) -> None:
        with busy():
            async with self._pool.acquire() as connection, connection.transaction():
                if await connection.fetch(anything()):
                    raise RestoreRefused("the store is not empty")
                for table, rows in pages:
                    await connection.executemany(insertion(table), rows)


async def open_postgres(url: str, *, timeout: float = 10) -> PostgresStore:
    """The store in a database; no call waits longer for it than `timeout` seconds."""
    options = {"timeout": timeout, "server_settings": SESSION}
    pool = asyncpg.create_pool(
        url,
        min_size=1,
        max_size=CONNECTIONS,
        command_timeout=timeout,
        init=_check_safe,
        reset=_keep,
        **options,
    )
    connect = partial(asyncpg.connect, url, **options)
    with busy():
        connection = await connect()
        try:
            await _check_safe(connection)
            await _migrate(connection)
        finally:
            await connection.close()
        await pool
    return PostgresStore(pool, connect)


async def _check_safe(connection: Any) -> None:
    sql = "SELECT name FROM pg_settings WHERE setting = 'off' AND name = ANY ($1)"
    for (name,) in await connection.fetch(sql, NEEDED):
        raise UnsafeStore(f"PostgreSQL would lose moves in a crash: {name} is off")


async def _keep(_connection: Any) -> None:
    """Nothing is set in a session: the usual way to clean it would double every call."""


async def _migrate(connection: Any) -> None:
    async with connection.transaction():
        lock = f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"
        await connection.execute(lock)
        await connection.execute("CREATE TABLE IF NOT EXISTS migration (number integer)")
        number = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migration")
        for step, sql in missing_steps("postgres", number):
            await connection.execute(sql)
            await connection.execute("INSERT INTO migration (number) VALUES ($1)", step)


def _room(append: Append) -> str:
    return append.row.room


def _arguments(appends: list[Append]) -> list[list[Any]]:
    """The columns of `APPEND`."""
    appends = sorted(appends, key=_room)  # locks are taken in one order everywhere
    entries = [(_room(append), *astuple(append.entry)) for append in appends]
    facts = [
        (row.status, row.due, row.is_public, row.code, row.rules)
        for row in (append.row for append in appends)
    ]
    replaced = [append for append in appends if append.members is not None]
    seats = [(_room(append), person) for append in replaced for person in append.members or ()]
    return [
        *_columns(entries, 6),
        *_columns(facts, 5),
        *_columns(seats, 2),
        [_room(append) for append in replaced],
    ]


def _columns(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(width)]
