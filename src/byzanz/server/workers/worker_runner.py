"""Runs a worker until a signal ends it."""

import asyncio
import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import structlog

from byzanz.server.ops.clock import SteadyClock
from byzanz.server.workers.queue_worker import QueueWorker
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore

log = structlog.get_logger()

RETRY_SECONDS = 2.0  # seconds between two attempts to reach the database
SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run_worker(url: str, process_count: int, on_ready: Callable[[], None]) -> None:
    """Take jobs from the PostgreSQL database at an address until SIGTERM or Ctrl-C.

    Waits for a database that does not answer, or that no server has migrated yet. Raises
    `NewerStore`, `UnsafeStore`, and `ValueError` for an invalid address.
    """
    asyncio.run(_until_signal(_work(url, process_count, on_ready)))


async def _until_signal(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine, which a signal cancels."""
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(work)
    before = {
        number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(task.cancel))
        for number in SIGNALS
    }
    try:
        with suppress(asyncio.CancelledError):
            await task
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def _work(url: str, process_count: int, on_ready: Callable[[], None]) -> None:
    try:
        store = await _open(url)
        try:
            worker = QueueWorker(store, SteadyClock(await store.now()), process_count)
            worker.start()
            log.info("ready", processes=process_count)
            on_ready()
            try:
                await asyncio.Event().wait()
            finally:
                await worker.stop()
        finally:
            await store.close()
    finally:
        log.info("ended")


async def _open(url: str) -> EventStore:
    # Imported here so that a server with a SQLite store does not load asyncpg.
    from byzanz.store.postgres import open_postgres  # noqa: PLC0415

    while True:
        try:
            return await open_postgres(url, may_migrate=False)
        except StoreBusy as error:
            log.warning("database does not answer", reason=str(error))
        await asyncio.sleep(RETRY_SECONDS)
