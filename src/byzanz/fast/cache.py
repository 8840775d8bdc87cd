"""The cache of compiled code on disk.

Numba does not invalidate a cached function when a function that it calls is edited. The name of the
directory therefore contains a hash of all compiled sources. This module does not load Numba, so
that a server can ask what is compiled.
"""

import contextlib
import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterable
from functools import cache
from importlib.metadata import version
from pathlib import Path

import byzanz

PREFIX = "compiled-"
DAYS_KEPT = 30

SOURCES = ("cards.py", "dialect.py", "dice.py", "rules", "fast", "engine", "analysis")

PROCESSOR_FACTS = ("model name", "flags", "CPU part", "Features")  # in /proc/cpuinfo


@cache
def source_hash() -> str:
    """The hash of the sources of this package that are compiled."""
    return hash_of(Path(byzanz.__file__).parent)


def hash_of(root: Path) -> str:
    """The hash of the compiled sources of a copy of the package."""
    digest = hashlib.sha256(f"{version('numba')} {sys.implementation.cache_tag}".encode())
    for path in _source_files(root):
        digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def installation_hash() -> str:
    """The hash of where and when this package was installed, and of the processor.

    Numba ignores cached code if the path or the time of its source file has changed, or if it was
    compiled for another processor.
    """
    digest = hashlib.sha256(_processor().encode())
    for path in _source_files(Path(byzanz.__file__).parent):
        digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _source_files(root: Path) -> list[Path]:
    found = [path for name in SOURCES for path in (root / name, *(root / name).rglob("*.py"))]
    return sorted({path for path in found if path.is_file()})


def _processor() -> str:
    """The name and the instruction sets of the processor, as far as the system reports them."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return f"{platform.machine()} {platform.processor()}"
    return "\n".join(sorted({line for line in lines if line.startswith(PROCESSOR_FACTS)}))


@cache
def cache_directory() -> Path | None:
    """The cache directory of this version, or None if it is not writable.

    Callers must then compile without a cache: Numba's default directory, next to the sources, does
    not distinguish versions.
    """
    try:
        directory = cache_base() / f"{PREFIX}{source_hash()}"
        directory.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # RuntimeError: there is no home directory
        return None
    return directory if os.access(directory, os.W_OK) else None


def is_compiled(units: Iterable[str]) -> bool:
    """Are all these entry points in the cache, compiled for this installation and processor?"""
    directory = cache_directory()
    return directory is not None and all(_mark(directory, unit).exists() for unit in units)


def mark_compiled(unit: str) -> None:
    """Note that an entry point is in the cache."""
    directory = cache_directory()
    if directory is not None:
        _mark(directory, unit).touch()


def _mark(directory: Path, unit: str) -> Path:
    return directory / f"{installation_hash()}.{unit}"


def note_use() -> None:
    """Note that this version is used, and evict versions that were not used for `DAYS_KEPT` days.

    The modification time of a directory is the time of its last use.
    """
    directory = cache_directory()
    if directory is None:
        return
    oldest = time.time() - DAYS_KEPT * 24 * 3600
    with contextlib.suppress(OSError):  # another process may evict the same ones
        os.utime(directory)
        for other in directory.parent.glob(f"{PREFIX}*"):
            if other != directory and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)


def cache_base() -> Path:
    """The folder of all caches of byzanz; raises `RuntimeError` if there is no home directory."""
    chosen = os.environ.get("BYZANZ_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "byzanz"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "byzanz"
