"""The push socket of a room: it sends what its seat may know, and takes nothing."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from byzanz.server import protocols
from byzanz.server.connections import Connections
from byzanz.server.feed import Feed
from byzanz.server.requests import Requests
from byzanz.server.routes import Route
from byzanz.server.visitor import Visitor, visitor_of
from byzanz.store.trouble import StoreBusy
from byzanz.wire.endpoints import PROTOCOL, PUSH, Closing
from byzanz.wire.problems import Code, Refusal

MOST_SECONDS_UNSENT = 10
CLOSINGS = {
    Code.NOT_KNOWN: Closing.NOT_KNOWN,
    Code.NOT_ALLOWED: Closing.NOT_ALLOWED,
    Code.NOT_FOUND: Closing.NOT_FOUND,
    Code.TOO_FAST: Closing.TOO_FAST,
    Code.BUSY: Closing.TRY_LATER,
}
SocketRoute = Route[Callable[[WebSocket], Awaitable[None]]]


def push_route(requests: Requests, connections: Connections, url: str) -> SocketRoute:
    """The route of all push sockets."""

    async def push(socket: WebSocket) -> None:
        try:
            visitor = visitor_of(socket, url)
        except Refusal:
            await socket.close()  # unaccepted: another site's page gets a 403 and no socket
            return
        try:
            with connections.entered(visitor.address):
                await _serve(socket, requests, visitor)
        except Refusal as refusal:
            await _turn_away(socket, CLOSINGS.get(refusal.code, Closing.NO_MESSAGES))
        except StoreBusy:
            await _turn_away(socket, Closing.TRY_LATER)
        except (WebSocketDisconnect, OSError):
            pass  # gone

    return Route("GET", PUSH, "push", push)


def whole_number(text: str) -> int:
    """A number in a query; raises `Refusal`."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise Refusal(Code.BAD_REQUEST)
    return int(text)


async def _turn_away(socket: WebSocket, code: int) -> None:
    """Accept first: a browser tells its page no other refusal than a close code."""
    await socket.accept()
    _end(socket, code)


async def _serve(socket: WebSocket, requests: Requests, visitor: Visitor) -> None:
    if socket.query_params.get("protocol", str(PROTOCOL)) != str(PROTOCOL):
        await _turn_away(socket, Closing.OTHER_PROTOCOL)
        return
    room, after = socket.path_params["room"], whole_number(socket.query_params.get("after", "0"))
    feed: Feed = await requests.answer("follow", visitor, room=room, after=after)
    try:
        await socket.accept()
        feed.send_now = _extension(socket)["send_now"]
        await _pump(socket, feed)
    finally:
        await requests.rooms.unfollow(room, feed)


async def _pump(socket: WebSocket, feed: Feed) -> None:
    """Send until the feed or the connection ends."""
    listening = asyncio.ensure_future(_listen(socket, feed))
    try:
        while (message := await feed.next()) is not None:
            async with asyncio.timeout(MOST_SECONDS_UNSENT):
                await socket.send_text(message.decode())
        _end(socket, feed.close_code or Closing.RESTARTING)
    except TimeoutError:
        _end(socket, Closing.TRY_LATER)
    finally:
        listening.cancel()


async def _listen(socket: WebSocket, feed: Feed) -> None:
    """Wait for the end: all else that comes ends the connection before it gets here."""
    await socket.receive()
    feed.close(Closing.RESTARTING)


def _end(socket: WebSocket, code: int) -> None:
    _extension(socket)["end"](code)


def _extension(socket: WebSocket) -> Any:
    extensions: Any = socket.scope["extensions"]
    return extensions[protocols.PUSH]
