"""The queries for the server processes that share a store, their presence and their leases."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from byzanz.store.rows import PresenceRow, ProcessRow
from byzanz.store.sql_queries import SqlQueries, first_value, json_array

PRESENCE_COLUMNS = "presence.process, room, body, until"
IS_DEAD = "NOT EXISTS (SELECT 1 FROM process WHERE process.process = lease.process AND until > $2)"


class ProcessQueries(SqlQueries):
    """The tables `process`, `presence` and `lease`.

    A process is alive until the time in its row, which it renews. Its presence and leases are
    deleted with its row. None of these tables is in a backup.
    """

    JSON_PAIRS: ClassVar[str]  # a subquery: keys and texts of the JSON object in $2, one per row

    async def renew_process(self, row: ProcessRow) -> None:
        """Store the row of a process, with the time until which it counts as alive."""
        sql = """
            INSERT INTO process (process, until, level, connections) VALUES ($1, $2, $3, $4)
            ON CONFLICT (process) DO UPDATE SET
                until = excluded.until, level = excluded.level, connections = excluded.connections
        """
        await self._write(sql, *msgspec.structs.astuple(row))

    async def live_processes(self, now: int) -> list[ProcessRow]:
        """Return the processes that are alive at a time."""
        sql = "SELECT process, until, level, connections FROM process WHERE until > $1"
        return [ProcessRow(*row) for row in await self._read(sql, now)]

    async def delete_process(self, process: str) -> None:
        """Delete a process with its presence and its leases."""
        await self._write("DELETE FROM process WHERE process = $1", process)

    async def delete_dead_processes(self, *, expired_before: int) -> None:
        """Delete the processes whose lease ended before `expired_before`."""
        await self._write("DELETE FROM process WHERE until < $1", expired_before)

    async def set_presence(self, process: str, bodies: Mapping[str, str], at: int) -> None:
        """Store the people whom a process sees in some rooms; `bodies` is by room."""
        sql = f"""
            INSERT INTO presence (process, room, body, at)
            SELECT $1, pair.key, pair.value, $3 FROM ({self.JSON_PAIRS}) AS pair WHERE true
            ON CONFLICT (process, room) DO UPDATE SET body = excluded.body, at = excluded.at
        """
        await self._write(sql, process, msgspec.json.encode(bodies).decode(), at)

    async def presence_of(self, room: str) -> list[PresenceRow]:
        """Return the people whom each process sees, or last saw, in a room."""
        return await self._presence("room = $1", room)

    async def presence_since(self, at: int) -> list[PresenceRow]:
        """Return the presence that was stored at or after a time."""
        return await self._presence("at >= $1", at)

    async def live_presence_naming(self, person: str, now: int) -> list[str]:
        """Return the presence that names a person, as live processes have stored it."""
        sql = """
            SELECT body FROM presence JOIN process ON process.process = presence.process
            WHERE until > $2 AND body LIKE '%' || $1 || '%'
        """
        return [body for (body,) in await self._read(sql, person, now)]

    async def _presence(self, where: str, *values: object) -> list[PresenceRow]:
        sql = f"""
            SELECT {PRESENCE_COLUMNS} FROM presence
            JOIN process ON process.process = presence.process WHERE {where}
        """
        return [PresenceRow(*row) for row in await self._read(sql, *values)]

    async def claim_lease(self, room: str, process: str, now: int) -> str | None:
        """Claim the lease of a room unless a live process has it; return the process that has it.

        Returns None if that process gave it up in the meantime: try again.
        """
        sql = f"""
            INSERT INTO lease (room, process) VALUES ($1, $3)
            ON CONFLICT (room) DO UPDATE SET process = excluded.process WHERE {IS_DEAD}
            RETURNING process
        """
        if await self._write(sql, room, now, process):
            return process
        holder: str | None = first_value(
            await self._read("SELECT process FROM lease WHERE room = $1", room)
        )
        return holder

    async def release_leases(self, process: str, rooms: Iterable[str]) -> None:
        """Give up a process's leases of some rooms."""
        sql = f"DELETE FROM lease WHERE process = $2 AND room IN ({self.JSON_ITEMS})"
        await self._write(sql, json_array(rooms), process)
