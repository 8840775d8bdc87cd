"""What `byzanz admin` can't do, each in a sentence."""

import sqlite3
from contextlib import closing

import pytest

from tests.cli.calling import refused


@pytest.mark.parametrize(
    "words",
    ["list", "show ROOM", "abort ROOM", "export DIR", "backup FILE"],
)
def test_no_such_store(words, tmp_path):
    sentence = refused(1, "admin", *words.split(), "--store", f"{tmp_path}/none.db")
    assert sentence == f"byzanz: there is no store {tmp_path}/none.db: expected one with --store"
    assert list(tmp_path.iterdir()) == []


def test_stores_that_are_refused(tmp_path):
    def said(store):
        return refused(1, "admin", "list", "--store", store)

    newer = tmp_path / "newer.db"
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("PRAGMA user_version = 999")
    assert said(newer).startswith("byzanz: the store can't be used: the store has schema 999")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear store, " * 100)
    assert said(letter) == "byzanz: the store can't be used: SQLite: file is not a database"
    assert letter.read_text().startswith("Dear")
    assert said("mysql://x").startswith("byzanz: the store can't be used: no store is known by")
    assert "loses everything" in said(":memory:")


def test_a_busy_store(store, rooms):
    with closing(sqlite3.connect(store, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        sentence = refused(1, "admin", "abort", rooms["running"], "--store", store)
    assert sentence == "byzanz: the store does not answer now: SQLite: database is locked"


@pytest.mark.parametrize("word", ["show", "abort"])
def test_no_such_room(word, store, rooms):
    for room in ("f" * 32, "x", "../..", "\x00", "ü" * 300):
        sentence = refused(1, "admin", word, room, "--store", store)
        assert sentence.startswith("byzanz: the store has no room '")
        assert sentence.endswith("': expected one that list shows")


def test_files_that_are_refused(store, rooms, tmp_path):
    there = tmp_path / "there"
    there.write_text("not a backup\n")
    words = ["--store", store]
    assert refused(1, "admin", "backup", there, *words) == (
        f"{there}: is there already: expected a new file"
    )
    assert "is there already" in refused(1, "admin", "backup", store, *words)
    deep = tmp_path / "no" / "x"
    assert refused(1, "admin", "backup", deep, *words) == (
        f"{deep}: no such file or directory: expected a file to write"
    )
    assert refused(1, "admin", "restore", deep, "--store", tmp_path / "new.db") == (
        f"{deep}: no such file or directory: expected a backup"
    )
    assert not (tmp_path / "new.db").exists()
    sentence = refused(1, "admin", "restore", there, "--store", tmp_path / "new.db")
    assert sentence.startswith("byzanz: nothing was restored: the backup is broken after 0 rows")
    assert "expected a folder" in refused(1, "admin", "export", there, *words)
    assert "expected waiting, running" in refused(2, "admin", "list", "--status", "gone", *words)
    assert there.read_text() == "not a backup\n"
