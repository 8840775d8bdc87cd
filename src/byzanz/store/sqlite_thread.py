"""A SQLite connection that lives in its own thread, so that the event loop never waits for it."""

import asyncio
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from byzanz.store.errors import CorruptStore, StoreBusy

Result = TypeVar("Result")

TRANSIENT = {
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
"""The codes of transient errors: a later retry may succeed."""

CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
UNREADABLE = "SQLite: a text in the database is not UTF-8"


class SqliteThread:
    """Runs jobs with one connection, one at a time and in order."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._thread = ThreadPoolExecutor(1, "store")
        self._is_closed = False

    async def run(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        """Run a job in the thread and return its result.

        Raises `StoreBusy` for transient errors of SQLite and `CorruptStore` for a corrupt file.
        """
        if self._is_closed:
            raise StoreBusy("the store is closed")
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run_job, job)

    def _run_job(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            if self._connection is None:
                self._connection = self._connect()
            return job(self._connection)
        except UnicodeDecodeError as error:  # SQLite's message quotes a part of the schema
            raise CorruptStore(UNREADABLE) from error
        except sqlite3.Error as error:
            raise _store_error(error) from error

    async def close(self) -> None:
        """Run all pending jobs, then close the connection."""
        if not self._is_closed:
            self._is_closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
            self._thread.shutdown(wait=False)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _store_error(error: sqlite3.Error) -> Exception:
    """Convert an error of SQLite to one of the store; unknown errors are returned unchanged."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None and isinstance(error, sqlite3.OperationalError):
        return CorruptStore(UNREADABLE)  # raised by Python's module, with the text in its message
    primary = (code or 0) & 0xFF  # the low byte of an extended code
    if primary in CORRUPT:
        return CorruptStore(f"SQLite: {error}")
    return StoreBusy(f"SQLite: {error}") if primary in TRANSIENT else error
