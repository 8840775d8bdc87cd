"""Runs coroutine tests in virtual time, and has a PostgreSQL database for those that need one."""

from tests.coroutines import run_test
from tests.server.virtual_time import run_in_virtual_time
from tests.store.conftest import postgres

__all__ = ["postgres"]


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, run_in_virtual_time)
