"""A push service on this machine; coroutines run in real time."""

import pytest

from tests.server.alerts.push_service import PushService
from tests.store.conftest import (
    postgres,
    postgres_url,
    pytest_pyfunc_call,
    sqlite_url,
    url,
)

__all__ = ["postgres", "postgres_url", "pytest_pyfunc_call", "sqlite_url", "url"]


@pytest.fixture
def push_service():
    with PushService() as service:
        yield service
