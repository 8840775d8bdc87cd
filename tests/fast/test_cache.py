"""The cache of compiled code."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import byzanz
from byzanz.dialect import COMPILED
from byzanz.fast.cache import (
    SOURCES,
    cache_directory,
    hash_of,
    installation_hash,
    is_compiled,
    mark_compiled,
    note_use,
    source_hash,
)


def test_the_directory_is_named_after_the_hash_of_the_sources():
    assert cache_directory().name == f"compiled-{source_hash()}"


@pytest.mark.parametrize("source", [name for name in SOURCES if name != "fast"] + ["fast/row.py"])
def test_an_edit_changes_the_hash(source, tmp_path):
    copy = tmp_path / "byzanz"
    shutil.copytree(Path(byzanz.__file__).parent, copy)
    assert hash_of(copy) == source_hash()
    edited = copy / source if source.endswith(".py") else next((copy / source).glob("*.py"))
    edited.write_text(edited.read_text() + "\n# changed\n")
    assert hash_of(copy) != source_hash()


def test_every_module_with_a_compiled_function_is_hashed():
    for function in COMPILED:
        part = function.__module__.split(".")[1]
        assert part in SOURCES or f"{part}.py" in SOURCES


def test_only_other_versions_unused_for_long_are_evicted(tmp_path, monkeypatch):
    long_ago = time.time() - 31 * 24 * 3600
    current, unused, used = (
        tmp_path / f"compiled-{name}" for name in ("current", "unused", "used")
    )
    for directory in (current, unused, used):
        directory.mkdir()
    for directory in (current, unused):
        os.utime(directory, (long_ago, long_ago))
    monkeypatch.setattr("byzanz.fast.cache.cache_directory", lambda: current)
    note_use()
    assert sorted(tmp_path.iterdir()) == [current, used]
    assert current.stat().st_mtime > long_ago


def test_a_unit_is_compiled_once_it_is_marked(tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.fast.cache.cache_directory", lambda: tmp_path)
    mark_compiled("search")
    assert is_compiled(["search"])
    assert not is_compiled(["search", "lot_price"])


def test_another_installation_or_processor_has_marks_of_its_own(tmp_path, monkeypatch):
    """Numba ignores cached code if the time of its source or the processor differs."""
    monkeypatch.setattr("byzanz.fast.cache.cache_directory", lambda: tmp_path)
    mark_compiled("search")
    installation_hash.cache_clear()
    monkeypatch.setattr("byzanz.fast.cache._processor", lambda: "another one")
    assert not is_compiled(["search"])
    installation_hash.cache_clear()


def test_a_touched_source_changes_the_installation(tmp_path, monkeypatch):
    copy = tmp_path / "byzanz"
    shutil.copytree(Path(byzanz.__file__).parent, copy)
    monkeypatch.setattr(byzanz, "__file__", str(copy / "__init__.py"))
    before = installation_hash.__wrapped__()
    assert before == installation_hash.__wrapped__()
    os.utime(copy / "dice.py", (1, 1))
    assert installation_hash.__wrapped__() != before


def test_without_a_directory_nothing_is_cached(tmp_path):
    """Numba's default cache next to the sources would go stale after an edit."""
    blocked = tmp_path / "file"
    blocked.write_text("no directory")
    code = (
        "from byzanz.fast.batch import copy_rows; from byzanz.fast.cache import cache_directory;"
        "from numba.core.caching import NullCache;"
        "print(cache_directory(), isinstance(copy_rows._cache, NullCache))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "BYZANZ_CACHE_DIR": str(blocked / "below")},
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["None", "True"]
