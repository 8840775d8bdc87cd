"""The store in a PostgreSQL database, which any number of processes can share."""

import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it ships no types
from msgspec.structs import astuple

from byzanz.store.backup import PAGE, Rows, insert_row, select_all, select_any
from byzanz.store.backup_lines import TABLES, Line
from byzanz.store.errors import RestoreRefused, StoreBusy, UnsafeStore
from byzanz.store.event_store import EventStore
from byzanz.store.group_commit import GroupCommit
from byzanz.store.migrations import (
    OLDEST_PROGRAM,
    check_program,
    pending_migrations,
    program_level,
)
from byzanz.store.notifications import JOBS, MESSAGES, ROOMS, Listener
from byzanz.store.postgres_errors import transient_as_busy
from byzanz.store.rows import Append, Appended, Conflict, Notifications, RatedRow, ResultRow
from byzanz.store.sql_queries import Statement

POOL_SIZE = 8  # connections
MIGRATION_LOCK = 0x62797A616E7A  # arbitrary, but unique in the database
TABLE_LOCK_WAIT = "2s"  # while a migration waits for a table, the table's other users wait too
ROOMS_PER_NOTIFY = 100  # ids of up to 64 bytes; a NOTIFY payload has at most 8,000 bytes
DURABILITY_SETTINGS = ("fsync", "full_page_writes", "synchronous_commit")
SESSION_SETTINGS = {
    "application_name": "byzanz",
    "default_transaction_isolation": "read committed",
}

RESULT = ", ".join(ResultRow.__struct_fields__)
RESULT_TYPES = (
    *("text", "text", "bigint", "bigint", "bigint", "bigint", "bigint", "bigint"),
    *("text", "boolean", "text", "text"),
)


def given_results(first: int) -> str:
    """Return the SQL of results whose columns are the parameters from `first` on."""
    columns = enumerate(RESULT_TYPES, first)
    return (
        f"unnest({', '.join(f'${n}::{name}[]' for n, name in columns)}) AS given_result ({RESULT})"
    )


APPEND = f"""
WITH stored AS (
    SELECT person FROM person WHERE person = ANY ($20::text[]) FOR KEY SHARE
), given AS (
    SELECT * FROM unnest(
        $1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[],
        $7::bigint[], $8::text[], $9::bigint[], $10::boolean[], $11::text[], $12::text[],
        $13::boolean[], $14::boolean[], $15::bigint[]
    ) AS given (
        room, seq, at, command, digest, body, plans, status, due, is_public, code, rules,
        is_listed, has_results, rewrites
    ) WHERE room NOT IN (
        SELECT room FROM unnest($19::text[], $20::text[]) AS named (room, person)
        WHERE person NOT IN (SELECT person FROM stored)
    )
), created AS (
    INSERT INTO room (
        room, head, status, due, changed, is_public, code, rules, is_listed, has_results
    )
    SELECT room, seq, status, due, at, is_public, code, rules, is_listed, has_results
    FROM given WHERE seq = 1
    ON CONFLICT (room) DO NOTHING
    RETURNING room
), changed AS (
    UPDATE room SET
        head = seq, status = given.status, due = given.due, changed = at,
        is_public = given.is_public, code = given.code, rules = given.rules,
        is_listed = given.is_listed,
        has_results = room.has_results OR given.has_results
    FROM given
    WHERE room.room = given.room AND head = seq - 1 AND room.rewrites = given.rewrites
    AND (given.plans IS NULL OR given.plans = room.plans) AND NOT EXISTS (
        SELECT FROM log WHERE log.room = given.room AND log.command = given.command
    )
    RETURNING room.room
), appended AS (
    SELECT room FROM created UNION ALL SELECT room FROM changed
), logged AS (
    INSERT INTO log (room, seq, at, command, digest, body)
    SELECT room, seq, at, command, digest, body FROM given JOIN appended USING (room)
), present AS (
    SELECT * FROM unnest($16::text[], $17::text[]) AS present (room, person)
), removed AS (
    DELETE FROM member USING appended
    WHERE member.room = appended.room AND member.room = ANY ($18::text[])
    AND (member.room, member.person) NOT IN (SELECT room, person FROM present)
), added AS (
    INSERT INTO member (room, person) SELECT room, person FROM present JOIN appended USING (room)
    ON CONFLICT DO NOTHING
), finished AS (
    INSERT INTO result ({RESULT})
    SELECT {RESULT} FROM {given_results(22)} JOIN appended USING (room)
    ON CONFLICT DO NOTHING
), alerted AS (
    INSERT INTO alert (subscription, room, seq, kind, begun, due)
    SELECT subscription, room, seq, kind, at, due
    FROM unnest(
        $34::text[], $35::bigint[], $36::bigint[], $37::text[], $38::text[], $39::bigint[]
    ) AS given_alert (room, seq, at, person, kind, due)
    JOIN appended USING (room) JOIN subscription USING (person)
    ON CONFLICT DO NOTHING
)
SELECT array_agg(room), pg_notify('{ROOMS}', $21::text || ' ' || string_agg(room, ' '))
FROM (
    SELECT room, row_number() OVER () / {ROOMS_PER_NOTIFY} AS part FROM appended
) AS parts GROUP BY part
"""
"""Appends a group of entries in one statement: one transaction and one round trip.

If two processes append the same `seq`, the update of the room's row decides: the second one waits
for the row's lock, then finds a different head and appends nothing. A change of private data
updates the same row, so an append that depends on its version comes before or after the change;
the same holds for a rewrite of the log. The people whom an entry names are locked: the deletion of
one of them comes before, and nothing is appended, or it finds the entry.
"""
SET_PRIVATE = """
WITH changed AS (UPDATE room SET plans = plans + 1 WHERE room = $1)
INSERT INTO private (room, seat, body) VALUES ($1, $2, $3)
ON CONFLICT (room, seat) DO UPDATE SET body = excluded.body
"""
FILL_IN_RESULTS = f"""
WITH marked AS (
    UPDATE room SET has_results = true WHERE room = $1 AND rewrites = $2 RETURNING room
)
INSERT INTO result ({RESULT}) SELECT {RESULT} FROM {given_results(3)} JOIN marked USING (room)
ON CONFLICT DO NOTHING
"""
STORE_RATINGS = """
WITH next AS (UPDATE rating_turn SET turn = turn + 1 WHERE turn = $1 RETURNING turn), given AS (
    SELECT * FROM unnest($2::text[], $3::text[], $4::bigint[], $5::float8[], $6::float8[])
    AS given (person, room, rated, mu, sigma)
), changed AS (
    UPDATE result SET rated = given.rated, mu = given.mu, sigma = given.sigma FROM given, next
    WHERE result.person = given.person AND result.room = given.room
)
SELECT turn FROM next
"""
SEND = f"SELECT pg_notify('{MESSAGES}', $1 || ' ' || message) FROM unnest($2::text[]) AS message"


class PostgresStore(EventStore):
    """See `EventStore`. Uses a pool of connections, and one more for notifications."""

    is_shared = True
    JSON_ITEMS = "SELECT json_array_elements_text($1)"
    JSON_PAIRS = "SELECT key, value FROM json_each_text($2)"
    SKIP_LOCKED = "FOR UPDATE SKIP LOCKED"
    KEY_SHARE = "FOR KEY SHARE"
    BODY_HAS = "position(convert_to({}, 'UTF8') in body) > 0"
    WITHOUT_NAME = (
        "jsonb_set(result.seats::jsonb, ARRAY[mine.seat::text, 'name'], 'null'::jsonb)::text"
    )
    NOTIFY_VERSION = f"pg_notify('{JOBS}', version)"
    NOTIFY_ASKER = f"pg_notify('{JOBS}', asker)"

    def __init__(self, pool: Any, connect: Callable[[], Awaitable[Any]]) -> None:
        self._pool = pool
        self._name = secrets.token_hex(4)
        self._listener = Listener(connect, self._name, (ROOMS, MESSAGES, JOBS))
        self._job_listener = Listener(connect, self._name, (JOBS,))
        self._group: GroupCommit[Append, Appended | Conflict] = GroupCommit(
            self._commit, key=_room_id
        )

    async def append(self, append: Append) -> Appended | Conflict:
        """See `EventStore`."""
        try:
            return await self._group.add(append)
        except asyncpg.UniqueViolationError as error:
            if error.constraint_name != "room_code":
                raise
            return Conflict("code")

    def notifications(self) -> AsyncIterator[Notifications]:
        """See `EventStore`."""
        return self._listener.notifications()

    def job_notifications(self) -> AsyncIterator[Notifications]:
        """See `EventStore`."""
        return self._job_listener.notifications()

    async def send(self, messages: Sequence[str]) -> None:
        """See `EventStore`."""
        await self._read(SEND, self._name, messages)

    async def set_private_data(self, room: str, seat: int, body: bytes) -> None:
        """See `EventStore`."""
        await self._write(SET_PRIVATE, room, seat, body)

    async def fill_in_results(
        self, room: str, results: Sequence[ResultRow], *, rewrites: int
    ) -> None:
        """See `ResultQueries`."""
        await self._write(FILL_IN_RESULTS, room, rewrites, *_result_columns(results))

    async def store_ratings(self, turn: int, rows: Sequence[RatedRow]) -> bool:
        """See `ResultQueries`."""
        return bool(await self._write(STORE_RATINGS, turn, *_columns(list(rows), 5)))

    async def _transact(
        self, statements: Sequence[Statement], *, guard: Statement | None = None
    ) -> bool:
        with transient_as_busy():
            async with self._pool.acquire() as connection, connection.transaction():
                if guard is not None and not await connection.fetch(guard.sql, *guard.values):
                    return False
                for sql, values in statements:
                    await connection.execute(sql, *values)
        return True

    async def now(self) -> int:
        """See `EventStore`."""
        rows = await self._read("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(rows[0][0])

    async def close(self) -> None:
        """See `EventStore`."""
        await self._group.close()
        self._listener.close()
        self._job_listener.close()
        await self._pool.close()

    async def _read(self, sql: str, *values: object) -> Rows:
        with transient_as_busy():
            rows: Rows = await self._pool.fetch(sql, *values)
        return rows

    async def _write(self, sql: str, *values: object) -> Rows:
        return await self._read(sql, *values)

    async def _commit(self, appends: list[Append]) -> list[Appended | Conflict]:
        rows = await self._read(APPEND, *_arguments(appends, self._name))
        appended = {room for rooms, _ in rows for room in rooms}
        return [
            Appended() if _room_id(append) in appended else Conflict("entry") for append in appends
        ]

    async def _snapshot(self) -> AsyncGenerator[tuple[type[Line], Rows], None]:
        snapshot = {"isolation": "repeatable_read", "readonly": True}
        with transient_as_busy():
            async with self._pool.acquire() as connection, connection.transaction(**snapshot):
                for table in TABLES:
                    cursor = await connection.cursor(select_all(table))
                    while rows := await cursor.fetch(PAGE):
                        yield table, rows

    async def _insert_pages(self, pages: Iterable[tuple[type[Line], Rows]]) -> None:
        with transient_as_busy():
            async with self._pool.acquire() as connection, connection.transaction():
                if await connection.fetch(select_any()):
                    raise RestoreRefused("the store is not empty")
                for table, rows in pages:
                    await connection.executemany(insert_row(table), rows)


async def open_postgres(
    url: str, *, timeout: float = 10, may_migrate: bool = True
) -> PostgresStore:
    """Open the store in a database and migrate it; `timeout` limits every call, in seconds.

    Without `may_migrate` the database role needs no right to create tables, and a store with an
    older schema raises `StoreBusy`.
    """
    options = {"timeout": timeout, "server_settings": SESSION_SETTINGS}
    pool = asyncpg.create_pool(
        url,
        min_size=1,
        max_size=POOL_SIZE,
        command_timeout=timeout,
        init=_check_durable,
        reset=_skip_reset,
        **options,
    )
    connect = partial(asyncpg.connect, url, **options)
    with transient_as_busy():
        connection = await connect()
        try:
            await _check_durable(connection)
            await (_migrate(connection) if may_migrate else _check_schema(connection))
        finally:
            await connection.close()
        await pool
    return PostgresStore(pool, connect)


async def _check_durable(connection: Any) -> None:
    sql = "SELECT name FROM pg_settings WHERE setting = 'off' AND name = ANY ($1)"
    for (name,) in await connection.fetch(sql, DURABILITY_SETTINGS):
        raise UnsafeStore(f"PostgreSQL would lose moves in a crash: {name} is off")


async def _skip_reset(_connection: Any) -> None:
    """Skip asyncpg's reset, a second round trip per call: no call changes its session."""


async def _migrate(connection: Any) -> None:
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
        await connection.execute("CREATE TABLE IF NOT EXISTS migration (number integer)")
        current = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migration")
        await connection.execute(f"SET LOCAL lock_timeout = '{TABLE_LOCK_WAIT}'")
        for number, sql in await _pending(connection, current):
            await connection.execute(sql)
            await connection.execute("INSERT INTO migration (number) VALUES ($1)", number)


async def _pending(connection: Any, current: int) -> list[tuple[int, str]]:
    """Return the migrations after number `current`; raises `NewerStore`."""
    level = program_level("postgres")
    if current > level:
        has_table = await connection.fetchval("SELECT to_regclass('oldest_program') IS NOT NULL")
        check_program(level, await connection.fetchrow(OLDEST_PROGRAM) if has_table else None)
    return pending_migrations("postgres", current)


async def _check_schema(connection: Any) -> None:
    try:
        current = await connection.fetchval("SELECT coalesce(max(number), 0) FROM migration")
    except asyncpg.UndefinedTableError:
        current = 0
    if await _pending(connection, current):
        raise StoreBusy("the database has an older schema: start a server of this version first")


def _room_id(append: Append) -> str:
    return append.row.room


def _arguments(appends: list[Append], sender: str) -> list[Any]:
    """Return the parameters of `APPEND`: one list per column, and the sender of notifications."""
    appends = sorted(appends, key=_room_id)  # a fixed lock order prevents deadlocks
    entries = [(_room_id(append), *astuple(append.entry)) for append in appends]
    facts = [
        (
            *(append.private_version, row.status, row.due, row.is_public, row.code, row.rules),
            *(row.is_listed, append.results is not None, row.rewrites),
        )
        for append, row in [(append, append.row) for append in appends]
    ]
    changing = [append for append in appends if append.members is not None]
    members = [(_room_id(append), person) for append in changing for person in append.members or ()]
    named = [(_room_id(append), person) for append in appends for person in append.named]
    return [
        *_columns(entries, 6),
        *_columns(facts, 9),
        *_columns(members, 2),
        [_room_id(append) for append in changing],
        *_columns(named, 2),
        sender,
        *_result_columns([result for append in appends for result in append.results or ()]),
        *_columns(_alerts(appends), 6),
    ]


def _alerts(appends: list[Append]) -> list[tuple[Any, ...]]:
    return [
        (_room_id(append), append.entry.seq, append.entry.at, *alert)
        for append in appends
        for alert in append.alerts
    ]


def _result_columns(results: Sequence[ResultRow]) -> list[list[Any]]:
    return _columns([astuple(result) for result in results], len(RESULT_TYPES))


def _columns(rows: list[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[column] for row in rows] for column in range(width)]
