"""A proxy between a store and PostgreSQL that can drop an answer."""

import asyncio
import tempfile
from urllib.parse import parse_qs, urlsplit

SOCKET = ".s.PGSQL.5432"


class Proxy:
    def __init__(self, url):
        self._target = f"{parse_qs(urlsplit(url).query)['host'][0]}/{SOCKET}"
        self._folder = tempfile.TemporaryDirectory()
        self._drops_next_answer = False
        self._tasks = set()
        self.url = f"postgresql://postgres@/postgres?host={self._folder.name}"

    def drop_next_answer(self):
        """Close the connection when the next answer arrives, without passing it on."""
        self._drops_next_answer = True

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
        directions = [
            asyncio.create_task(self._forward(from_store, to_postgres, is_answer=False)),
            asyncio.create_task(self._forward(from_postgres, to_store, is_answer=True)),
        ]
        self._tasks.update(directions)
        await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        for writer in (to_store, to_postgres):
            writer.close()

    async def _forward(self, reader, writer, *, is_answer):
        while data := await reader.read(65536):
            if is_answer and self._drops_next_answer:
                self._drops_next_answer = False
                return
            writer.write(data)
            await writer.drain()
