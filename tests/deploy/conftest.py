"""A PostgreSQL store; coroutine tests run in real time."""

from tests.store.conftest import postgres, postgres_url, pytest_pyfunc_call

__all__ = ["postgres", "postgres_url", "pytest_pyfunc_call"]
