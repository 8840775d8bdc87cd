"""The interface of a store, and the queries that both databases share."""

import asyncio
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, ClassVar

from byzanz.store.alert_queries import AlertQueries
from byzanz.store.analysis_queries import AnalysisQueries
from byzanz.store.backup import Rows, backup_writer, read_pages
from byzanz.store.backup_lines import Line
from byzanz.store.challenge_queries import ChallengeQueries
from byzanz.store.daily_queries import DailyQueries
from byzanz.store.deletion_queries import DeletionQueries
from byzanz.store.job_queries import JobQueries
from byzanz.store.page_queries import PageQueries
from byzanz.store.person_queries import PersonQueries
from byzanz.store.process_queries import ProcessQueries
from byzanz.store.puzzle_queries import PuzzleQueries
from byzanz.store.replay_queries import ReplayQueries
from byzanz.store.result_queries import ResultQueries
from byzanz.store.rows import (
    Append,
    Appended,
    Conflict,
    Head,
    LogRow,
    Notifications,
    Outage,
    PrivateData,
    RoomRow,
)
from byzanz.store.sent_game_queries import SentGameQueries
from byzanz.store.sql_queries import first_value, json_array

ENTRY_COLUMNS = "seq, at, command, digest, body"
ROOM_COLUMNS = "room.room, head, status, due, changed, is_public, code, rules, is_listed, rewrites"
LEASED = "JOIN process USING (process) WHERE lease.room = room.room AND until > $1"


class EventStore(
    PersonQueries,
    ReplayQueries,
    ProcessQueries,
    PageQueries,
    JobQueries,
    AnalysisQueries,
    ResultQueries,
    DeletionQueries,
    ChallengeQueries,
    AlertQueries,
    DailyQueries,
    PuzzleQueries,
    SentGameQueries,
):
    """The logs of rooms with an index, people, results, alerts, records, findings and daily deals.

    Every method may raise `StoreBusy`. A write is on disk when its method returns.
    """

    is_shared: ClassVar[bool]  # whether several server processes may use it at once

    @abstractmethod
    async def append(self, append: Append) -> Appended | Conflict:
        """Append an entry to its room's log and update the room's row; entry 1 creates the room.

        The append is atomic, with the results of a game that it finishes and the alerts that it
        causes. After `StoreBusy` it may or may not have happened.
        """

    @abstractmethod
    def notifications(self) -> AsyncIterator[Notifications]:
        """Yield the rooms that other processes append to, and the messages that they send.

        Some may be missed. Ends at once if the database has no notifications.
        """

    @abstractmethod
    def job_notifications(self) -> AsyncIterator[Notifications]:
        """Yield the notifications of jobs alone, for a worker. See `notifications`."""

    @abstractmethod
    async def send(self, messages: Sequence[str]) -> None:
        """Send messages of at most `LONGEST_MESSAGE` bytes to all other processes."""

    @abstractmethod
    async def now(self) -> int:
        """Return the time that all processes on this store share."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes and close the database."""

    @abstractmethod
    def _snapshot(self) -> AsyncGenerator[tuple[type[Line], Rows], None]:
        """Yield the rows of all tables, page by page, as of one moment."""

    @abstractmethod
    async def _insert_pages(self, pages: Iterable[tuple[type[Line], Rows]]) -> None:
        """Insert all rows in one transaction; raises `RestoreRefused` if the store has any."""

    async def log(self, room: str, after: int = 0) -> list[LogRow]:
        """Return the entries of a room with `seq` greater than `after`, in order."""
        sql = f"SELECT {ENTRY_COLUMNS} FROM log WHERE room = $1 AND seq > $2 ORDER BY seq"
        return [LogRow(*row) for row in await self._read(sql, room, after)]

    async def row(self, room: str) -> RoomRow | None:
        """Return a room's row, or None if there is no such room."""
        rows = await self._rows("WHERE room = $1", room)
        return rows[0] if rows else None

    async def rows(self, status: str, *, is_public: bool | None = None) -> list[RoomRow]:
        """Return the rooms with a status, most recently changed first."""
        if is_public is None:
            return await self._rows("WHERE status = $1 ORDER BY changed DESC", status)
        where = "WHERE status = $1 AND is_public = $2 ORDER BY changed DESC"
        return await self._rows(where, status, is_public)

    async def listed_rows(self, limit: int) -> list[RoomRow]:
        """Return the running rooms that are listed for spectators, most recently changed first."""
        where = "WHERE is_listed AND status = 'running' ORDER BY changed DESC LIMIT $1"
        return await self._rows(where, limit)

    async def rooms_of(self, person: str) -> list[RoomRow]:
        """Return the rooms that a person is a member of, most recently changed first."""
        where = "JOIN member USING (room) WHERE person = $1 ORDER BY changed DESC"
        return await self._rows(where, person)

    async def due_rows(self, until: int) -> list[RoomRow]:
        """Return the rooms that are due by a time and whose lease no live process has."""
        where = f"WHERE due <= $1 AND NOT EXISTS (SELECT 1 FROM lease {LEASED}) ORDER BY due"
        return await self._rows(where, until)

    async def heads(self, rooms: Iterable[str]) -> dict[str, Head]:
        """Return the versions of each of these rooms; rooms that are not stored are left out."""
        sql = f"SELECT room, head, plans, rewrites FROM room WHERE room IN ({self.JSON_ITEMS})"
        return {
            room: Head(*versions) for room, *versions in await self._read(sql, json_array(rooms))
        }

    async def room_of_code(self, code: str) -> str | None:
        """Return the room with a room code, or None if no room has it."""
        sql = "SELECT room FROM room WHERE code = $1"
        room: str | None = first_value(await self._read(sql, code))
        return room

    async def delete_rooms(self, status: str, *, changed_before: int, limit: int = 100) -> int:
        """Delete up to `limit` old rooms with their logs, members, private data and findings.

        Returns the number of rooms deleted; 0 means that none are left. Results stay, and so do
        the rooms that a person keeps.
        """
        # Checked twice: a room may change during the query.
        old = """
            status = $1 AND changed < $2
            AND NOT EXISTS (SELECT 1 FROM result WHERE result.room = room.room AND is_kept)
        """
        sql = f"""
            DELETE FROM room WHERE {old} AND room IN (SELECT room FROM room WHERE {old} LIMIT $3)
            RETURNING room
        """
        rooms = [room for (room,) in await self._write(sql, status, changed_before, limit)]
        await self.delete_findings(rooms)
        return len(rooms)

    @abstractmethod
    async def set_private_data(self, room: str, seat: int, body: bytes) -> None:
        """Store data that only this seat may see, and raise its version. The room must exist."""

    async def private_data(self, room: str) -> PrivateData:
        """Return the private data of a room's seats, and how often the room's log was rewritten."""
        # The version is read first: if the data changes in between, the version is too old, and
        # an append that names it fails.
        rows = await self._read("SELECT plans, rewrites FROM room WHERE room = $1", room)
        version, rewrites = rows[0] if rows else (0, 0)
        bodies = dict(await self._read("SELECT seat, body FROM private WHERE room = $1", room))
        return PrivateData(version, bodies, rewrites)

    async def record_heartbeat(self, now: int) -> None:
        """Store the time at which a server was last alive, unless a later one is stored."""
        sql = """
            INSERT INTO beat (one, at) VALUES (1, $1)
            ON CONFLICT (one) DO UPDATE SET at = excluded.at WHERE excluded.at > beat.at
        """
        await self._write(sql, now)

    async def last_heartbeat(self) -> int | None:
        """Return when a server was last alive, or None if there was none yet."""
        at: int | None = first_value(await self._read("SELECT at FROM beat"))
        return at

    async def latest_time(self) -> int | None:
        """Return the latest time of all heartbeats, entries and outages, or None without any."""
        sql = """
            SELECT max(at) FROM (
                SELECT at FROM beat UNION ALL SELECT max(changed) FROM room
                UNION ALL SELECT max(ended) FROM outage
            ) AS times
        """
        at: int | None = first_value(await self._read(sql))
        return at

    async def add_outage(self, began: int, ended: int) -> None:
        """Store an outage; does nothing if it is already stored."""
        sql = "INSERT INTO outage (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._write(sql, began, ended)

    async def outages(self) -> list[Outage]:
        """Return all outages in order of time."""
        rows = await self._read("SELECT began, ended FROM outage ORDER BY began, ended")
        return [Outage(*row) for row in rows]

    async def backup(self, path: Path) -> None:
        """Write everything that can't be made again, as of one moment, to a file for `restore`.

        A backup of SQLite can be restored into PostgreSQL, and the other way round.
        """
        with backup_writer(path) as add:
            async with aclosing(self._snapshot()) as pages:
                async for table, rows in pages:
                    await asyncio.to_thread(add, table, rows)

    async def restore(self, path: Path) -> None:
        """Fill an empty store from a backup.

        Raises `RestoreRefused` if the store is not empty or the backup is incomplete; the store
        then stays unchanged.
        """
        with path.open("rb") as file:
            await self._insert_pages(read_pages(file))

    async def _rows(self, where: str, *values: object) -> list[RoomRow]:
        found = await self._read(f"SELECT {ROOM_COLUMNS} FROM room {where}", *values)
        return [_room_row(row) for row in found]


def _room_row(row: Sequence[Any]) -> RoomRow:
    room, head, status, due, changed, is_public, code, rules, is_listed, rewrites = row
    return RoomRow(
        *(room, head, status, due, changed, bool(is_public), code, rules),
        is_listed=bool(is_listed),
        rewrites=rewrites,
    )
