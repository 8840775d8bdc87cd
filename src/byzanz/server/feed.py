"""What waits to be sent to one connection: never more than a slow reader may hold up."""

import asyncio
from collections import deque
from collections.abc import Callable

MOST_BYTES = 256 * 1024


class Feed:
    """The messages for one push socket."""

    def __init__(self, person: str | None) -> None:
        self.person = person  # which seat is theirs, if any, may change
        self.close_code: int | None = None  # set once nothing more will come
        self.send_now: Callable[[bytes], bool] | None = None  # False: it is to wait
        self._messages: deque[bytes] = deque()
        self._size = 0
        self._is_idle = False  # all is sent
        self._filled = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Add a message; a reader too slow is cut off and may come back for what it missed."""
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
        """Send nothing more and end the connection."""
        self.close_code = self.close_code or code
        self._messages.clear()
        self._filled.set()

    async def next(self) -> bytes | None:
        """The next message, or None when the connection is to be closed."""
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
