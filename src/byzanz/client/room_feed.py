"""The updates of a room in order and without gaps, over a push socket or by polling."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from byzanz.client.backoff import Backoff
from byzanz.client.errors import ProtocolError, Unreachable
from byzanz.wire.answers import Push, Update
from byzanz.wire.endpoints import PROTOCOL, PUSH, CloseCode
from byzanz.wire.problems import Code, RequestRefused

DECODER: msgspec.json.Decoder[Push] = msgspec.json.Decoder(Push)
OPEN_SECONDS = 10.0
FIRST_MESSAGE_SECONDS = 10.0  # the server sends it at once, but a proxy may hold it back
POLL_SECONDS = 1.0
POLLING_SECONDS = 60.0  # seconds of polling until a socket is tried again
LARGEST_PUSH = 1 << 20  # bytes
GATEWAY_ERRORS = (502, 503, 504)  # a proxy cannot reach the server
REFUSAL_CODES = {
    CloseCode.NO_MESSAGES: Code.BAD_REQUEST,
    CloseCode.NOT_KNOWN: Code.NOT_KNOWN,
    CloseCode.NOT_ALLOWED: Code.NOT_ALLOWED,
    CloseCode.NOT_FOUND: Code.NOT_FOUND,
    CloseCode.ROOM_CLOSED: Code.NOT_FOUND,
}
RETRIED_CODES = (Code.TOO_FAST, Code.BUSY)


class UpdateSource(Protocol):
    """The part of a client that a feed uses."""

    url: str
    retry_seconds: float

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify the person."""
        ...

    async def update(self, room: str, after: int = 0) -> Update:
        """Return the entries after entry `after`, and the current state of the room."""
        ...


class RoomFeed:
    """Follows one room from one entry on."""

    def __init__(self, client: UpdateSource, room: str, after: int) -> None:
        self._client = client
        self._room = room
        self._seq = after  # the last entry that was yielded
        self._is_first = True
        self._uses_socket = True

    async def pushes(self) -> AsyncGenerator[Push, None]:
        """Yield every push; raises `RequestRefused`, `Unreachable` and `ProtocolError`."""
        backoff = Backoff(self._client.retry_seconds)
        while True:
            source = self._from_socket() if self._uses_socket else self._by_polling()
            try:
                async with aclosing(source):
                    async for push in source:
                        backoff.reset()
                        if isinstance(push, Update) and push.after > self._seq:
                            break  # updates are missing: reconnect from the last one
                        unseen = self._without_known_steps(push)
                        if unseen is not None:
                            yield unseen
            except RequestRefused as refusal:
                if refusal.code not in RETRIED_CODES:
                    raise
            except Unreachable:
                pass
            if self._uses_socket and not await backoff.next():
                raise Unreachable(f"{self._client.url} does not answer")

    def _without_known_steps(self, push: Push) -> Push | None:
        """Drop the steps that were already yielded; None if an update has no others."""
        if not isinstance(push, Update):
            return push
        if push.seq <= self._seq and not self._is_first:
            return None
        if push.after < self._seq:
            steps = tuple([step for step in push.steps if step.seq > self._seq])
            push = msgspec.structs.replace(push, after=self._seq, steps=steps)
        self._seq = max(push.seq, self._seq)
        self._is_first = False
        return push

    async def _from_socket(self) -> AsyncGenerator[Push, None]:
        """Yield the pushes of one socket; returns when the client should reconnect."""
        path = PUSH.format(room=self._room)
        address = f"ws{self._client.url.removeprefix('http')}{path}"
        try:
            async with connect(
                f"{address}?after={self._seq}&protocol={PROTOCOL}",
                additional_headers=self._client.headers,
                compression=None,
                open_timeout=OPEN_SECONDS,
                close_timeout=1,
                max_size=LARGEST_PUSH,
            ) as socket:
                async with asyncio.timeout(FIRST_MESSAGE_SECONDS):
                    message = await socket.recv(decode=False)
                while True:
                    yield _decode(message)
                    message = await socket.recv(decode=False)
        except ConnectionClosed as closed:
            self._check_close_code(None if closed.rcvd is None else closed.rcvd.code)
        except InvalidStatus as error:
            self._uses_socket = error.response.status_code in GATEWAY_ERRORS
        except (InvalidHandshake, TimeoutError):
            self._uses_socket = False  # a proxy does not support WebSocket
        except OSError:
            pass

    def _check_close_code(self, code: int | None) -> None:
        if code == CloseCode.OTHER_PROTOCOL:
            raise ProtocolError(f"{self._client.url} speaks another version of the protocol")
        if code in REFUSAL_CODES:
            raise RequestRefused(REFUSAL_CODES[CloseCode(code)])

    async def _by_polling(self) -> AsyncGenerator[Push, None]:
        """Yield an update per second for a minute, after which a socket is tried again."""
        self._uses_socket = True
        clock = asyncio.get_running_loop().time
        until = clock() + POLLING_SECONDS
        while clock() < until:
            yield await self._client.update(self._room, self._seq)
            await asyncio.sleep(random.uniform(0.8, 1.2) * POLL_SECONDS)


def _decode(message: bytes) -> Push:
    try:
        return DECODER.decode(message)
    except ValueError:
        raise ProtocolError("the server sent a push message of an unknown type") from None
