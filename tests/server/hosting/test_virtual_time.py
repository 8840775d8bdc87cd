"""Virtual time jumps to the next timer, waits for threads, and detects a deadlock."""

import asyncio
import time

import pytest

from byzanz.store.opening import open_store
from tests.server.virtual_time import Stuck, run_in_virtual_time


def test_an_hour_takes_no_time():
    async def scenario():
        await asyncio.gather(asyncio.sleep(3600), asyncio.sleep(1800))
        return asyncio.get_running_loop().time()

    began = time.monotonic()
    assert run_in_virtual_time(scenario()) == 3600
    assert time.monotonic() - began < 1


def test_threads_are_waited_for_while_the_clock_stands_still():
    async def scenario():
        store = await open_store(":memory:", volatile=True)
        timer = asyncio.ensure_future(asyncio.sleep(1))
        for at in range(20):
            await store.record_heartbeat(at)
        assert asyncio.get_running_loop().time() == 0
        await timer
        assert await store.last_heartbeat() == 19
        await store.close()

    run_in_virtual_time(scenario())


def test_a_deadlock_is_detected():
    with pytest.raises(Stuck):
        run_in_virtual_time(asyncio.Event().wait())
