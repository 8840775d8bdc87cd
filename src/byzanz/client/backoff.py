"""Exponential backoff with jitter, so that clients do not all retry at the same moment."""

import asyncio
import random

FIRST_SECONDS = 0.25
LONGEST_SECONDS = 10.0


class Backoff:
    """The pauses between attempts, until `retry_seconds` have passed since the last success."""

    def __init__(self, retry_seconds: float) -> None:
        self._retry_seconds = retry_seconds
        self.reset()

    def reset(self) -> None:
        """Start again with short pauses, after a success."""
        self._began = asyncio.get_running_loop().time()
        self._longest_pause = FIRST_SECONDS

    async def next(self, at_least: float = 0.0) -> bool:
        """Pause before the next attempt, for at least the given seconds.

        Returns False at once, without a pause, if the time for retries would be exceeded.
        """
        seconds = at_least + random.uniform(self._longest_pause / 4, self._longest_pause)
        self._longest_pause = min(2 * self._longest_pause, LONGEST_SECONDS)
        if asyncio.get_running_loop().time() + seconds - self._began > self._retry_seconds:
            return False
        await asyncio.sleep(seconds)
        return True
