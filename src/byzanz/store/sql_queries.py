"""The two primitives that all SQL of the store is built on."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from byzanz.store.backup import Rows


class Statement(NamedTuple):
    """SQL and its parameters."""

    sql: str
    values: tuple[object, ...]


class SqlQueries(ABC):
    """Runs SQL that SQLite and PostgreSQL both understand, with parameters $1, $2 and so on."""

    JSON_ITEMS: ClassVar[str]  # a subquery: the texts of the JSON array in $1, one per row

    @abstractmethod
    async def _read(self, sql: str, *values: object) -> Rows:
        """Return the rows of a query."""

    @abstractmethod
    async def _write(self, sql: str, *values: object) -> Rows:
        """Commit a change, and return the rows of its RETURNING clause."""

    @abstractmethod
    async def _transact(
        self, statements: Sequence[Statement], *, guard: Statement | None = None
    ) -> bool:
        """Execute statements in one transaction, after a guard.

        If the guard returns no rows, nothing is executed and the answer is False.
        """


def first_value(rows: Rows) -> Any:
    """Return the first column of the first row, or None if there is no row."""
    return rows[0][0] if rows else None


def json_array(texts: Iterable[str]) -> str:
    """Encode texts as the parameter that `JSON_ITEMS` reads."""
    return msgspec.json.encode(list(texts)).decode()
