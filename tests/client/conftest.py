"""A running server for all tests of the session; tests may be coroutines."""

import asyncio

import pytest

from byzanz.load.spawned_servers import game_server
from tests.coroutines import run_test


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, asyncio.run)


@pytest.fixture(scope="session")
def url():
    with game_server() as server:
        yield server.url


@pytest.fixture
def pauses(monkeypatch):
    """The seconds of every backoff pause; the pauses themselves are skipped."""
    requested = []

    async def sleep(seconds):
        requested.append(seconds)

    monkeypatch.setattr("byzanz.client.backoff.asyncio.sleep", sleep)
    return requested
