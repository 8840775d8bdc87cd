"""Tests with a harness run in virtual time, all others in real time, with a push service."""

import asyncio

import pytest

from tests.coroutines import run_test
from tests.server.alerts.push_service import PushService
from tests.server.hosting.conftest import _in_harness, harness
from tests.server.virtual_time import run_in_virtual_time
from tests.store.conftest import postgres, postgres_url, sqlite_url, url

__all__ = ["harness", "postgres", "postgres_url", "sqlite_url", "url"]


def pytest_pyfunc_call(pyfuncitem):
    if "harness" in pyfuncitem.funcargs:
        return run_test(pyfuncitem, run_in_virtual_time, _in_harness)
    return run_test(pyfuncitem, asyncio.run)


@pytest.fixture
def push_service():
    with PushService() as service:
        yield service
