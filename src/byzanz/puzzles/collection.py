"""The collection: the puzzles that are shipped, in one file that needs no server.

The file is compressed JSON lines: the first one has the format and the version, every other one a
puzzle with everything that a page needs to show and to judge it.
"""

import gzip
import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from byzanz.puzzles.puzzle import Puzzle

FORMAT = "byzanz-puzzles-1"
SHIPPED = Path(__file__).with_name("collection.jsonl.gz")
VERSION_DIGITS = 8
BEST_COMPRESSION = 9


class Heading(msgspec.Struct, frozen=True):
    """The first line of the file."""

    format: str
    version: str  # a digest of the puzzles, so that no two collections share a version
    count: int


class Collection:
    """Puzzles by their ids, in the order of the file."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        self.puzzles = {puzzle.id: puzzle for puzzle in puzzles}
        self.version = _version_of(self.puzzles.values())


class BadCollection(ValueError):
    """A file that is not a collection, or one that is damaged."""


@cache
def shipped_collection() -> Collection:
    """Read the collection of this release, once; raises `BadCollection`."""
    return read_collection(SHIPPED.read_bytes())


def read_collection(data: bytes) -> Collection:
    """Read the content of a file with puzzles; raises `BadCollection`."""
    try:
        first, *lines = gzip.decompress(data).splitlines()
        heading = msgspec.json.decode(first, type=Heading)
        if heading.format != FORMAT:
            raise BadCollection(f"expected the format {FORMAT}, not {heading.format[:40]!r}")
        decoder = msgspec.json.Decoder(Puzzle)
        collection = Collection(decoder.decode(line) for line in lines)
    except (OSError, EOFError, ValueError, msgspec.MsgspecError) as error:
        raise BadCollection(f"not a collection of puzzles: {error}") from None
    if (heading.version, heading.count) != (collection.version, len(collection.puzzles)):
        raise BadCollection("the version or count in the first line does not match the puzzles")
    return collection


def write_collection(puzzles: Iterable[Puzzle]) -> bytes:
    """Return the content of a file with these puzzles; the same puzzles give the same bytes."""
    collection = Collection(puzzles)
    heading = Heading(FORMAT, collection.version, len(collection.puzzles))
    lines = [heading, *collection.puzzles.values()]
    data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return gzip.compress(data, BEST_COMPRESSION, mtime=0)


def _version_of(puzzles: Iterable[Puzzle]) -> str:
    digest = hashlib.sha256()
    for puzzle in puzzles:
        digest.update(msgspec.json.encode(puzzle))
    return digest.hexdigest()[:VERSION_DIGITS]
