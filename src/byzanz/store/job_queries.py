"""The queue of bots' decisions and hints, and the workers that take jobs from it."""

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from byzanz.store.rows import JobRow, TakenJob, WorkerRow
from byzanz.store.sql_queries import SqlQueries, json_array

MOST_ATTEMPTS = 3  # workers that may try one job, so that a bad job does not kill them all


class JobQueries(SqlQueries):
    """The tables `job` and `worker`.

    A worker takes a job for a limited time, its lease, and renews the lease while it works. When
    the lease has expired, another worker may take the job. The asker deletes a job as it reads the
    answer. None of these tables is in a backup; PostgreSQL empties them when it crashes.
    """

    SKIP_LOCKED: ClassVar[str]  # a clause: leaves out rows that another transaction is taking
    NOTIFY_VERSION: ClassVar[str]  # an expression: wakes the workers of the row's version
    NOTIFY_ASKER: ClassVar[str]  # an expression: wakes the asker of the row

    # --- the asker --------------------------------------------------------------------------

    async def add_job(self, row: JobRow) -> None:
        """Add a job. Within an urgency each room's first job comes before any room's second one."""
        sql = f"""
            INSERT INTO job (job, urgency, room, version, asker, at, question, turn)
            VALUES ($1, $2, $3, $4, $5, $6, $7, (
                SELECT count(*) FROM job WHERE urgency = $2 AND room = $3 AND answer IS NULL
            )) RETURNING {self.NOTIFY_VERSION}
        """
        await self._write(sql, *msgspec.structs.astuple(row))

    async def take_answers(self, asker: str) -> dict[str, bytes]:
        """Delete the answered jobs of an asker, and return their answers by job."""
        sql = "DELETE FROM job WHERE asker = $1 AND answer IS NOT NULL RETURNING job, answer"
        return dict(await self._write(sql, asker))

    async def jobs_of(self, asker: str) -> set[str]:
        """Return the jobs of an asker."""
        return {job for (job,) in await self._read("SELECT job FROM job WHERE asker = $1", asker)}

    async def withdraw_jobs(
        self, asker: str, *, untaken_since: int, added_before: int
    ) -> list[str]:
        """Delete unanswered jobs of an asker that nobody may answer any more; return them.

        These are all jobs added before `added_before`, and those that no worker has had a lease
        of since `untaken_since`.
        """
        sql = """
            DELETE FROM job WHERE asker = $1 AND answer IS NULL
            AND (at < $3 OR coalesce(until, at) < $2) RETURNING job
        """
        rows = await self._write(sql, asker, untaken_since, added_before)
        return [job for (job,) in rows]

    async def delete_jobs(self, jobs: Iterable[str]) -> None:
        """Delete these jobs, answered or not."""
        await self._write(f"DELETE FROM job WHERE job IN ({self.JSON_ITEMS})", json_array(jobs))

    async def delete_old_jobs(self, *, added_before: int) -> None:
        """Delete the jobs that their askers have not deleted, because they died."""
        await self._write("DELETE FROM job WHERE at < $1", added_before)

    # --- the worker -------------------------------------------------------------------------

    async def claim_job(self, worker: str, version: str, now: int, until: int) -> TakenJob | None:
        """Take the most urgent free job of a version, with a lease until a time, or return None.

        No other worker gets the same job before that time.
        """
        sql = f"""
            UPDATE job SET worker = $1, until = $4, attempts = attempts + 1 WHERE job = (
                SELECT job FROM job
                WHERE version = $2 AND answer IS NULL AND attempts < {MOST_ATTEMPTS}
                AND (until IS NULL OR until <= $3)
                ORDER BY urgency, turn, at, job LIMIT 1 {self.SKIP_LOCKED}
            ) RETURNING job, urgency, question
        """
        rows = await self._write(sql, worker, version, now, until)
        return TakenJob(*rows[0]) if rows else None

    async def renew_jobs(self, worker: str, jobs: Iterable[str], until: int) -> set[str]:
        """Renew the leases of a worker's jobs; return those that it still has."""
        sql = f"""
            UPDATE job SET until = $3
            WHERE worker = $2 AND answer IS NULL AND job IN ({self.JSON_ITEMS}) RETURNING job
        """
        return {job for (job,) in await self._write(sql, json_array(jobs), worker, until)}

    async def answer_job(self, worker: str, job: str, answer: bytes) -> bool:
        """Store the answer to a job if the worker still has it; return whether it had it."""
        sql = f"""
            UPDATE job SET answer = $3 WHERE job = $2 AND worker = $1 AND answer IS NULL
            RETURNING {self.NOTIFY_ASKER}
        """
        return bool(await self._write(sql, worker, job, answer))

    async def release_jobs(self, worker: str, jobs: Iterable[str], now: int) -> None:
        """End the leases of unanswered jobs, so that another worker can take them at once."""
        sql = f"""
            UPDATE job SET worker = NULL, until = $3
            WHERE worker = $2 AND answer IS NULL AND job IN ({self.JSON_ITEMS})
            RETURNING {self.NOTIFY_VERSION}
        """
        await self._write(sql, json_array(jobs), worker, now)

    async def renew_worker(self, row: WorkerRow) -> None:
        """Store that a worker is alive until a time, and what it can do."""
        sql = """
            INSERT INTO worker (worker, until, version, has_search, has_analysis)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (worker) DO UPDATE SET
                until = excluded.until, version = excluded.version,
                has_search = excluded.has_search, has_analysis = excluded.has_analysis
        """
        await self._write(sql, *msgspec.structs.astuple(row))

    async def live_workers(self, now: int) -> list[WorkerRow]:
        """Return the workers of all versions that are alive at a time."""
        sql = "SELECT worker, until, version, has_search, has_analysis FROM worker WHERE until > $1"
        return [
            WorkerRow(worker, until, version, bool(has_search), bool(has_analysis))
            for worker, until, version, has_search, has_analysis in await self._read(sql, now)
        ]

    async def delete_worker(self, worker: str) -> None:
        """Delete a worker that ends."""
        await self._write("DELETE FROM worker WHERE worker = $1", worker)

    async def delete_dead_workers(self, *, expired_before: int) -> None:
        """Delete the workers whose lease ended before `expired_before`."""
        await self._write("DELETE FROM worker WHERE until < $1", expired_before)
