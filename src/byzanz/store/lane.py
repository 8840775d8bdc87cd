"""A SQLite connection in a thread of its own."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from byzanz.store.trouble import NoStore, StoreBusy

Result = TypeVar("Result")

PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
}
"""Errors that may pass by themselves."""

BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


class Lane:
    """Does one thing at a time, all of them with the same connection."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "store")
        self._is_closed = False

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """What comes of some work, which begins when all before it is done."""
        if self._is_closed:
            raise StoreBusy("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)

    def _do(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            if self._connection is None:
                self._connection = self._connect()
            return work(self._connection)
        except sqlite3.Error as error:
            code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
            if code in BROKEN:
                raise NoStore(f"SQLite: {error}") from error
            if code not in PASSING:
                raise
            raise StoreBusy(f"SQLite: {error}") from error

    async def close(self) -> None:
        """Finish what waits, and close the connection."""
        if not self._is_closed:
            self._is_closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            self._thread.shutdown(wait=False)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
