"""One player of a virtual room: a key, a push socket, and the last update that it received."""

import asyncio
import random
from collections.abc import Callable

from byzanz.load.address import Address
from byzanz.load.counters import Counters
from byzanz.load.push_listener import PushListener, listen

FIRST_MESSAGE_SECONDS = 10.0  # seconds in which the first message of a connection must come


class Player:
    """Keeps a push socket open: if the server closes it, resumes after the last update."""

    def __init__(
        self,
        address: Address,
        process: int,
        counters: Counters,
        connect_slots: asyncio.Semaphore,
        on_message: Callable[["Player", bytes, float], None],
    ) -> None:
        self.key: str | None = None
        self.seq = 0
        self.process = process  # the index of a server process
        self._address = address
        self._counters = counters
        self._connect_slots = connect_slots  # limits how many players connect at once
        self._on_message = on_message
        self._listener: PushListener | None = None
        # Resolved by the first message (True) or the end (False) of the current connection.
        self._first: asyncio.Future[bool] | None = None
        self._reconnecting: asyncio.Task[None] | None = None

    async def follow(self, path: str) -> None:
        """Listen to a room from the last update on; returns when the first message has come."""
        self._path = path
        async with self._connect_slots:
            while not await self._connect():
                await asyncio.sleep(random.uniform(0.1, 1.0))

    def disconnect(self) -> None:
        """Abort the connection without a closing handshake."""
        if self._reconnecting is not None:
            self._reconnecting.cancel()
        self._drop_listener()

    async def _connect(self) -> bool:
        """Connect and wait for the first message; returns whether it came."""
        first: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._first = first
        path = f"{self._path}?after={self.seq}"
        try:
            self._listener = await listen(
                self._address, path, self.key, self._receive, self._connection_ended
            )
            async with asyncio.timeout(FIRST_MESSAGE_SECONDS):
                return await first
        except (OSError, TimeoutError):
            self._drop_listener()
            return False

    def _drop_listener(self) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.abort()

    def _receive(self, message: bytes, now: float) -> None:
        self._on_message(self, message, now)
        if self._first is not None and not self._first.done():
            self._first.set_result(True)

    def _connection_ended(self, listener: PushListener) -> None:
        if listener is not self._listener:
            return
        if self._first is not None and not self._first.done():
            self._first.set_result(False)
            return
        self._listener = None
        self._counters.dropped += 1
        self._reconnecting = asyncio.ensure_future(self.follow(self._path))
