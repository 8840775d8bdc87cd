"""SQLite and PostgreSQL stores; tests may be coroutines, in real time."""

from tests.store.conftest import (
    postgres,
    postgres_url,
    pytest_pyfunc_call,
    sqlite_url,
    url,
)

__all__ = ["postgres", "postgres_url", "pytest_pyfunc_call", "sqlite_url", "url"]
