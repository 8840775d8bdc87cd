"""Which version of the program plays: a hash of everything that decides on a move."""

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
    "bots",
    "programs",
    "arena/plan.py",
    "arena/match.py",
    "arena/times.py",
)


@cache
def version_hash() -> str:
    """The hash of this version."""
    return hash_of(ROOT)


def hash_of(root: Path) -> str:
    """The same for a copy of the package in another folder; numbers that bots learnt count too."""
    digest = hashlib.sha256()
    for source in SOURCES:
        for path in sorted([root / source, *(root / source).rglob("*")]):
            if path.is_file() and "__pycache__" not in path.parts:
                data = path.read_bytes()
                name = path.relative_to(root).as_posix()
                digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()
