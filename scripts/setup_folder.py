"""Where things lie in one copy of Byzanz, and the stamp that tells whether it is set up."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

WINDOWS = os.name == "nt"

# Numba 0.68 and llvmlite 0.50 have builds for 3.11 to 3.15, open_spiel 2.0 only up to 3.14.
PYTHON_RANGE = ">=3.11,<3.15"

# Which finished set-ups satisfy a wanted one: dev is a superset of run.
SATISFIED_BY = {"run": ("run", "dev"), "dev": ("dev",)}

INPUTS = (
    "pyproject.toml",
    "scripts/setup_folder.py",
    "scripts/setup_node.py",
    "scripts/setup_pages.py",
    "scripts/setup_steps.py",
)


# Folders in web/ that the pages are not built of.
NOT_SOURCES = ("node_modules", "tests")


class Folder:
    """The paths of one copy of Byzanz; all that a set-up makes lies inside it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.venv = root / ".venv"
        self.python = self.venv / ("Scripts/python.exe" if WINDOWS else "bin/python")
        # Inside the environment, so that whoever deletes that deletes the stamp too.
        self.stamp = self.venv / "set-up.json"
        self.web = root / "web"
        self.built = root / "src" / "byzanz" / "server" / "built"
        self.cache = root / ".cache"
        self.lock = self.cache / "set-up.lock"
        self.log = self.cache / "set-up.log"

    def requirements(self, name: str) -> Path:
        """The lock file of that name: run, dev, node or uv."""
        return self.root / "requirements" / f"{name}.txt"

    def fetched_uv(self) -> Path:
        """Where the pinned uv is put; the name has its version, so that a new pin is fetched."""
        pin = self.requirements("uv").read_text().split()[0]
        return self.cache / "tools" / (pin.replace("==", "-") + (".exe" if WINDOWS else ""))


def current_stamp(folder: Folder, level: str) -> dict[str, str] | None:
    """What a set-up of this level made now would rest on; None without a usable Python."""
    try:
        # An upgraded, removed or replaced Python shows here without being started.
        python = Path(os.path.realpath(folder.python))
        status = python.stat()
        version = (folder.venv / "pyvenv.cfg").read_text()
    except OSError:
        return None
    return {
        "level": level,
        "place": str(folder.root),
        "python": f"{python} {status.st_size} {status.st_mtime_ns}\n{version}",
        "inputs": inputs_digest(folder, level),
        "pages": pages_digest(folder),
    }


def inputs_digest(folder: Folder, level: str) -> str:
    """One hash of all files whose change asks for a new set-up."""
    digest = hashlib.sha256()
    for path in (folder.requirements(level), *(folder.root / name for name in INPUTS)):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def pages_digest(folder: Folder) -> str:
    """One hash of what the pages are built of, by sizes and times; empty if they are not built."""
    if not (folder.built / "index.html").is_file():
        return ""
    digest = hashlib.sha256()
    for place, folders, names in os.walk(str(folder.web)):
        folders[:] = sorted(name for name in folders if name not in NOT_SOURCES)
        for name in sorted(names):
            path = os.path.join(place, name)  # noqa: PTH118 (this runs at every start)
            status = os.stat(path)  # noqa: PTH116
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def stored_stamp(folder: Folder) -> dict[str, str]:
    """The stamp of the last finished set-up; empty if there is none."""
    try:
        stamp = json.loads(folder.stamp.read_text())
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(folder: Folder, level: str) -> None:
    """Mark the set-up as finished; the file is there whole or not at all."""
    draft = folder.stamp.with_suffix(".draft")
    draft.write_text(json.dumps(current_stamp(folder, level), indent=1))
    draft.replace(folder.stamp)


def is_ready(folder: Folder, level: str) -> bool:
    """Whether a finished set-up of this level, or of a larger one, still holds."""
    stored = stored_stamp(folder)
    return any(
        stored.get("level") == enough and stored == current_stamp(folder, enough)
        for enough in SATISFIED_BY[level]
    )


def may_update(folder: Folder) -> bool:
    """Whether the environment was once finished, here and with this Python, and can be kept."""
    stored = stored_stamp(folder)
    current = current_stamp(folder, "run")
    return current is not None and all(
        stored.get(part) == current[part] for part in ("place", "python")
    )
