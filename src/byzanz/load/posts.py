"""Requests over a few connections that stay open, each with one request at a time."""

import asyncio
from typing import NamedTuple

from byzanz.load.address import Address

CONNECTIONS = 48
ATTEMPTS = 3  # the server closes what was idle
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Reply(NamedTuple):
    """What came back."""

    status: int
    body: bytes


class NoReply(Exception):
    """The server does not answer."""


class Posts:
    """Sends POSTs; light, for there are many."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._idle: asyncio.LifoQueue[Connection | None] = asyncio.LifoQueue()
        for _ in range(CONNECTIONS):
            self._idle.put_nowait(None)

    async def post(self, path: str, body: bytes, key: str | None = None) -> Reply:
        """The answer; raises `NoReply`. A body may be sent twice: commands have ids."""
        head = (
            f"POST {self._address.prefix}{path} HTTP/1.1\r\nhost: {self._address.host}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        )
        if key is not None:
            head += f"authorization: Bearer {key}\r\n"
        request = head.encode() + b"\r\n" + body
        connection = await self._idle.get()
        try:
            for _ in range(ATTEMPTS):
                try:
                    if connection is None:
                        connection = await self._connect()
                    return await _exchange(connection, request)
                except (OSError, asyncio.IncompleteReadError):
                    _close(connection)
                    connection = None
            raise NoReply("the server does not answer")
        except asyncio.CancelledError:
            _close(connection)  # its answer would be taken for another's
            connection = None
            raise
        finally:
            self._idle.put_nowait(connection)

    def close(self) -> None:
        """Close all connections that are idle."""
        while not self._idle.empty():
            _close(self._idle.get_nowait())

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
