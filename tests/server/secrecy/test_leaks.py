"""The comparison of two worlds finds each leak that is planted in the server."""

import logging
from itertools import count

import pytest
import structlog

from tests.server.secrecy import leaks_in_answers, leaks_in_updates  # noqa: F401 (they register the leaks)
from tests.server.secrecy.in_process import two_in_process
from tests.server.secrecy.planting import LEAKS
from tests.server.secrecy.short_scenes import first_difference


@pytest.fixture(scope="module")
def servers(tmp_path_factory, numbers):
    handlers, level = logging.root.handlers[:], logging.root.level
    with two_in_process(tmp_path_factory.mktemp("leaks")) as servers:
        yield servers
        assert first_difference(servers, numbers, 1) is None, "a leak was left behind"
    structlog.reset_defaults()
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


@pytest.fixture(scope="module")
def numbers():
    """The numbers of scenes; each number gives different ids."""
    return count()


@pytest.mark.slow
def test_without_a_leak_there_is_no_difference(servers, numbers):
    assert first_difference(servers, numbers) is None


@pytest.mark.slow
def test_there_are_many_leaks():
    assert len(LEAKS) >= 20


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name, servers, numbers, monkeypatch):
    plant, sources = LEAKS[name]
    plant(monkeypatch)
    difference = first_difference(servers, numbers)
    assert difference is not None
    assert difference.sources <= sources, difference.first
