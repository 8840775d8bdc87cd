"""A minimal HTTP client with a pool of keep-alive connections."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from byzanz.load.address import Address

CONNECTIONS = 256  # more than the moves that are usually under way at once
ATTEMPTS = 3  # attempts per request, because the server may have closed an idle connection
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    body: bytes


class NoReply(Exception):
    """The server does not answer."""


class HttpPool:
    """Sends POST requests, one at a time per connection, with little overhead per request."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._idle: asyncio.LifoQueue[Connection | None] = asyncio.LifoQueue()
        for _ in range(CONNECTIONS):
            self._idle.put_nowait(None)

    async def post(
        self,
        path: str,
        body: bytes,
        key: str | None = None,
        *,
        media_type: str = "application/json",
        on_send: Callable[[], None] | None = None,
    ) -> Reply:
        """Send a request; raises `NoReply`.

        `on_send` is called when a connection is free and the request is about to be sent. After a
        lost connection the request is sent again, which is safe because every command has an id.
        """
        request = self._head(path, len(body), key, media_type) + body
        connection = await self._idle.get()
        try:
            for attempt in range(ATTEMPTS):
                try:
                    if connection is None:
                        connection = await self._connect()
                    if attempt == 0 and on_send is not None:
                        on_send()
                    return await _exchange(connection, request)
                except (OSError, asyncio.IncompleteReadError):
                    _close(connection)
                    connection = None
            raise NoReply("the server does not answer")
        except asyncio.CancelledError:
            _close(connection)  # otherwise the next request would get this one's answer
            connection = None
            raise
        finally:
            self._idle.put_nowait(connection)

    def close(self) -> None:
        """Close all idle connections."""
        while not self._idle.empty():
            _close(self._idle.get_nowait())

    def _head(self, path: str, length: int, key: str | None, media_type: str) -> bytes:
        head = (
            f"POST {self._address.prefix}{path} HTTP/1.1\r\nhost: {self._address.host}\r\n"
            f"content-type: {media_type}\r\ncontent-length: {length}\r\n"
        )
        if key is not None:
            head += f"authorization: Bearer {key}\r\n"
        return f"{head}\r\n".encode()

    async def _connect(self) -> Connection:
        address = self._address
        return await asyncio.open_connection(address.host, address.port, ssl=address.tls)


def _close(connection: Connection | None) -> None:
    if connection is not None:
        connection[1].close()


async def _exchange(connection: Connection, request: bytes) -> Reply:
    reader, writer = connection
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    at = head.lower().find(b"content-length:")
    length = int(head[at + 15 : head.index(b"\r", at)]) if at >= 0 else 0
    return Reply(int(head[9:12]), await reader.readexactly(length))
