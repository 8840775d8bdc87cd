"""Opening the server's store for `byzanz admin`, with errors as sentences for people."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from byzanz.cli.command_line import BadInput
from byzanz.cli.record_input import printable

if TYPE_CHECKING:
    from byzanz.store.event_store import EventStore
    from byzanz.store.rows import RoomRow

Result = TypeVar("Result")


def run_with_store(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine that uses a store; raises `BadInput` for every failure of the store."""
    from asyncpg import PostgresError  # type: ignore[import-untyped]  # noqa: PLC0415

    from byzanz.store.errors import (  # noqa: PLC0415
        CorruptStore,
        NewerStore,
        StoreBusy,
        UnsafeStore,
    )

    unusable = (NewerStore, CorruptStore, UnsafeStore, ValueError, sqlite3.Error, PostgresError)
    try:
        return asyncio.run(work)
    except unusable as error:
        raise BadInput(f"byzanz: the store can't be used: {error}") from None
    except StoreBusy as error:
        raise BadInput(f"byzanz: the store is not answering: {error}") from None


@asynccontextmanager
async def opened_store(
    address: str | None, config: Path | None, *, may_create: bool = False
) -> AsyncIterator["EventStore"]:
    """Open the store that the options name; raises `BadInput` and the errors of `open_store`."""
    from byzanz.server.ops.config import BadConfig, read_config  # noqa: PLC0415
    from byzanz.store.opening import open_store, sqlite_path  # noqa: PLC0415

    try:
        address = read_config(config, os.environ, {"store": address}).store
    except BadConfig as error:
        raise BadInput(f"byzanz: {error}") from None
    path = sqlite_path(address)
    if path is not None and not may_create and not path.is_file():
        raise BadInput(
            f"byzanz: there is no store {printable(str(path))}: name an existing one with --store"
        )
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


async def room_row(store: "EventStore", room: str) -> "RoomRow":
    """Return the row of a room; raises `BadInput` if the store has no such room."""
    row = await store.row(room)
    if row is None:
        name = printable(room)[:40]
        raise BadInput(
            f"byzanz: the store has no room {name!r}: expected one that `byzanz admin list` shows"
        )
    return row
