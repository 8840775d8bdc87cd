"""Servers that tests share; their logs must have no error at the end. Tests may be coroutines."""

import asyncio
from contextlib import closing

import pytest

from tests.coroutines import run_test
from tests.server.http.running import LAX, RunningServer


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, asyncio.run)


def running_server(folder, config="", env=None):
    with closing(RunningServer(folder, config, env)) as server:
        yield server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server with the default limits."""
    yield from running_server(tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="session")
def lax(tmp_path_factory):
    """A server with limits that no test reaches."""
    yield from running_server(tmp_path_factory.mktemp("lax"), LAX)


@pytest.fixture(scope="session")
def hooked(tmp_path_factory):
    """A server with test hooks."""
    folder = tmp_path_factory.mktemp("hooked")
    yield from running_server(folder, LAX, {"BYZANZ_TEST_HOOKS": "1"})


@pytest.fixture(scope="session")
def narrow(tmp_path_factory):
    """A server with low limits on connections and people, behind the proxy 127.0.0.1."""
    config = """
        trusted_proxies = ["127.0.0.1"]
        url = "https://byzanz.example"
        limits.people = 3
        limits.connections = 2
        limits.all_connections = 5
    """
    yield from running_server(tmp_path_factory.mktemp("narrow"), config)
