"""The version of the program: a hash of all files that influence a bot's move."""

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = (
    "cards.py",
    "dialect.py",
    "dice.py",
    "rules",
    "game",
    "fast",
    "engine",
    "bots",
    "programs",
    "arena/plan.py",
    "arena/match.py",
    "arena/time_buckets.py",
)


@cache
def version_hash() -> str:
    """Return the hash of the running version."""
    return hash_of(ROOT)


def hash_of(root: Path) -> str:
    """Return the hash of a package folder, including data files such as learned parameters."""
    digest = hashlib.sha256()
    for source in SOURCES:
        for path in sorted([root / source, *(root / source).rglob("*")]):
            if path.is_file() and "__pycache__" not in path.parts:
                data = path.read_bytes()
                name = path.relative_to(root).as_posix()
                digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()
