"""What the tests of several commands need."""

import pytest


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of its own for the ledgers of this process."""
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "arena"
