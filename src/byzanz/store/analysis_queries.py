"""The analyses under way in all processes on a store, and their previews."""

from collections.abc import Iterable
from typing import ClassVar

from byzanz.store.rows import TakenAnalysis
from byzanz.store.sql_queries import SqlQueries, json_array


class AnalysisQueries(SqlQueries):
    """The tables `analysis` and `preview`.

    A runner, which is a worker or a server process, takes an analysis for a limited time, its
    lease, and renews the lease while it runs. Its findings are in the table `finding`, so
    that the next runner of the analysis continues from there. None of these tables is in a backup.
    """

    SKIP_LOCKED: ClassVar[str]
    KEY_SHARE: ClassVar[str]
    NOTIFY_VERSION: ClassVar[str]

    async def add_analysis(
        self, subject: str, person: str | None, version: str, record: str, at: int
    ) -> None:
        """Add the analysis of a subject, unless it is stored.

        An analysis of another version that nobody runs is replaced: that version may be gone.
        """
        sql = f"""
            INSERT INTO analysis (subject, person, version, record, at) VALUES (
                $1, (SELECT person FROM person WHERE person = $2 {self.KEY_SHARE}), $3, $4, $5
            ) ON CONFLICT (subject) DO UPDATE SET
                person = excluded.person, version = excluded.version, at = excluded.at
            WHERE analysis.version <> excluded.version
            AND (analysis.until IS NULL OR analysis.until <= excluded.at)
            RETURNING {self.NOTIFY_VERSION}
        """
        await self._write(sql, subject, person, version, record, at)

    async def analyses(self) -> dict[str, str | None]:
        """Return the person who began each analysis, by subject."""
        return dict(await self._read("SELECT subject, person FROM analysis"))

    async def claim_analysis(
        self, runner: str, version: str, now: int, until: int
    ) -> TakenAnalysis | None:
        """Take the oldest free analysis of a version, with a lease until a time, or return None.

        No other runner gets the same analysis before that time.
        """
        sql = f"""
            UPDATE analysis SET runner = $1, until = $4 WHERE subject = (
                SELECT subject FROM analysis
                WHERE version = $2 AND (until IS NULL OR until <= $3)
                ORDER BY at, subject LIMIT 1 {self.SKIP_LOCKED}
            ) RETURNING subject, record
        """
        rows = await self._write(sql, runner, version, now, until)
        return TakenAnalysis(*rows[0]) if rows else None

    async def renew_analyses(self, runner: str, subjects: Iterable[str], until: int) -> set[str]:
        """Renew the leases of a runner's analyses; return those that it still has."""
        sql = f"""
            UPDATE analysis SET until = $3
            WHERE runner = $2 AND subject IN ({self.JSON_ITEMS}) RETURNING subject
        """
        rows = await self._write(sql, json_array(subjects), runner, until)
        return {subject for (subject,) in rows}

    async def release_analyses(self, runner: str, subjects: Iterable[str]) -> None:
        """Give analyses back, so that another runner can take them at once."""
        sql = f"""
            UPDATE analysis SET runner = NULL, until = NULL
            WHERE runner = $2 AND subject IN ({self.JSON_ITEMS}) RETURNING {self.NOTIFY_VERSION}
        """
        await self._write(sql, json_array(subjects), runner)

    async def delete_analysis(self, runner: str, subject: str) -> None:
        """Delete an analysis with its previews, unless another runner has it."""
        sql = "DELETE FROM analysis WHERE subject = $1 AND runner = $2"
        await self._write(sql, subject, runner)

    async def delete_old_analyses(self, *, added_before: int, now: int) -> None:
        """Delete old analyses that nobody runs."""
        sql = "DELETE FROM analysis WHERE at < $1 AND (until IS NULL OR until <= $2)"
        await self._write(sql, added_before, now)

    async def add_preview(self, subject: str, number: int, body: bytes) -> None:
        """Store a preview; does nothing if it is stored, or if the analysis is not."""
        sql = """
            INSERT INTO preview (subject, number, body) SELECT $1, $2, $3
            WHERE EXISTS (SELECT 1 FROM analysis WHERE subject = $1) ON CONFLICT DO NOTHING
        """
        await self._write(sql, subject, number, body)

    async def previews(self, subject: str) -> dict[int, bytes]:
        """Return the previews of an analysis under way, in order, by number."""
        sql = "SELECT number, body FROM preview WHERE subject = $1 ORDER BY number"
        return dict(await self._read(sql, subject))
