"""Tests that are coroutines run in virtual time."""

from tests.coroutines import run_test
from tests.server.virtual_time import run_in_virtual_time


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, run_in_virtual_time, _run)


async def _run(function, values):
    await function(**values)
