"""Tests that are coroutines run in virtual time, each with its own harness."""

import pytest

from tests.coroutines import run_test
from tests.server.hosting.harness import Harness
from tests.server.virtual_time import run_in_virtual_time


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, run_in_virtual_time, _in_harness)


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
