"""Virtual time itself: it jumps, waits for threads, and tells when nothing will ever happen."""

import asyncio
import time

import pytest

from byzanz.store.opening import open_store
from tests.server.virtual import Stuck, run_virtual


async def test_an_hour_takes_no_time():
    began, loop = time.monotonic(), asyncio.get_running_loop()
    await asyncio.gather(asyncio.sleep(3600), asyncio.sleep(1800))
    assert loop.time() == 3600
    assert time.monotonic() - began < 1


async def test_threads_are_waited_for_while_the_clock_stands_still():
    store = await open_store(":memory:", volatile=True)
    timer = asyncio.ensure_future(asyncio.sleep(1))
    for at in range(20):
        await store.beat(at)
    assert asyncio.get_running_loop().time() == 0
    await timer
    assert await store.last_beat() == 19
    await store.close()


def test_nothing_to_wait_for():
    with pytest.raises(Stuck):
        run_virtual(asyncio.Event().wait())
