"""Waiting before one tries again: longer each time, and by chance, so that not all come at once."""

import asyncio
import random

FIRST_SECONDS = 0.25
LONGEST_SECONDS = 10.0


class Pauses:
    """The pauses of one attempt after the other, until patience is over."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self.reset()

    def reset(self) -> None:
        """It went well: begin anew."""
        self._began = asyncio.get_running_loop().time()
        self._most = FIRST_SECONDS

    async def next(self, least: float = 0.0) -> bool:
        """Wait, at least so many seconds; False, and at once: patience is over."""
        seconds = least + random.uniform(self._most / 4, self._most)
        self._most = min(2 * self._most, LONGEST_SECONDS)
        if asyncio.get_running_loop().time() + seconds - self._began > self._patience:
            return False
        await asyncio.sleep(seconds)
        return True
