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


def cache_directory() -> Path:
    """The directory of this version's compiled code."""
    chosen = os.environ.get("BYZANZ_CACHE_DIR")
    if chosen:
        base = Path(chosen)
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches" / "byzanz"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "byzanz"
    return base / f"compiled-{source_hash()}"
