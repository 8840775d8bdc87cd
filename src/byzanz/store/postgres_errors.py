"""The transient errors of PostgreSQL: a later retry may succeed."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from byzanz.store.errors import StoreBusy

TRANSIENT = (
    OSError,  # includes TimeoutError
    asyncpg.InterfaceError,  # the connection was closed during the call
    asyncpg.PostgresConnectionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidCatalogNameError,
    asyncpg.LockNotAvailableError,
    asyncpg.OperatorInterventionError,
    asyncpg.PostgresSystemError,
    asyncpg.ReadOnlySQLTransactionError,
    asyncpg.TargetServerAttributeNotMatched,
)


@contextmanager
def transient_as_busy() -> Iterator[None]:
    """Raise transient errors as `StoreBusy`."""
    try:
        yield
    except ValueError:  # asyncpg raises an InterfaceError that is a ValueError for a bad argument
        raise
    except TRANSIENT as error:
        raise StoreBusy(f"PostgreSQL: {error or type(error).__name__}") from error
