"""A wait between two queries of the store, which a notification can end early."""

import asyncio
from contextlib import suppress


async def wait_for_wake_up(woken: asyncio.Event, seconds: float) -> None:
    """Wait until the event is set, for at most this many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await woken.wait()
