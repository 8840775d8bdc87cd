"""A real server for a whole session; tests may be coroutines."""

import asyncio

import pytest

from byzanz.load.hosted import game_server
from tests.coroutines import run_test


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, asyncio.run)


@pytest.fixture(scope="session")
def url():
    with game_server() as hosted:
        yield hosted.url


@pytest.fixture
def at_once(monkeypatch):
    """No pauses; their lengths, as far as somebody asked for them."""
    asked = []

    async def sleep(seconds):
        asked.append(seconds)

    monkeypatch.setattr("byzanz.client.pauses.asyncio.sleep", sleep)
    return asked
