"""Gives each test its own ledger folder; the cache of compiled code is shared."""

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "arena"
