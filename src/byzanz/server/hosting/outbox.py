"""The messages that wait to be sent to one connection, limited in size."""

import asyncio
from collections import deque
from collections.abc import Callable

MOST_BYTES = 256 * 1024  # bytes of all queued messages together


class Outbox:
    """The queue of one push socket; a client that reads too slowly is disconnected."""

    def __init__(self, person: str | None) -> None:
        self.person = person  # not the seat, which may change
        self.close_code: int | None = None  # set when the outbox is closed
        self.send_now: Callable[[bytes], bool] | None = None  # False: the socket is not ready
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._is_idle = False  # whether everything is sent
        self._filled = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Send a message now or queue it; close the connection if the queue is full."""
        if self.close_code is not None:
            return
        if self._is_idle and not self._messages and self.send_now and self.send_now(message):
            return
        if self._size + len(message) > MOST_BYTES:
            self.close(1013)
            return
        self._messages.append(message)
        self._size += len(message)
        self._filled.set()

    def close(self, code: int) -> None:
        """Drop all queued messages and close the connection."""
        self.close_code = self.close_code or code
        self._messages.clear()
        self._filled.set()

    async def next(self) -> bytes | None:
        """Wait for the next message and return it, or None to close the connection."""
        while not self._messages:
            if self.close_code is not None:
                return None
            self._filled.clear()
            self._is_idle = True
            await self._filled.wait()
            self._is_idle = False
        message = self._messages.popleft()
        self._size -= len(message)
        return message
