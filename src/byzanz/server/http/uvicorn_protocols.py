"""uvicorn's two protocols, hardened against hostile clients."""

import struct
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from byzanz.wire.endpoints import CloseCode

LARGEST_HEAD = 64 * 1024  # bytes of a request before its body
IDLE_SECONDS = 10  # before the first byte
CLOSING_SECONDS = 10  # to send the rest and get the other side's close frame
PINGS_A_MINUTE = 60
TEXT_FRAME = 0x81  # the first byte of a text in one frame
SHORT, LONG = 126, 65_536  # from these sizes on a frame's length takes 2 and 8 bytes
STATUS_LINE = b"HTTP/1.1 "
CONTINUE = b"HTTP/1.1 100 "
PUSH = "byzanz.push"  # the extension that a push socket has


class WholeAnswers:
    """Sends the head of an answer together with the beginning of its body, in one system call.

    Only for applications that send both without waiting between them.
    """

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._head = b""

    def write(self, data: bytes) -> None:
        """Send, or keep the head of an answer until its body comes."""
        if self._head or not data.startswith(STATUS_LINE) or data.startswith(CONTINUE):
            data, self._head = self._head + data, b""
            self._transport.write(data)
        else:
            self._head = data

    def flush(self) -> None:
        """Send the head of an answer without a body."""
        if self._head:
            self.write(b"")

    def close(self) -> None:
        """Close after what is unsent."""
        self.flush()
        self._transport.close()

    def is_closing(self) -> bool:
        """Whether the connection is closing."""
        return bool(self._transport.is_closing())


def answer_whole(cycle: Any) -> None:
    """Let the answer to one of uvicorn's requests leave in one piece."""
    answers, on_response = WholeAnswers(cycle.transport), cycle.on_response

    def complete() -> None:
        answers.flush()
        on_response()

    cycle.transport, cycle.on_response = answers, complete


class PlainProtocol(HttpToolsProtocol):
    """HTTP with limits on the size of a request's head and on idle connections."""

    def connection_made(self, transport: Any) -> None:
        """Start the time in which the first request must arrive."""
        super().connection_made(transport)
        self._head_size = 0
        self._is_in_head = False
        self.timeout_keep_alive_task = self.loop.call_later(
            IDLE_SECONDS, self.timeout_keep_alive_handler
        )

    def on_message_begin(self) -> None:
        """Start counting the bytes of a head."""
        super().on_message_begin()
        self._head_size, self._is_in_head = 0, True

    def on_headers_complete(self) -> None:
        """Stop counting the bytes of a head, and prepare to answer in one piece."""
        self._is_in_head = False
        super().on_headers_complete()
        if self.cycle is not None and self.cycle.scope is self.scope:  # else it is a WebSocket
            answer_whole(self.cycle)

    def data_received(self, data: bytes) -> None:
        """Feed the parser; cut the connection if the head is too long."""
        super().data_received(data)
        if self._is_in_head:
            self._head_size += len(data)
            if self._head_size > LARGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("Too long a head.")


def limited(most: int) -> type[PlainProtocol]:
    """A protocol that also limits the connections of one address."""
    counts: Counter[str] = Counter()

    class Limited(PlainProtocol):
        _is_counted = False

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            if counts[self._address] >= most:
                transport.abort()
                return
            counts[self._address] += 1
            self._is_counted = True

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._let_go()

        def handle_websocket_upgrade(self) -> None:
            self._let_go()  # push sockets have a limit of their own
            super().handle_websocket_upgrade()

        def _let_go(self) -> None:
            if self._is_counted:
                self._is_counted = False
                counts[self._address] -= 1
                if not counts[self._address]:
                    del counts[self._address]

    return Limited


def text_frame(message: bytes) -> bytes:
    """A text as one unmasked WebSocket frame."""
    size = len(message)
    if size < SHORT:
        return bytes((TEXT_FRAME, size)) + message
    if size < LONG:
        return struct.pack("!BBH", TEXT_FRAME, SHORT, size) + message
    return struct.pack("!BBQ", TEXT_FRAME, SHORT + 1, size) + message


class PushProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that only sends, and can be closed even if the client reads nothing."""

    def connection_made(self, transport: Any) -> None:
        """Set up the count of pings."""
        super().connection_made(transport)
        self._pings = 0
        self._began = self.loop.time()

    def handle_connect(self, event: Request) -> None:
        """Add the extension by which the application sends and closes without waiting."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][PUSH] = {"end": self.end, "send_now": self.send_now}

    def send_now(self, message: bytes) -> bool:
        """Send a text at once; False if the client reads slowly or the connection is closing."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self.conn.state is not OPEN:
            return False
        self.transport.write(text_frame(message))
        return True

    async def send(self, message: Any) -> None:
        """Send, unless the connection is closed already."""
        await self.writable.wait()
        if self.close_sent:
            raise ClientDisconnected
        await super().send(message)

    def handle_text(self, event: Frame) -> None:
        """Close: clients may send nothing."""
        self.end(CloseCode.NO_MESSAGES)

    def handle_bytes(self, event: Frame) -> None:
        """Close: clients may send nothing, least of all binary frames."""
        self.end(CloseCode.NO_BINARY)

    def handle_cont(self, event: Frame) -> None:
        """Ignore what follows a message that closed the connection."""

    def handle_ping(self) -> None:
        """Answer a ping; close if there are too many."""
        self._pings += 1
        minutes = (self.loop.time() - self._began) / 60
        if self._pings > PINGS_A_MINUTE * (1 + minutes):
            self.conn.data_to_send()
            self.end(CloseCode.NO_MESSAGES)
        else:
            super().handle_ping()

    def end(self, code: int) -> None:
        """Close after what is unsent; after some seconds, drop what is unsent."""
        if self.close_sent or self.transport.is_closing() or self.conn.state is not OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)
