"""The push socket of a room: sends updates to one connection, and accepts no messages."""

import asyncio
import re
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from byzanz.server.call import Call, Visitor
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.http.identity import visitor_of
from byzanz.server.http.routes import Route
from byzanz.server.http.uvicorn_protocols import PUSH as PUSH_EXTENSION
from byzanz.server.http.uvicorn_protocols import PushProtocol
from byzanz.server.ops.connection_limits import ConnectionLimits
from byzanz.store.errors import StoreBusy
from byzanz.wire.endpoints import PROTOCOL, PUSH, CloseCode
from byzanz.wire.problems import Code, RequestRefused

SEND_SECONDS = 10  # seconds; a client that accepts nothing for longer is disconnected
CLOSE_CODES = {
    Code.NOT_KNOWN: CloseCode.NOT_KNOWN,
    Code.NOT_ALLOWED: CloseCode.NOT_ALLOWED,
    Code.NOT_FOUND: CloseCode.NOT_FOUND,
    Code.TOO_FAST: CloseCode.TOO_FAST,
    Code.BUSY: CloseCode.TRY_LATER,
}
SocketRoute = Route[Callable[[WebSocket], Awaitable[None]]]


def push_route(handlers: Handlers, connections: ConnectionLimits, url: str) -> SocketRoute:
    """Return the route of push sockets."""

    async def push(socket: WebSocket) -> None:
        try:
            visitor = visitor_of(socket, url)
        except RequestRefused:
            await socket.close()  # before it is accepted: the other site's page gets a 403
            return
        try:
            with connections.entered(visitor.address):
                await _serve(socket, handlers, visitor)
        except RequestRefused as refusal:
            await _accept_and_close(socket, CLOSE_CODES.get(refusal.code, CloseCode.NO_MESSAGES))
        except StoreBusy:
            await _accept_and_close(socket, CloseCode.TRY_LATER)
        except (WebSocketDisconnect, OSError):
            pass  # the client has disconnected

    return Route("GET", PUSH, "push", push)


def whole_number(text: str) -> int:
    """Parse a number in a query; raises `RequestRefused`."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise RequestRefused(Code.BAD_REQUEST)
    return int(text)


async def _accept_and_close(socket: WebSocket, code: int) -> None:
    """Accept and close: a page learns the close code, but not the status of a refusal."""
    await socket.accept()
    _end(socket, code)


async def _serve(socket: WebSocket, handlers: Handlers, visitor: Visitor) -> None:
    if socket.query_params.get("protocol", str(PROTOCOL)) != str(PROTOCOL):
        await _accept_and_close(socket, CloseCode.OTHER_PROTOCOL)
        return
    room, after = socket.path_params["room"], whole_number(socket.query_params.get("after", "0"))
    outbox = await handlers.follow(Call(visitor, {"room": room}, {"after": after}))
    try:
        await socket.accept()
        outbox.send_now = _protocol(socket).send_now
        await _pump(socket, outbox)
    finally:
        await handlers.rooms.unfollow(room, outbox)


async def _pump(socket: WebSocket, outbox: Outbox) -> None:
    """Send messages until the outbox or the connection is closed."""
    listening = asyncio.ensure_future(_listen(socket, outbox))
    try:
        while (message := await outbox.next()) is not None:
            async with asyncio.timeout(SEND_SECONDS):
                await socket.send_text(message.decode())
        _end(socket, outbox.close_code or CloseCode.RESTARTING)
    except TimeoutError:
        _end(socket, CloseCode.TRY_LATER)
    finally:
        listening.cancel()


async def _listen(socket: WebSocket, outbox: Outbox) -> None:
    """Wait for the end of the connection; `PushProtocol` ends it when the client sends anything."""
    await socket.receive()
    outbox.close(CloseCode.RESTARTING)


def _end(socket: WebSocket, code: int) -> None:
    _protocol(socket).end(code)


def _protocol(socket: WebSocket) -> PushProtocol:
    protocol: PushProtocol | None = socket.scope["extensions"][PUSH_EXTENSION]["protocol"]()
    assert protocol is not None
    return protocol
