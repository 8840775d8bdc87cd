"""uvicorn's HTTP and WebSocket protocols, hardened against hostile clients."""

import struct
from collections import Counter
from http import HTTPStatus
from typing import Any
from weakref import ref

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from byzanz.wire.endpoints import CloseCode

LARGEST_HEAD = 64 * 1024  # bytes of a request before its body
IDLE_SECONDS = 10  # seconds that a new connection may be silent
CLOSING_SECONDS = 10  # seconds to send the rest and receive the client's close frame
PINGS_PER_MINUTE = 60
TEXT_FRAME = 0x81  # the first byte of an unfragmented text message
SHORT, LONG = 126, 65_536  # the sizes in bytes from which a frame's length takes 2 and 8 bytes
STATUS_LINE = b"HTTP/1.1 "
CONTINUE = b"HTTP/1.1 100 "
PUSH = "byzanz.push"  # the extension of a push socket, with a weak reference to its protocol


class HeadBuffer:
    """Sends the head of a response together with the start of its body, in one system call.

    Only for applications that send both without waiting in between.
    """

    def __init__(self, transport: Any) -> None:
        self._transport = transport
        self._head = b""

    def write(self, data: bytes) -> None:
        """Send data, or keep the head of a response until its body comes."""
        if self._head or not data.startswith(STATUS_LINE) or data.startswith(CONTINUE):
            data, self._head = self._head + data, b""
            self._transport.write(data)
        else:
            self._head = data

    def flush(self) -> None:
        """Send the head of a response without a body."""
        if self._head:
            self.write(b"")

    def close(self) -> None:
        """Send the head if it is unsent, then close."""
        self.flush()
        self._transport.close()

    def is_closing(self) -> bool:
        """Whether the connection is closing."""
        return bool(self._transport.is_closing())


def buffer_head(cycle: Any) -> None:
    """Make one of uvicorn's request cycles send head and body together."""
    buffer, on_response = HeadBuffer(cycle.transport), cycle.on_response

    def complete() -> None:
        buffer.flush()
        on_response()

    cycle.transport, cycle.on_response = buffer, complete


class PlainProtocol(HttpToolsProtocol):
    """HTTP with limits on the size of a request's head and on idle connections."""

    def connection_made(self, transport: Any) -> None:
        """Start the timeout for the first request."""
        super().connection_made(transport)
        self._head_size = 0
        self._is_in_head = False
        self.timeout_keep_alive_task = self.loop.call_later(
            IDLE_SECONDS, self.timeout_keep_alive_handler
        )

    def on_message_begin(self) -> None:
        """Start to count the bytes of a head."""
        super().on_message_begin()
        self._head_size, self._is_in_head = 0, True

    def on_headers_complete(self) -> None:
        """Stop counting the bytes of a head, and buffer the head of the response."""
        self._is_in_head = False
        super().on_headers_complete()
        if self.cycle is not None and self.cycle.scope is self.scope:  # else it is a WebSocket
            buffer_head(self.cycle)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and drop the parser, which refers back to this object."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at a connection's end

    def data_received(self, data: bytes) -> None:
        """Feed the parser; answer 400 and close if the head is too long."""
        super().data_received(data)
        if self._is_in_head:
            self._head_size += len(data)
            if self._head_size > LARGEST_HEAD and not self.transport.is_closing():
                self.send_400_response("Too long a head.")


def limited(limit: int) -> type[PlainProtocol]:
    """Return a protocol that also limits the connections of each address."""
    counts: Counter[str] = Counter()

    class Limited(PlainProtocol):
        _is_counted = False

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._address = self.client[0] if self.client else ""
            if counts[self._address] >= limit:
                transport.abort()
                return
            counts[self._address] += 1
            self._is_counted = True

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._uncount()

        def handle_websocket_upgrade(self) -> None:
            self._uncount()  # push sockets have a limit of their own
            super().handle_websocket_upgrade()

        def _uncount(self) -> None:
            if self._is_counted:
                self._is_counted = False
                counts[self._address] -= 1
                if not counts[self._address]:
                    del counts[self._address]

    return Limited


def text_frame(message: bytes) -> bytes:
    """Encode a text as one unmasked WebSocket frame."""
    size = len(message)
    if size < SHORT:
        return bytes((TEXT_FRAME, size)) + message
    if size < LONG:
        return struct.pack("!BBH", TEXT_FRAME, SHORT, size) + message
    return struct.pack("!BBQ", TEXT_FRAME, SHORT + 1, size) + message


class PushProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that only sends, and closes even if the client reads nothing."""

    def connection_made(self, transport: Any) -> None:
        """Start to count pings."""
        super().connection_made(transport)
        self._pings = 0
        self._began = self.loop.time()

    def handle_connect(self, event: Request) -> None:
        """Add the extension by which the application finds this object."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            # Weak, because this object holds the scope; the task that serves it keeps it alive.
            self.scope["extensions"][PUSH] = {"protocol": ref(self)}

    def connection_lost(self, exc: Exception | None) -> None:
        """Break the library's reference cycles, so that no garbage collection is needed."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = self.conn.handshake_exc = None

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

    def shutdown(self) -> None:
        """Close because the server ends: with 1012, or with 503 before the handshake is finished.

        uvicorn answers an unfinished handshake too, but then lets the application continue with it
        and reports an error; here the application's next message raises `ClientDisconnected`.
        """
        if self.handshake_initiated and not self.handshake_complete:
            response = self.conn.reject(HTTPStatus.SERVICE_UNAVAILABLE, "")
            response.headers["Retry-After"] = "1"
            self.conn.send_response(response)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.handshake_complete = self.close_sent = True
        super().shutdown()

    def handle_text(self, event: Frame) -> None:
        """Close, because clients may send nothing."""
        self.end(CloseCode.NO_MESSAGES)

    def handle_bytes(self, event: Frame) -> None:
        """Close, because clients may send nothing."""
        self.end(CloseCode.NO_BINARY)

    def handle_cont(self, event: Frame) -> None:
        """Ignore the rest of a message whose start closed the connection."""

    def handle_ping(self) -> None:
        """Answer a ping; close if there are too many."""
        self._pings += 1
        minutes = (self.loop.time() - self._began) / 60
        if self._pings > PINGS_PER_MINUTE * (1 + minutes):
            self.conn.data_to_send()
            self.end(CloseCode.NO_MESSAGES)
        else:
            super().handle_ping()

    def end(self, code: int) -> None:
        """Close once everything is sent, or after `CLOSING_SECONDS` at the latest."""
        if self.close_sent or self.transport.is_closing() or self.conn.state is not OPEN:
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.close_timer = self.loop.call_later(CLOSING_SECONDS, self.transport.abort)
