"""The paths of one copy of Byzanz, and the stamp of its last finished set-up."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WINDOWS = os.name == "nt"

# Numba 0.68 and llvmlite 0.50 have builds for 3.11 to 3.15, open_spiel 2.0 only up to 3.14.
PYTHON_RANGE = ">=3.11,<3.15"

# The levels of finished set-ups that satisfy a level: dev is a superset of run.
SATISFIED_BY = {"run": ("run", "dev"), "dev": ("dev",)}

INPUTS = (
    "pyproject.toml",
    "requirements/device.txt",
    "requirements/pip.txt",
    "scripts/setup_device.py",
    "scripts/setup_folder.py",
    "scripts/setup_node.py",
    "scripts/setup_pages.py",
    "scripts/setup_steps.py",
    "scripts/setup_tools.py",
)
"""The files that require a new set-up when they change, besides the lock file of the level."""

# Folders in web/ and among the words that are not sources of the pages.
NOT_SOURCES = ("node_modules", "tests", "__pycache__")

# The packages that also run in the page; `web/build/device/pythonSources.ts` finds their modules.
IN_THE_PAGE = (
    "analysis", "bots", "deal", "device", "engine", "game", "puzzles", "rooms", "rules", "wire",
)  # fmt: skip


class Folder:
    """The paths of one copy of Byzanz; a set-up creates files only inside it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.python = self.venv / ("Scripts/python.exe" if WINDOWS else "bin/python")
        # Inside the environment, so that the stamp is deleted with it.
        self.stamp = self.venv / "set-up.json"
        self.web = root / "web"
        self.words = root / "src" / "byzanz" / "words"
        self.picture_templates = root / "src" / "byzanz" / "pictures" / "templates"
        self.built = root / "src" / "byzanz" / "pages" / "built"
        self.cache = root / ".cache"
        self.lock = self.cache / "set-up.lock"
        self.log = self.cache / "set-up.log"

    def requirements(self, name: str) -> Path:
        """Return the path of a lock file: run, dev, node, uv, pip or device."""
        return self.root / "requirements" / f"{name}.txt"

    def fetched_uv(self) -> Path:
        """Return the path of the pinned uv; it has the version in its name."""
        pin = self.requirements("uv").read_text().split()[0]
        return self.cache / "tools" / (pin.replace("==", "-") + (".exe" if WINDOWS else ""))


def current_stamp(folder: Folder, level: str) -> dict[str, str] | None:
    """Return the stamp that a set-up finished now would get; None without a usable Python."""
    try:
        # Size and time reveal an upgraded or replaced Python without starting it.
        python = Path(os.path.realpath(folder.python))
        status = python.stat()
        version = (folder.venv / "pyvenv.cfg").read_text()
    except OSError:
        return None
    return {
        "level": level,
        "folder": str(folder.root),
        "python": f"{python} {status.st_size} {status.st_mtime_ns}\n{version}",
        "inputs": inputs_digest(folder, level),
        "pages": pages_digest(folder),
    }


def inputs_digest(folder: Folder, level: str) -> str:
    """Return one hash of all files that require a new set-up when they change."""
    digest = hashlib.sha256()
    for path in (folder.requirements(level), *(folder.root / name for name in INPUTS)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def pages_digest(folder: Folder) -> str:
    """Return one hash of the sizes and times of the pages' sources; empty if not built."""
    if not (folder.built / "index.html").is_file():
        return ""
    digest = hashlib.sha256()
    for path in page_sources(folder):
        status = os.stat(path)  # noqa: PTH116 (this runs at every start)
        digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def page_sources(folder: Folder) -> Iterator[str]:
    """Yield the paths of all files that the pages are built from."""
    yield from python_sources(folder)
    for top in (folder.web, folder.words, folder.picture_templates):
        for parent, folders, names in os.walk(str(top)):
            folders[:] = sorted(name for name in folders if name not in NOT_SOURCES)
            for name in sorted(names):
                if not name.endswith(".py"):
                    yield os.path.join(parent, name)  # noqa: PTH118


def python_sources(folder: Folder) -> Iterator[str]:
    """Yield the paths of the modules that also run in the page, and some more."""
    package = str(folder.words.parent)
    for name in IN_THE_PAGE:
        for parent, folders, names in os.walk(os.path.join(package, name)):  # noqa: PTH118
            folders[:] = sorted(each for each in folders if each not in NOT_SOURCES)
            for each in sorted(names):
                yield os.path.join(parent, each)  # noqa: PTH118


def stored_stamp(folder: Folder) -> dict[str, str]:
    """Return the stamp of the last finished set-up; empty if there is none."""
    try:
        stamp = json.loads(folder.stamp.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(folder: Folder, level: str) -> None:
    """Mark the set-up as finished, atomically."""
    draft = folder.stamp.with_suffix(".draft")
    draft.write_text(json.dumps(current_stamp(folder, level), indent=1))
    draft.replace(folder.stamp)


def is_ready(folder: Folder, level: str) -> bool:
    """Return whether a finished set-up of this level, or a larger one, is still up to date."""
    stored = stored_stamp(folder)
    return any(
        stored.get("level") == sufficient and stored == current_stamp(folder, sufficient)
        for sufficient in SATISFIED_BY[level]
    )


def may_update(folder: Folder) -> bool:
    """Return whether the environment was finished in this folder and with this Python.

    Then it can be updated; otherwise it must be created again.
    """
    stored = stored_stamp(folder)
    current = current_stamp(folder, "run")
    return current is not None and all(
        stored.get(part) == current[part] for part in ("folder", "python")
    )
