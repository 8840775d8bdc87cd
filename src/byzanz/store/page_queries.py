"""The queries for the hashed files of the pages, of the current build and of others."""

import asyncio
from collections.abc import Iterable

from byzanz.store.rows import PageFileRow
from byzanz.store.sql_queries import SqlQueries

KEPT_BUILDS = 2  # the present one and the previous one


class PageQueries(SqlQueries):
    """The tables `page_build` and `page_file`. Neither is in a backup: each process adds its own.

    The name of a file has a hash of its contents: files with the same name are equal in all builds.
    """

    async def renew_page_build(self, build: str, at: int) -> set[str]:
        """Store that a process uses a build from now on; return the names of its stored files."""
        sql = """
            INSERT INTO page_build (build, at) VALUES ($1, $2)
            ON CONFLICT (build) DO UPDATE SET at = excluded.at WHERE excluded.at > page_build.at
        """
        await self._write(sql, build, at)
        names = await self._read("SELECT name FROM page_file WHERE build = $1", build)
        return {name for (name,) in names}

    async def add_page_files(self, build: str, rows: Iterable[PageFileRow]) -> None:
        """Store files of a build; those that are stored already stay as they are."""
        sql = """
            INSERT INTO page_file (name, build, media_type, body) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
        """
        await asyncio.gather(  # at once, so that SQLite commits them together
            *[self._write(sql, row.name, build, row.media_type, row.body) for row in rows]
        )

    async def page_file(self, name: str) -> PageFileRow | None:
        """Return a file of any stored build, or None if none has it."""
        sql = "SELECT name, media_type, body FROM page_file WHERE name = $1 LIMIT 1"
        rows = await self._read(sql, name)
        return PageFileRow(*rows[0]) if rows else None

    async def delete_old_page_builds(self) -> None:
        """Delete all builds, with their files, but the two that processes began to use last."""
        sql = f"""
            DELETE FROM page_build WHERE build NOT IN (
                SELECT build FROM page_build ORDER BY at DESC, build LIMIT {KEPT_BUILDS}
            )
        """
        await self._write(sql)
