"""Notifications between processes, by PostgreSQL's LISTEN and NOTIFY."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from byzanz.store.errors import StoreBusy
from byzanz.store.postgres_errors import transient_as_busy
from byzanz.store.rows import News

ROOMS = "byzanz_rooms"  # channel; a payload is the sender and the ids of rooms
MESSAGES = "byzanz_messages"  # channel; a payload is the sender and one message
RETRY_SECONDS = 1.0


class Listener:
    """Receives the ids of changed rooms, and messages, on a connection of its own.

    Ignores notifications that the sender `own_name` sent itself. Reconnects when the connection
    is lost; notifications sent meanwhile are missed.
    """

    def __init__(self, connect: Callable[[], Awaitable[Any]], own_name: str) -> None:
        self._connect = connect
        self._own_name = own_name
        self._pending = News(set(), [])
        self._has_news = asyncio.Event()
        self._connection: Any = None
        self._is_closed = False

    async def news(self) -> AsyncIterator[News]:
        """Yield the notifications since the last yield, until the listener is closed."""
        while not self._is_closed:
            try:
                await self._listen()
                while not (self._is_closed or self._connection.is_closed()):
                    await self._has_news.wait()
                    self._has_news.clear()
                    news, self._pending = self._pending, News(set(), [])
                    if news.rooms or news.messages:
                        yield news
            except StoreBusy:
                await asyncio.sleep(RETRY_SECONDS)
            finally:
                self._disconnect()

    def close(self) -> None:
        """Stop listening."""
        self._is_closed = True
        self._disconnect()

    async def _listen(self) -> None:
        with transient_as_busy():
            self._connection = await self._connect()
            self._connection.add_termination_listener(lambda _: self._has_news.set())
            await self._connection.add_listener(ROOMS, self._receive)
            await self._connection.add_listener(MESSAGES, self._receive)

    def _receive(self, _connection: object, _process: int, channel: str, payload: str) -> None:
        sender, _, text = payload.partition(" ")
        if sender == self._own_name:
            return
        if channel == ROOMS:
            self._pending.rooms.update(text.split(" "))
        else:
            self._pending.messages.append(text)
        self._has_news.set()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
