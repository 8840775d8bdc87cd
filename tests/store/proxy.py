"""Stands between a store and PostgreSQL, and can lose an answer."""

import asyncio
import tempfile
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class Proxy:
    def __init__(self, url):
        self._target = f"{parse_qs(urlsplit(url).query)['host'][0]}/{SOCKET}"
        self._folder = tempfile.TemporaryDirectory()
        self._is_swallowing = False
        self._tasks = set()
        self.url = f"postgresql://postgres@/postgres?host={self._folder.name}"

    def swallow_answer(self):
        """Cut the connection once the next answer has come."""
        self._is_swallowing = True

    async def __aenter__(self):
        path = f"{self._folder.name}/{SOCKET}"
        self._server = await asyncio.start_unix_server(self._serve, path)
        return self

    async def __aexit__(self, *_):
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._folder.cleanup()

    async def _serve(self, from_store, to_store):
        from_postgres, to_postgres = await asyncio.open_unix_connection(self._target)
        ways = [
            asyncio.create_task(self._carry(from_store, to_postgres, is_answer=False)),
            asyncio.create_task(self._carry(from_postgres, to_store, is_answer=True)),
        ]
        self._tasks.update(ways)
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for writer in (to_store, to_postgres):
            writer.close()

    async def _carry(self, reader, writer, *, is_answer):
        while data := await reader.read(65536):
            if is_answer and self._is_swallowing:
                self._is_swallowing = False
                return
            writer.write(data)
            await writer.drain()
