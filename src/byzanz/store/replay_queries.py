"""The queries for uploaded records and for the findings of analyses."""

from collections.abc import Iterable

from byzanz.store.sql_queries import SqlQueries, first_value, json_array


class ReplayQueries(SqlQueries):
    """The tables `replay` and `finding`. The subject of a finding is a room or a replay."""

    async def add_replay(self, replay: str, body: bytes, at: int) -> None:
        """Store an uploaded record; if it is already stored, only renew its date."""
        sql = """
            INSERT INTO replay (replay, body, at) VALUES ($1, $2, $3)
            ON CONFLICT (replay) DO UPDATE SET at = excluded.at
        """
        await self._write(sql, replay, body, at)

    async def replay(self, replay: str) -> bytes | None:
        """Return the record of a game that was not played here, or None if it is not stored.

        It was uploaded, sent by a person as their own game, or is the expert's line of a day.
        """
        body: bytes | None = first_value(
            await self._read(
                "SELECT body FROM replay WHERE replay = $1"
                " UNION ALL SELECT body FROM daily_line WHERE replay = $1"
                " UNION ALL SELECT body FROM sent_game WHERE game = $1",
                replay,
            )
        )
        return body

    async def delete_replays(self, *, sent_before: int, limit: int = 100) -> int:
        """Delete up to `limit` old records and their findings.

        Returns the number of records deleted; 0 means that none are left.
        """
        old = "at < $1"  # checked twice: a record may be uploaded again during the query
        sql = f"""
            DELETE FROM replay WHERE {old} AND replay IN (
                SELECT replay FROM replay WHERE {old} LIMIT $2
            ) RETURNING replay
        """
        replays = [replay for (replay,) in await self._write(sql, sent_before, limit)]
        await self.delete_findings(replays)
        return len(replays)

    async def add_finding(self, subject: str, number: int, body: bytes, at: int) -> None:
        """Store a finding; does nothing if it is already stored or the subject is deleted."""
        sql = """
            INSERT INTO finding (subject, number, body, at) SELECT $1, $2, $3, $4
            WHERE EXISTS (SELECT 1 FROM room WHERE room = $1)
            OR EXISTS (SELECT 1 FROM replay WHERE replay = $1)
            OR EXISTS (SELECT 1 FROM daily_line WHERE replay = $1)
            OR EXISTS (SELECT 1 FROM sent_game WHERE game = $1 AND body IS NOT NULL)
            ON CONFLICT DO NOTHING
        """
        await self._write(sql, subject, number, body, at)

    async def findings(self, subject: str, first: int = 0) -> dict[int, bytes]:
        """Return the findings of a subject from number `first` on, in order, by number."""
        sql = """
            SELECT number, body FROM finding WHERE subject = $1 AND number >= $2 ORDER BY number
        """
        return dict(await self._read(sql, subject, first))

    async def finding_numbers(self, subject: str) -> list[int]:
        """Return the numbers of a subject's findings, in order."""
        sql = "SELECT number FROM finding WHERE subject = $1 ORDER BY number"
        return [number for (number,) in await self._read(sql, subject)]

    async def delete_findings(self, subjects: Iterable[str]) -> None:
        """Delete all findings of these subjects."""
        sql = f"DELETE FROM finding WHERE subject IN ({self.JSON_ITEMS})"
        if listed := list(subjects):
            await self._write(sql, json_array(listed))

    async def delete_old_findings(self, *, found_before: int, limit: int = 1000) -> int:
        """Delete up to `limit` old findings; returns the number deleted, 0 if none are left."""
        sql = """
            DELETE FROM finding WHERE at < $1 AND (subject, number) IN (
                SELECT subject, number FROM finding WHERE at < $1 LIMIT $2
            ) RETURNING number
        """
        return len(await self._write(sql, found_before, limit))
