"""Following a room: pushed where sockets pass, polled where they don't, in order and complete."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Protocol

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from byzanz.client.pauses import Pauses
from byzanz.client.trouble import NotUnderstood, Unreachable
from byzanz.wire.answers import Push, Update
from byzanz.wire.endpoints import PROTOCOL, PUSH, Closing
from byzanz.wire.problems import Code, Refusal

DECODER: msgspec.json.Decoder[Push] = msgspec.json.Decoder(Push)
OPEN_SECONDS = 10.0
SILENT_SECONDS = 10.0  # till the first message, which the server sends at once
POLL_SECONDS = 1.0
POLLING_SECONDS = 60.0  # then sockets are tried again
LARGEST_PUSH = 1 << 20
GATEWAY = (502, 503, 504)  # a proxy whose server is away
REFUSALS = {
    Closing.NO_MESSAGES: Code.BAD_REQUEST,
    Closing.NOT_KNOWN: Code.NOT_KNOWN,
    Closing.NOT_ALLOWED: Code.NOT_ALLOWED,
    Closing.NOT_FOUND: Code.NOT_FOUND,
    Closing.ROOM_CLOSED: Code.NOT_FOUND,
}
PASSING = (Code.TOO_FAST, Code.BUSY)


class Server(Protocol):
    """What following needs of a client."""

    url: str
    patience: float

    @property
    def headers(self) -> dict[str, str]:
        """Who asks."""
        ...

    async def update(self, room: str, after: int = 0) -> Update:
        """Everything since an entry."""
        ...


class Following:
    """One room, from one entry on."""

    def __init__(self, server: Server, room: str, after: int) -> None:
        self._server = server
        self._room = room
        self._seq = after  # the last entry that was handed on
        self._is_first = True
        self._sockets_pass = True

    async def pushes(self) -> AsyncGenerator[Push, None]:
        """All that comes, for ever; raises `Refusal`, `Unreachable` and `NotUnderstood`."""
        pauses = Pauses(self._server.patience)
        while True:
            source = self._pushed() if self._sockets_pass else self._polled()
            try:
                async with aclosing(source):
                    async for push in source:
                        pauses.reset()
                        if isinstance(push, Update) and push.after > self._seq:
                            break  # a gap, which a new connection fills
                        news = self._news(push)
                        if news is not None:
                            yield news
            except Refusal as refusal:
                if refusal.code not in PASSING:
                    raise
            except Unreachable:
                pass
            if self._sockets_pass and not await pauses.next():
                raise Unreachable(f"{self._server.url} does not answer")

    def _news(self, push: Push) -> Push | None:
        """What was not handed on yet."""
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

    async def _pushed(self) -> AsyncGenerator[Push, None]:
        """What comes over one socket; returns when it ends in a way that passes."""
        path = PUSH.format(room=self._room)
        address = f"ws{self._server.url.removeprefix('http')}{path}"
        try:
            async with connect(
                f"{address}?after={self._seq}&protocol={PROTOCOL}",
                additional_headers=self._server.headers,
                compression=None,
                open_timeout=OPEN_SECONDS,
                close_timeout=1,
                max_size=LARGEST_PUSH,
            ) as socket:
                async with asyncio.timeout(SILENT_SECONDS):
                    message = await socket.recv(decode=False)
                while True:
                    yield _decode(message)
                    message = await socket.recv(decode=False)
        except ConnectionClosed as closed:
            self._check(None if closed.rcvd is None else closed.rcvd.code)
        except InvalidStatus as error:
            self._sockets_pass = error.response.status_code in GATEWAY
        except (InvalidHandshake, TimeoutError):
            self._sockets_pass = False  # something on the way takes no sockets
        except OSError:
            pass

    def _check(self, code: int | None) -> None:
        if code == Closing.OTHER_PROTOCOL:
            raise NotUnderstood(f"{self._server.url} speaks another version of the protocol")
        if code in REFUSALS:
            raise Refusal(REFUSALS[Closing(code)])

    async def _polled(self) -> AsyncGenerator[Push, None]:
        """What comes by asking again and again, for a while."""
        self._sockets_pass = True
        clock = asyncio.get_running_loop().time
        until = clock() + POLLING_SECONDS
        while clock() < until:
            yield await self._server.update(self._room, self._seq)
            await asyncio.sleep(random.uniform(0.8, 1.2) * POLL_SECONDS)


def _decode(message: bytes) -> Push:
    try:
        return DECODER.decode(message)
    except ValueError:
        raise NotUnderstood("a push message that nobody knows") from None
