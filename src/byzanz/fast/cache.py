"""The cache of compiled code on disk.

Numba does not invalidate a cached function when a function that it calls is edited. The name of the
directory therefore contains a hash of all compiled sources.
"""

import hashlib
import os
import shutil
import sys
import time
from functools import cache
from pathlib import Path

import numba

import byzanz

PREFIX = "compiled-"
COMPLETE = "complete"  # a marker file: every entry point is compiled; its time is the last use
DAYS_KEPT = 30

SOURCES = ("cards.py", "dialect.py", "dice.py", "rules", "fast", "engine", "analysis")


@cache
def source_hash() -> str:
    """The hash of the sources of this package that are compiled."""
    return hash_of(Path(byzanz.__file__).parent)


def hash_of(root: Path) -> str:
    """The hash of the compiled sources of a copy of the package."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for source in SOURCES:
        for path in sorted([root / source, *(root / source).rglob("*.py")]):
            if path.is_file():
                digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_directory() -> Path | None:
    """The cache directory of this version, or None if it is not writable.

    Callers must then compile without a cache: Numba's default directory, beside the sources, does
    not distinguish versions.
    """
    try:
        directory = cache_base() / f"{PREFIX}{source_hash()}"
        directory.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: there is no home directory
        return None
    return directory if os.access(directory, os.W_OK) else None


def is_compiled() -> bool:
    """Is every entry point of this version in the cache?"""
    directory = cache_directory()
    return directory is not None and (directory / COMPLETE).exists()


def mark_compiled() -> None:
    """Mark this version as fully compiled, and evict versions not used for DAYS_KEPT days."""
    directory = cache_directory()
    if directory is None:
        return
    (directory / COMPLETE).touch()
    oldest = time.time() - DAYS_KEPT * 24 * 3600
    for other in directory.parent.glob(f"{PREFIX}*"):
        if other != directory and _last_use(other) < oldest:
            shutil.rmtree(other, ignore_errors=True)


def _last_use(directory: Path) -> float:
    mark = directory / COMPLETE
    return (mark if mark.exists() else directory).stat().st_mtime


def cache_base() -> Path:
    """The folder of all caches of byzanz; raises `RuntimeError` if there is no home directory."""
    chosen = os.environ.get("BYZANZ_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "byzanz"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "byzanz"
