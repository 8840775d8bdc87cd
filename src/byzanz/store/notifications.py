"""Notifications between processes, by PostgreSQL's LISTEN and NOTIFY."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any

from byzanz.store.errors import StoreBusy
from byzanz.store.postgres_errors import transient_as_busy
from byzanz.store.rows import Notifications

ROOMS = "byzanz_rooms"  # channel; a payload is the sender and the ids of rooms
MESSAGES = "byzanz_messages"  # channel; a payload is the sender and one message
JOBS = "byzanz_jobs"  # channel; a payload is the asker of an answered job, or a job's version
RETRY_SECONDS = 1.0


class Listener:
    """Receives the notifications of some channels on a connection of its own.

    Ignores notifications that the sender `own_name` sent itself. Reconnects when the connection
    is lost; notifications sent meanwhile are missed.
    """

    def __init__(
        self, connect: Callable[[], Awaitable[Any]], own_name: str, channels: Iterable[str]
    ) -> None:
        self._connect = connect
        self._own_name = own_name
        self._channels = tuple(channels)
        self._rooms: set[str] = set()
        self._messages: list[str] = []
        self._job_signals: set[str] = set()
        self._has_pending = asyncio.Event()
        self._connection: Any = None
        self._is_closed = False

    async def notifications(self) -> AsyncIterator[Notifications]:
        """Yield the notifications since the last yield, until the listener is closed."""
        while not self._is_closed:
            try:
                await self._listen()
                while not (self._is_closed or self._connection.is_closed()):
                    await self._has_pending.wait()
                    self._has_pending.clear()
                    notified = Notifications(self._rooms, self._messages, self._job_signals)
                    self._rooms, self._messages, self._job_signals = set(), [], set()
                    if any(notified):
                        yield notified
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
            self._connection.add_termination_listener(lambda _: self._has_pending.set())
            for channel in self._channels:
                await self._connection.add_listener(channel, self._receive)

    def _receive(self, _connection: object, _process: int, channel: str, payload: str) -> None:
        if channel == JOBS:
            self._job_signals.add(payload)
            self._has_pending.set()
            return
        sender, _, text = payload.partition(" ")
        if sender == self._own_name:
            return
        if channel == ROOMS:
            self._rooms.update(text.split(" "))
        else:
            self._messages.append(text)
        self._has_pending.set()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
