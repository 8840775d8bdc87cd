"""The errors of PostgreSQL: transient ones, and those of a damaged disk."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from byzanz.store.errors import CorruptStore, StoreBusy

TRANSIENT = (
    OSError,  # includes TimeoutError
    asyncpg.InterfaceError,  # the connection was closed during the call
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.ForeignKeyViolationError,  # the row referred to was deleted during the call
    asyncpg.LockNotAvailableError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TargetServerAttributeNotMatched,
)


CORRUPT = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError)


@contextmanager
def transient_as_busy() -> Iterator[None]:
    """Raise transient errors as `StoreBusy`, and those of damaged pages as `CorruptStore`."""
    try:
        yield
    except CORRUPT as error:
        raise CorruptStore(f"PostgreSQL: {error}") from error
    except ValueError:  # asyncpg raises an InterfaceError that is a ValueError for a bad argument
        raise
    except TRANSIENT as error:
        raise StoreBusy(f"PostgreSQL: {error or type(error).__name__}") from error
