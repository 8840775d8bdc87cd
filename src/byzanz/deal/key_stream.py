"""A stream of 16-bit numbers from a key: SHA-512 in counter mode."""

import hashlib
import itertools
import struct
from collections.abc import Iterator

RANGE = 1 << 16
BLOCK = struct.Struct(">32H")  # the 64 bytes of a SHA-512


def uniform_numbers(key: bytes) -> Iterator[int]:
    """Yield uniform numbers below `RANGE` without end, determined by the key."""
    for counter in itertools.count():
        yield from BLOCK.unpack(hashlib.sha512(key + counter.to_bytes(8, "big")).digest())
