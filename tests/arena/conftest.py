"""A ledger folder of its own for every test; compiled code stays where it is."""

import pytest


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "arena"
