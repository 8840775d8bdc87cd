"""Which troubles of PostgreSQL may pass by themselves."""

from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg  # type: ignore[import-untyped]  # it ships no types

from byzanz.store.trouble import StoreBusy

PASSING = (
    OSError,  # timeouts, too
    asyncpg.InterfaceError,  # the connection was closed meanwhile
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
def busy() -> Iterator[None]:
    """Tell such a trouble as `StoreBusy`."""
    try:
        yield
    except ValueError:  # a wrong argument, which asyncpg counts among them
        raise
    except PASSING as error:
        raise StoreBusy(f"PostgreSQL: {error or type(error).__name__}") from error
