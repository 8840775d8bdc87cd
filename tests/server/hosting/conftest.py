"""Tests may be coroutines: they run in virtual time, each with a harness of its own."""

import pytest

from tests.coroutines import run_test
from tests.server.hosting.harness import Harness
from tests.server.virtual import run_virtual


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, run_virtual, _in_harness)


async def _in_harness(function, values):
    if "harness" not in values:
        await function(**values)
        return
    harness = await Harness.open()
    try:
        await function(**{**values, "harness": harness})
    finally:
        await harness.close()


@pytest.fixture
def harness():
    """A placeholder: `_in_harness` passes a `Harness` opened inside the test's event loop."""
