"""The store as everyone else sees it, with all that both databases are asked in the same words."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from byzanz.store.backup import Line, Rows, read_pages, writing
from byzanz.store.entry import Append, Appended, Conflict, Entry, Outage, RoomRow

ENTRY = "seq, at, command, digest, body"
ROW = "room, head, status, due, changed, is_public, code, rules"


class EventStore(ABC):
    """A log for every room, what is found without reading logs, and the people.

    Every call may raise `StoreBusy`. What was written is on disk when the call returns.
    """

    EACH: ClassVar[str]  # selects the texts of the JSON array $1

    @abstractmethod
    async def append(self, append: Append) -> Appended | Conflict:
        """Add an entry to its room's log; the first one makes the room.

        All of it is written or nothing. After `StoreBusy` either may be the case.
        """

    @abstractmethod
    def wakes(self) -> AsyncIterator[set[str]]:
        """Rooms that other processes have added to, as far as one hears of it.

        Some may be missed. It ends at once where nothing can be heard.
        """

    @abstractmethod
    async def now(self) -> int:
        """The time that all processes of this store agree on."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was begun, and let go of the database."""

    @abstractmethod
    async def _read(self, sql: str, *values: object) -> Rows:
        """The rows of a query."""

    @abstractmethod
    async def _write(self, sql: str, *values: object) -> Rows:
        """The returned rows of a change, once it is on disk."""

    @abstractmethod
    def _snapshot(self) -> AsyncGenerator[tuple[type[Line], Rows], None]:
        """The rows of all tables as they are at one moment, page by page."""

    @abstractmethod
    async def _fill(self, pages: Iterable[tuple[type[Line], Rows]]) -> None:
        """Write all rows or none; raises `RestoreRefused` if there are any."""

    async def log(self, room: str, after: int = 0) -> list[Entry]:
        """The entries of a room after this number, in order."""
        sql = f"SELECT {ENTRY} FROM log WHERE room = $1 AND seq > $2 ORDER BY seq"
        return [Entry(*row) for row in await self._read(sql, room, after)]

    async def entry_of(self, room: str, command: str) -> Entry | None:
        """The entry that a command led to."""
        sql = f"SELECT {ENTRY} FROM log WHERE room = $1 AND command = $2"
        rows = await self._read(sql, room, command)
        return Entry(*rows[0]) if rows else None

    async def row(self, room: str) -> RoomRow | None:
        """What is known of a room without its log."""
        rows = await self._rows("WHERE room = $1", room)
        return rows[0] if rows else None

    async def rows(self, status: str, *, is_public: bool | None = None) -> list[RoomRow]:
        """The rooms of a status, last changed first."""
        if is_public is None:
            return await self._rows("WHERE status = $1 ORDER BY changed DESC", status)
        where = "WHERE status = $1 AND is_public = $2 ORDER BY changed DESC"
        return await self._rows(where, status, is_public)

    async def rooms_of(self, person: str) -> list[RoomRow]:
        """The rooms that a person is a member of, last changed first."""
        where = "JOIN member USING (room) WHERE person = $1 ORDER BY changed DESC"
        return await self._rows(where, person)

    async def due_rows(self, until: int) -> list[RoomRow]:
        """The rooms to be woken up to this time, the longest due first."""
        return await self._rows("WHERE due <= $1 ORDER BY due", until)

    async def heads(self, rooms: Iterable[str]) -> dict[str, int]:
        """The last number of each of these rooms that is there."""
        sql = f"SELECT room, head FROM room WHERE room IN ({self.EACH})"
        found = await self._read(sql, msgspec.json.encode(list(rooms)).decode())
        return dict(found)

    async def room_of_code(self, code: str) -> str | None:
        """The room that a code leads to."""
        room: str | None = _first(await self._read("SELECT room FROM room WHERE code = $1", code))
        return room

    async def delete_rooms(self, status: str, *, changed_before: int, limit: int = 100) -> int:
        """Delete some old rooms with all that is theirs; how many (0: no more of them)."""
        old = "status = $1 AND changed < $2"  # asked twice: one may change meanwhile
        sql = f"""
            DELETE FROM room WHERE {old} AND room IN (SELECT room FROM room WHERE {old} LIMIT $3)
            RETURNING room
        """
        rooms = [room for (room,) in await self._write(sql, status, changed_before, limit)]
        await self.delete_findings(rooms)
        return len(rooms)

    async def add_person(self, person: str, at: int) -> None:
        """Know a person from now on."""
        sql = "INSERT INTO person (person, added, seen) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING"
        await self._write(sql, person, at)

    async def has_person(self, person: str) -> bool:
        """Is the person known?"""
        return bool(await self._read("SELECT 1 FROM person WHERE person = $1", person))

    async def touch(self, person: str, at: int) -> None:
        """The person was here."""
        await self._write("UPDATE person SET seen = $2 WHERE person = $1", person, at)

    async def delete_people(self, *, seen_before: int, limit: int = 100) -> int:
        """Forget some who were not here for long and sit in no room; how many (0: no more)."""
        sql = """
            DELETE FROM person WHERE seen < $1 AND person IN (
                SELECT person FROM person WHERE seen < $1
                AND NOT EXISTS (SELECT 1 FROM member WHERE member.person = person.person) LIMIT $2
            ) RETURNING person
        """
        return len(await self._write(sql, seen_before, limit))

    async def add_code(self, code_hash: str, person: str, until: int) -> None:
        """Let a one-time code stand for a person for some time."""
        sql = "INSERT INTO code (hash, person, until) VALUES ($1, $2, $3)"
        await self._write(sql, code_hash, person, until)

    async def take_code(self, code_hash: str, now: int) -> str | None:
        """The person of a one-time code, once and in time."""
        sql = "DELETE FROM code WHERE hash = $1 OR until <= $2 RETURNING hash, until, person"
        taken = await self._write(sql, code_hash, now)
        people = (person for found, until, person in taken if found == code_hash and until > now)
        return next(people, None)

    async def set_private(self, room: str, seat: int, body: bytes) -> None:
        """Keep what only this seat may know; the room is there."""
        sql = """
            INSERT INTO private (room, seat, body) VALUES ($1, $2, $3)
            ON CONFLICT (room, seat) DO UPDATE SET body = excluded.body
        """
        await self._write(sql, room, seat, body)

    async def private(self, room: str) -> dict[int, bytes]:
        """What is kept for the seats of a room."""
        found = await self._read("SELECT seat, body FROM private WHERE room = $1", room)
        return dict(found)

    async def add_replay(self, replay: str, body: bytes, at: int) -> None:
        """Keep a record that was sent; one that is there already is kept from now on."""
        sql = """
            INSERT INTO replay (replay, body, at) VALUES ($1, $2, $3)
            ON CONFLICT (replay) DO UPDATE SET at = excluded.at
        """
        await self._write(sql, replay, body, at)

    async def replay(self, replay: str) -> bytes | None:
        """A record that was sent."""
        body: bytes | None = _first(
            await self._read("SELECT body FROM replay WHERE replay = $1", replay)
        )
        return body

    async def delete_replays(self, *, sent_before: int, limit: int = 100) -> int:
        """Delete some old records with all that was found about them; how many (0: no more)."""
        old = "at < $1"  # asked twice: one may be sent again meanwhile
        sql = f"""
            DELETE FROM replay WHERE {old} AND replay IN (
                SELECT replay FROM replay WHERE {old} LIMIT $2
            ) RETURNING replay
        """
        replays = [replay for (replay,) in await self._write(sql, sent_before, limit)]
        await self.delete_findings(replays)
        return len(replays)

    async def add_finding(self, subject: str, number: int, body: bytes, at: int) -> None:
        """Keep what was found about a room or a sent record, if it is still there; once."""
        sql = """
            INSERT INTO finding (subject, number, body, at) SELECT $1, $2, $3, $4
            WHERE EXISTS (SELECT 1 FROM room WHERE room = $1)
            OR EXISTS (SELECT 1 FROM replay WHERE replay = $1)
            ON CONFLICT DO NOTHING
        """
        await self._write(sql, subject, number, body, at)

    async def findings(self, subject: str, first: int = 0) -> dict[int, bytes]:
        """What was found about a room or a sent record, by number, from one on, in order."""
        sql = """
            SELECT number, body FROM finding WHERE subject = $1 AND number >= $2 ORDER BY number
        """
        return dict(await self._read(sql, subject, first))

    async def finding_numbers(self, subject: str) -> list[int]:
        """Which findings there are, in order."""
        sql = "SELECT number FROM finding WHERE subject = $1 ORDER BY number"
        return [number for (number,) in await self._read(sql, subject)]

    async def delete_findings(self, subjects: Iterable[str]) -> None:
        """Forget what was found about these rooms and sent records."""
        sql = f"DELETE FROM finding WHERE subject IN ({self.EACH})"
        if given := list(subjects):
            await self._write(sql, msgspec.json.encode(given).decode())

    async def delete_old_findings(self, *, found_before: int, limit: int = 1000) -> int:
        """Forget some old findings; how many (0: no more)."""
        sql = """
            DELETE FROM finding WHERE at < $1 AND (subject, number) IN (
                SELECT subject, number FROM finding WHERE at < $1 LIMIT $2
            ) RETURNING number
        """
        return len(await self._write(sql, found_before, limit))

    async def beat(self, now: int) -> None:
        """Tell that the server is alive."""
        sql = """
            INSERT INTO beat (one, at) VALUES (1, $1)
            ON CONFLICT (one) DO UPDATE SET at = excluded.at
        """
        await self._write(sql, now)

    async def last_beat(self) -> int | None:
        """When the server was last alive."""
        at: int | None = _first(await self._read("SELECT at FROM beat"))
        return at

    async def add_outage(self, began: int, ended: int) -> None:
        """Note a time in which nobody could play."""
        sql = "INSERT INTO outage (began, ended) VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._write(sql, began, ended)

    async def outages(self) -> list[Outage]:
        """The times in which nobody could play, in order."""
        rows = await self._read("SELECT began, ended FROM outage ORDER BY began, ended")
        return [Outage(*row) for row in rows]

    async def backup(self, path: Path) -> None:
        """Write all there is at one moment to a file that either kind of store can restore."""
        with writing(path) as add:
            async with aclosing(self._snapshot()) as pages:
                async for table, rows in pages:
                    await asyncio.to_thread(add, table, rows)

    async def restore(self, path: Path) -> None:
        """Fill an empty store from a backup; raises `RestoreRefused`, and then it stays empty."""
        with path.open("rb") as file:
            await self._fill(read_pages(file))

    async def _rows(self, where: str, *values: object) -> list[RoomRow]:
        found = await self._read(f"SELECT {ROW} FROM room {where}", *values)
        return [_room_row(row) for row in found]


def _room_row(row: Sequence[Any]) -> RoomRow:
    room, head, status, due, changed, is_public, code, rules = row
    return RoomRow(room, head, status, due, changed, bool(is_public), code, rules)


def _first(rows: Rows) -> Any:
    return rows[0][0] if rows else None
