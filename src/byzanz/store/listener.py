"""What other processes call out through PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from byzanz.store.busy import busy
from byzanz.store.trouble import StoreBusy

CHANNEL = "byzanz_rooms"
RETRY_SECONDS = 1.0


class Listener:
    """A connection of its own that hears the names of rooms, but not those called by `name`.

    It is made again when it is lost; what was called meanwhile is not heard.
    """

    def __init__(self, connect: Callable[[], Awaitable[Any]], name: str) -> None:
        self._connect = connect
        self._name = name
        self._rooms: set[str] = set()
        self._has_news = asyncio.Event()
        self._connection: Any = None
        self._is_closed = False

    async def rooms(self) -> AsyncIterator[set[str]]:
        """What was heard since the last time, until it is closed."""
        while not self._is_closed:
            try:
                await self._listen()
                while not (self._is_closed or self._connection.is_closed()):
                    await self._has_news.wait()
                    self._has_news.clear()
                    rooms, self._rooms = self._rooms, set()
                    if rooms:
                        yield rooms
            except StoreBusy:
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                self._hang_up()

    def close(self) -> None:
        """Hear no more."""
        self._is_closed = True
        self._hang_up()

    async def _listen(self) -> None:
        with busy():
            self._connection = await self._connect()
            self._connection.add_termination_listener(lambda _: self._has_news.set())
            await self._connection.add_listener(CHANNEL, self._hear)

    def _hear(self, _connection: object, _process: int, _channel: str, call: str) -> None:
        caller, *rooms = call.split(" ")
        if caller != self._name:
            self._rooms.update(rooms)
            self._has_news.set()

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
