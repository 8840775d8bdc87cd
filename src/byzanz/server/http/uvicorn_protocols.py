"""uvicorn's two protocols, hardened against hostile clients."""

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
IDLE_SECONDS = 10  # before the first byte
CLOSING_SECONDS = 10  # to send the rest and get the other side's close frame
PINGS_A_MINUTE = 60
TEXT_FRAME = 0x81  # the first byte of a text in one frame
SHORT, LONG = 126, 65_536  # from these sizes on a frame's length takes 2 and 8 bytes
PUSH = "byzanz.push"  # the extension of a push socket, with a weak reference to its protocol


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
        """Stop counting the bytes of a head."""
        self._is_in_head = False
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and drop the parser: the two would keep each other alive."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at a connection's end

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
        """Add the extension by which the application finds this object."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            # Weak, for the scope is a part of this object; the task that serves it keeps it alive.
            self.scope["extensions"][PUSH] = {"protocol": ref(self)}

    def connection_lost(self, exc: Exception | None) -> None:
        """Break the cycles inside the library, so that the memory is free without a collection."""
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
        """End with the server: 1012, or 503 if the handshake is not finished.

        uvicorn answers an unfinished handshake too, but then lets the application go on with it
        and reports an error; here the application's next message raises `ClientDisconnected`.
        """
        if self.handshake_initiated and not self.handshake_complete:
            self.conn.send_response(self.conn.reject(HTTPStatus.SERVICE_UNAVAILABLE, ""))
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.handshake_complete = self.close_sent = True
        super().shutdown()

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
