"""A push socket that only listens, read by hand: thousands of them cost little."""

import asyncio
import base64
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import cast

from byzanz.load.address import Address

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LAST = 0x80  # of a message: there are no others here
MASKED = 0x80
SWITCHED = b"HTTP/1.1 101"


class Ear(asyncio.Protocol):
    """Hands on each text with the time of its arrival, and tells when the connection has ended."""

    def __init__(
        self,
        request: bytes,
        hear: Callable[[bytes, float], None],
        end: Callable[["Ear"], None],
    ) -> None:
        self._request = request
        self._hear = hear
        self._end = end
        self._unread = b""
        self._is_open = False  # the handshake is done

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are of a kind of their own
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Read all frames that are complete."""
        now = perf_counter()
        data = self._unread + data if self._unread else data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._unread = head
                return
            if not head.startswith(SWITCHED):
                self._transport.abort()
                return
            self._is_open = True
        self._unread = self._frames(data, now)

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended."""
        self._end(self)

    def cut(self) -> None:
        """End the connection without a word, and be deaf."""
        self._hear = lambda message, now: None
        self._transport.abort()

    def _frames(self, data: bytes, now: float) -> bytes:
        """Read frames; what is left of the data."""
        place = 0
        while len(data) >= place + 2:
            length, start = data[place + 1], place + 2
            if length == 126:
                length, start = int.from_bytes(data[start : start + 2]), start + 2
            elif length == 127:
                length, start = int.from_bytes(data[start : start + 8]), start + 8
            end = start + length
            if len(data) < end:
                break
            self._frame(data[place] & ~LAST, data[start:end], now)
            place = end
        return data[place:]

    def _frame(self, kind: int, payload: bytes, now: float) -> None:
        if kind == TEXT:
            self._hear(payload, now)
        elif kind == PING:
            self._transport.write(bytes((LAST | PONG, MASKED | len(payload), 0, 0, 0, 0)) + payload)
        elif kind == CLOSE:
            self._transport.close()


async def listen(
    address: Address,
    path: str,
    key: str | None,
    hear: Callable[[bytes, float], None],
    end: Callable[[Ear], None],
) -> Ear:
    """Open a push socket; raises `OSError`."""
    request = (
        f"GET {address.prefix}{path} HTTP/1.1\r\nhost: {address.host}\r\nupgrade: websocket\r\n"
        f"connection: Upgrade\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
    )
    if key is not None:
        request += f"authorization: Bearer {key}\r\n"
    _, ear = await asyncio.get_running_loop().create_connection(
        lambda: Ear(f"{request}\r\n".encode(), hear, end),
        address.host,
        address.port,
        ssl=address.tls,
    )
    return ear
