"""Garbage collection tuned for thousands of sockets and live rooms.

Reference counting frees the server's own objects: sockets, rooms and moves form no cycles. The
collector is needed only for cycles that libraries may form.
"""

import asyncio
import gc
from collections.abc import Callable

YOUNG_SECONDS = 0.2  # seconds between collections of the youngest generation
YOUNG_OBJECTS = 5_000  # objects made minus objects freed that trigger an earlier collection
NEVER = 1_000_000_000  # a threshold for the older generations that is never reached
FULL_SECONDS = 3600  # the shortest time between full collections, in seconds
QUIET_SOCKETS = 200
"""The most open sockets for a full collection: it takes about 20 ms with 200 sockets, and over
half a second with 6,000."""


async def collect_rarely(socket_count: Callable[[], int]) -> None:
    """Collect the youngest generation often, and all others rarely; runs until cancelled.

    A collection stops the server for a time that depends on the number of objects. Python starts
    one when many more objects were made than freed. A move frees as many as it makes, so the
    youngest generation would grow for minutes; here it is collected every `YOUNG_SECONDS`. The
    other generations are collected at most once an hour, and only while few sockets are open:
    never on a server that always has many.
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
