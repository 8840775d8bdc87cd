"""Tests may be coroutines: they run in virtual time."""

from tests.coroutines import run_test
from tests.server.virtual import run_virtual


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, run_virtual, _run)


async def _run(function, values):
    await function(**values)
