"""When the server collects garbage."""

import asyncio
import gc

import pytest

from byzanz.server.ops.garbage import FULL_SECONDS, QUIET_SOCKETS, collect_rarely

YOUNG, FULL = ("collect", 0), ("collect",)


@pytest.fixture
def calls(monkeypatch):
    """The calls of the collector, which is left alone."""
    made = []
    for name in ("collect", "freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *values, name=name: made.append((name, *values)))
    return made


async def test_everything_is_collected_in_quiet_hours_only(calls):
    sockets = QUIET_SOCKETS
    task = asyncio.create_task(collect_rarely(lambda: sockets))
    await asyncio.sleep(0.1)
    (first, frozen, (threshold, young, *older)) = calls
    assert (first, frozen, threshold) == (FULL, ("freeze",), "set_threshold")
    assert young < 10_000
    assert min(older) >= 1_000_000  # never by itself
    calls.clear()
    await asyncio.sleep(10)
    assert calls == [YOUNG] * len(calls)
    assert len(calls) >= 20  # so that none has much to do
    await asyncio.sleep(FULL_SECONDS)
    assert calls.count(FULL) == 1
    sockets = QUIET_SOCKETS + 1
    await asyncio.sleep(3 * FULL_SECONDS)
    assert calls.count(FULL) == 1
    sockets = 0
    await asyncio.sleep(10)
    assert calls.count(FULL) == 2
    task.cancel()
