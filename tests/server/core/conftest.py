"""Tests may be coroutines: they run in virtual time, in a house of their own."""

import pytest

from tests.coroutines import run_test
from tests.server.core.house import House
from tests.server.virtual import run_virtual


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, run_virtual, _in_house)


async def _in_house(function, values):
    if "house" not in values:
        await function(**values)
        return
    house = await House.open()
    try:
        await function(**{**values, "house": house})
    finally:
        await house.close()


@pytest.fixture
def house():
    """Rooms, conductor and store; made inside the test's own event loop."""
