"""A fresh SQLite or PostgreSQL store for every test; tests may be coroutines."""

import asyncio
import tempfile

import pytest

from tests.coroutines import run_test
from tests.store.cluster import Cluster


def pytest_pyfunc_call(pyfuncitem):
    return run_test(pyfuncitem, asyncio.run)


@pytest.fixture(scope="session")
def postgres():
    """A running PostgreSQL.

    Its folder is outside pytest's: when root runs the tests, the user that runs PostgreSQL has no
    rights to pytest's folders.
    """
    with tempfile.TemporaryDirectory(prefix="postgres-") as folder:
        cluster = Cluster(f"{folder}/data")
        yield cluster
        cluster.stop()


@pytest.fixture
def postgres_url(postgres):
    asyncio.run(postgres.empty())
    return postgres.url


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request):
    return request.getfixturevalue(f"{request.param}_url")
