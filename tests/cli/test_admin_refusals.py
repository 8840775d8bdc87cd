"""The errors of `byzanz admin`."""

import sqlite3
from contextlib import closing

import pytest

from tests.cli.calling import refused


@pytest.mark.parametrize(
    "arguments",
    ["list", "show ROOM", "abort ROOM", "export DIR", "backup FILE"],
)
def test_a_missing_store_is_refused(arguments, tmp_path):
    sentence = refused(1, "admin", *arguments.split(), "--store", f"{tmp_path}/none.db")
    assert (
        sentence
        == f"byzanz: there is no store {tmp_path}/none.db: name an existing one with --store"
    )
    assert list(tmp_path.iterdir()) == []


def test_unusable_stores_are_refused(tmp_path):
    def error(store):
        return refused(1, "admin", "list", "--store", store)

    newer = tmp_path / "newer.db"
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert error(newer).startswith("byzanz: the store can't be used: it has a newer schema than")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear store, " * 100)
    assert error(letter) == "byzanz: the store can't be used: SQLite: file is not a database"
    assert letter.read_text().startswith("Dear")
    assert error("mysql://x").startswith("byzanz: the store can't be used: unknown type of store")
    assert "loses everything" in error(":memory:")


def test_a_busy_store_is_reported(store, rooms):
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        sentence = refused(1, "admin", "abort", rooms["running"], "--store", store)
    assert sentence == "byzanz: the store is not answering: SQLite: database is locked"


@pytest.mark.parametrize("name", ["show", "abort"])
def test_an_unknown_room_is_refused(name, store, rooms):
    for room in ("f" * 32, "x", "../..", "\x00", "ü" * 300):
        sentence = refused(1, "admin", name, room, "--store", store)
        assert sentence.startswith("byzanz: the store has no room '")
        assert sentence.endswith("': expected one that `byzanz admin list` shows")


def test_unusable_files_are_refused(store, rooms, tmp_path):
    existing = tmp_path / "existing"
    existing.write_text("not a backup\n")
    options = ["--store", store]
    assert refused(1, "admin", "backup", existing, *options) == (
        f"{existing}: exists already: expected a new file"
    )
    assert "exists already" in refused(1, "admin", "backup", store, *options)
    deep = tmp_path / "no" / "x"
    assert refused(1, "admin", "backup", deep, *options) == (
        f"{deep}: no such file or directory: expected a file to write"
    )
    assert refused(1, "admin", "restore", deep, "--store", tmp_path / "new.db") == (
        f"{deep}: no such file or directory: expected a backup"
    )
    assert not (tmp_path / "new.db").exists()
    sentence = refused(1, "admin", "restore", existing, "--store", tmp_path / "new.db")
    assert sentence.startswith("byzanz: nothing was restored: the backup is broken after 0 rows")
    assert "expected a folder" in refused(1, "admin", "export", existing, *options)
    assert "expected waiting, running" in refused(2, "admin", "list", "--status", "gone", *options)
    assert existing.read_text() == "not a backup\n"
