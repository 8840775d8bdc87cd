"""Where compiled code is kept between starts.

Numba's cache does not notice an edit in a function that a cached one calls, so the directory
carries a hash of all sources that are compiled.
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
COMPLETE = "complete"  # a file that says that every entry point is there, and when last used
DAYS_KEPT = 30

SOURCES = ("cards.py", "dialect.py", "dice.py", "rules", "fast", "bots", "analysis")


@cache
def source_hash() -> str:
    """A hash of everything that is compiled."""
    return hash_of(Path(byzanz.__file__).parent)


def hash_of(root: Path) -> str:
    """The same for a copy of the package in another folder."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for source in SOURCES:
        for path in sorted([root / source, *(root / source).rglob("*.py")]):
            if path.is_file():
                digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_directory() -> Path | None:
    """The directory of this version's compiled code, or None where none can be written.

    Numba would go on beside the sources then, where no hash tells versions apart.
    """
    try:
        directory = cache_base() / f"{PREFIX}{source_hash()}"
        directory.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: no home directory
        return None
    return directory if os.access(directory, os.W_OK) else None


def is_compiled() -> bool:
    """Has this version been compiled before?"""
    directory = cache_directory()
    return directory is not None and (directory / COMPLETE).exists()


def mark_compiled() -> None:
    """All of this version is compiled; what other versions left behind long ago goes."""
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
    """The folder of all that is kept between starts; raises `RuntimeError` without a home."""
    chosen = os.environ.get("BYZANZ_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "byzanz"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "byzanz"
