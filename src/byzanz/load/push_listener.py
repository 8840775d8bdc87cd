"""A WebSocket client that only receives, cheap enough for thousands of sockets in one process."""

import asyncio
import base64
import secrets
from collections.abc import Callable
from time import perf_counter
from typing import cast

from byzanz.load.address import Address

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL = 0x80  # the FIN bit; the server sends no fragments
MASKED = 0x80
SWITCHING_PROTOCOLS = b"HTTP/1.1 101"


class PushListener(asyncio.Protocol):
    """Calls `on_message` with each text and the time of its arrival, and `on_close` at the end."""

    def __init__(
        self,
        request: bytes,
        on_message: Callable[[bytes, float], None],
        on_close: Callable[["PushListener"], None],
    ) -> None:
        self._request = request
        self._on_message = on_message
        self._on_close = on_close
        self._unread = b""
        self._is_open = False  # whether the handshake is done

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Read all complete frames."""
        now = perf_counter()
        data = self._unread + data if self._unread else data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._unread = head
                return
            if not head.startswith(SWITCHING_PROTOCOLS):
                self._transport.abort()
                return
            self._is_open = True
        self._unread = self._read_frames(data, now)

    def connection_lost(self, error: Exception | None) -> None:
        """Report the end of the connection."""
        self._on_close(self)

    def abort(self) -> None:
        """Abort the connection without a closing handshake; no more messages are reported."""
        self._on_message = lambda message, now: None
        self._transport.abort()

    def _read_frames(self, data: bytes, now: float) -> bytes:
        """Read all complete frames; returns the rest of the data."""
        offset = 0
        while len(data) >= offset + 2:
            length, start = data[offset + 1], offset + 2
            if length == 126:
                length, start = int.from_bytes(data[start : start + 2]), start + 2
            elif length == 127:
                length, start = int.from_bytes(data[start : start + 8]), start + 8
            end = start + length
            if len(data) < end:
                break
            self._handle_frame(data[offset] & ~FINAL, data[start:end], now)
            offset = end
        return data[offset:]

    def _handle_frame(self, opcode: int, payload: bytes, now: float) -> None:
        if opcode == TEXT:
            self._on_message(payload, now)
        elif opcode == PING:
            head = bytes((FINAL | PONG, MASKED | len(payload), 0, 0, 0, 0))  # the mask is zero
            self._transport.write(head + payload)
        elif opcode == CLOSE:
            self._transport.close()


async def listen(
    address: Address,
    path: str,
    key: str | None,
    on_message: Callable[[bytes, float], None],
    on_close: Callable[[PushListener], None],
) -> PushListener:
    """Open a push socket; raises `OSError`. Returns before the handshake is answered."""
    request = (
        f"GET {address.prefix}{path} HTTP/1.1\r\nhost: {address.host}\r\nupgrade: websocket\r\n"
        f"connection: Upgrade\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: {base64.b64encode(secrets.token_bytes(16)).decode()}\r\n"
    )
    if key is not None:
        request += f"authorization: Bearer {key}\r\n"
    _, listener = await asyncio.get_running_loop().create_connection(
        lambda: PushListener(f"{request}\r\n".encode(), on_message, on_close),
        address.host,
        address.port,
        ssl=address.tls,
    )
    return listener
