"""One player of a room: a key, a push socket, and the last entry that came over it."""

import asyncio
import random
from collections.abc import Callable

from byzanz.load.address import Address
from byzanz.load.ear import Ear, listen
from byzanz.load.tally import Tally

LONGEST_WAIT = 10.0  # seconds for the first message


class Chair:
    """Keeps its socket open: when the server closes it, it comes back for what it missed."""

    def __init__(
        self,
        address: Address,
        tally: Tally,
        gate: asyncio.Semaphore,
        hear: Callable[["Chair", bytes, float], None],
    ) -> None:
        self.key: str | None = None
        self.seq = 0
        self._address = address
        self._tally = tally
        self._gate = gate  # so many of all chairs connect at once
        self._hear_for = hear
        self._ear: Ear | None = None
        self._first: asyncio.Future[bool] | None = None  # has a message come, since it listens?
        self._coming_back: asyncio.Task[None] | None = None

    async def follow(self, path: str) -> None:
        """Listen to a room, from the last entry on; returns when the first message is there."""
        self._path = path
        async with self._gate:
            while not await self._is_listening():
                await asyncio.sleep(random.uniform(0.1, 1.0))

    def leave(self) -> None:
        """End the connection without a word."""
        if self._coming_back is not None:
            self._coming_back.cancel()
        self._hang_up()

    async def _is_listening(self) -> bool:
        first: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._first = first
        path = f"{self._path}?after={self.seq}"
        try:
            self._ear = await listen(self._address, path, self.key, self._hear, self._ended)
            async with asyncio.timeout(LONGEST_WAIT):
                return await first
        except (OSError, TimeoutError):
            self._hang_up()
            return False

    def _hang_up(self) -> None:
        ear, self._ear = self._ear, None
        if ear is not None:
            ear.cut()

    def _hear(self, message: bytes, now: float) -> None:
        self._hear_for(self, message, now)
        if self._first is not None and not self._first.done():
            self._first.set_result(True)

    def _ended(self, ear: Ear) -> None:
        if ear is not self._ear:
            return
        if self._first is not None and not self._first.done():
            self._first.set_result(False)
            return
        self._ear = None
        self._tally.dropped += 1
        self._coming_back = asyncio.ensure_future(self.follow(self._path))
