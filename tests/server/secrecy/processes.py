"""Two server processes that get the same requests, each with a store of its own."""

import asyncio
import time
from contextlib import contextmanager

import asyncpg

from tests.server.http.running import LAX, RunningServer

START = 2_000_000_000_000  # milliseconds, later than any real time of a test
COMPILING_SECONDS = 300


class ServerProcess(RunningServer):
    """A server process with test hooks."""

    def __init__(self, folder, store: str | None, *, searches: bool) -> None:
        folder.mkdir()
        settings = {"BYZANZ_TEST_HOOKS": "1", "BYZANZ_SEARCH": str(searches).lower()}
        super().__init__(folder, LAX, settings, store=store)
        self.now = START
        self.masks: dict[bytes, bytes] = {}
        if searches:
            self._wait_for_search()

    def _wait_for_search(self) -> None:
        deadline = time.monotonic() + COMPILING_SECONDS
        while "byzanz_search_ready 1.0" not in self.admin.get("/metrics").text:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def query(self, sql: str, *values) -> list[tuple]:
        if not isinstance(self.store, str):
            return super().query(sql, *values)

        async def fetch() -> list[tuple]:
            connection = await asyncpg.connect(self.store)
            try:
                return [tuple(row) for row in await connection.fetch(sql, *values)]
            finally:
                await connection.close()

        return asyncio.run(fetch())

    def log_size(self) -> int:
        return self.log_file.stat().st_size

    def log_since(self, start: int) -> list[str]:
        """Return the complete lines after byte `start`."""
        with self.log_file.open("rb") as file:
            file.seek(start)
            return file.read().decode().split("\n")[:-1]


@contextmanager
def two_processes(folder, stores=(None, None), *, searches: bool = False):
    """Two processes, on SQLite unless addresses of databases are given."""
    servers = []
    try:
        for name, store in zip(("first", "second"), stores, strict=True):
            servers.append(ServerProcess(folder / name, store, searches=searches))
        yield servers
    finally:
        codes = [server.stop() for server in servers]
    assert codes == [0, 0]
    for server in servers:
        server.check_log()
