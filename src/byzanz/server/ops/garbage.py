"""Garbage collection tuned for thousands of sockets and live rooms.

Reference counting frees what the server makes: sockets, rooms and moves leave no cycles. The
collector is for what libraries may leave.
"""

import asyncio
import gc
from collections.abc import Callable

YOUNG_SECONDS = 0.2  # between collections of the youngest generation
YOUNG_OBJECTS = 5_000  # new objects, less those freed, before it is collected earlier
NEVER = 1_000_000_000  # collections of a younger generation
FULL_SECONDS = 3600  # between full collections, at least
QUIET_SOCKETS = (
    200  # with these, a full collection takes about 20 ms; with 6,000 over half a second
)


async def collect_rarely(socket_count: Callable[[], int]) -> None:
    """Collect the youngest generation often, and all others rarely; runs until cancelled.

    The server stands still during a collection, and the time depends on the number of objects.
    Python collects the youngest generation by the number of objects made, less those freed, also
    old ones; where every move replaces as many objects as it makes, that generation would grow for
    minutes. The others are collected once an hour at most, and only while few sockets are open.
    With many sockets at all hours that never happens.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, NEVER, NEVER)
    loop = asyncio.get_running_loop()
    full_at = loop.time() + FULL_SECONDS
    while True:
        await asyncio.sleep(YOUNG_SECONDS)
        gc.collect(0)
        if loop.time() >= full_at and socket_count() <= QUIET_SOCKETS:
            gc.collect()
            full_at = loop.time() + FULL_SECONDS
