"""Fixtures for the tests of several commands."""

import pytest

from tests.cli.stores import make_rooms
from tests.store.conftest import postgres, postgres_url  # noqa: F401 - fixtures


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A separate folder for the ledgers of this test."""
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "arena"


@pytest.fixture
def store(tmp_path):
    return f"{tmp_path}/games.db"


@pytest.fixture
def rooms(store):
    return make_rooms(store)
