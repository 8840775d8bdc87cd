"""The schedule of garbage collections."""

import asyncio
import gc

import pytest

from byzanz.server.ops.garbage import FULL_SECONDS, QUIET_SOCKETS, collect_rarely

YOUNG, FULL = ("collect", 0), ("collect",)


@pytest.fixture
def calls(monkeypatch):
    """Record the calls of the garbage collector instead of executing them."""
    recorded = []
    for name in ("collect", "freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *values, name=name: recorded.append((name, *values)))
    return recorded


async def test_a_full_collection_waits_until_few_sockets_are_open(calls):
    sockets = QUIET_SOCKETS
    task = asyncio.create_task(collect_rarely(lambda: sockets))
    await asyncio.sleep(0.1)
    (first, frozen, (threshold, young, *older)) = calls
    assert (first, frozen, threshold) == (FULL, ("freeze",), "set_threshold")
    assert young < 10_000
    assert min(older) >= 1_000_000  # Python never starts one by itself
    calls.clear()
    await asyncio.sleep(10)
    assert calls == [YOUNG] * len(calls)
    assert len(calls) >= 20  # often, so that each one is short
    await asyncio.sleep(FULL_SECONDS)
    assert calls.count(FULL) == 1
    sockets = QUIET_SOCKETS + 1
    await asyncio.sleep(3 * FULL_SECONDS)
    assert calls.count(FULL) == 1
    sockets = 0
    await asyncio.sleep(10)
    assert calls.count(FULL) == 2
    task.cancel()
