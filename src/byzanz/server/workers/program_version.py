"""The version of this program, which changes with every change of its sources."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

SUFFIXES = (".py", ".json")  # code, and the parameters of bots
LEFT_OUT = ("pages", "words")


@cache
def program_version() -> str:
    """The released version and a hash of the sources; equal wherever the sources are."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in SUFFIXES and path.relative_to(root).parts[0] not in LEFT_OUT:
            digest.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return f"{version('byzanz')}-{digest.hexdigest()[:16]}"
