"""The server's time in milliseconds since 1970; it never jumps with the machine's clock."""

import asyncio
import time
from typing import Protocol

DAY = 86_400_000  # milliseconds


class Clock(Protocol):
    """Tells the time, and waits until a time."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    async def until(self, at: int) -> None:
        """Wait until this time."""
        ...

    def advance(self, to: int) -> None:
        """Continue from this time if it is later; `until` returns no earlier because of it."""
        ...


class SteadyClock:
    """Reads the machine's clock once, then follows the event loop's monotonic clock."""

    def __init__(self, start: int | None = None) -> None:
        self._start = int(time.time() * 1000) if start is None else start
        self._loop_time = asyncio.get_running_loop().time
        self._began = self._loop_time()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._start + round((self._loop_time() - self._began) * 1000)

    async def until(self, at: int) -> None:
        """Wait until this time."""
        while (left := at - self.now()) > 0:
            await asyncio.sleep(left / 1000)

    def advance(self, to: int) -> None:
        """Continue from this time if it is later; `until` returns no earlier because of it."""
        self._start += max(to - self.now(), 0)


class SetClock:
    """Stands still until it is set; for tests."""

    def __init__(self, now: int) -> None:
        self._now = now
        self._changed = asyncio.Event()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return self._now

    def set(self, now: int) -> None:
        """Set the time; an earlier time than now changes nothing."""
        self._now = max(now, self._now)
        self._changed.set()
        self._changed = asyncio.Event()

    advance = set

    async def until(self, at: int) -> None:
        """Wait until it is set to this time or later."""
        while self._now < at:
            await self._changed.wait()
