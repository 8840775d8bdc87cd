"""Where compiled code is kept between starts.

Numba's cache does not notice an edit in a function that a cached one calls, so the directory
carries a hash of all sources that are compiled.
"""

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

import numba

import byzanz

SOURCES = ("cards.py", "dialect.py", "dice.py", "rules", "fast")


@cache
def source_hash() -> str:
    """A hash of everything that is compiled."""
    root = Path(byzanz.__file__).parent
    digest = hashlib.sha256(numba.__version__.encode())
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
    directory = _cache_base() / f"compiled-{source_hash()}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return directory if os.access(directory, os.W_OK) else None


def is_compiled() -> bool:
    """Has this version been compiled before?"""
    directory = cache_directory()
    return directory is not None and any(directory.rglob("*.nbi"))


def _cache_base() -> Path:
    chosen = os.environ.get("BYZANZ_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "byzanz"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "byzanz"
