"""Endless numbers of 16 bits from a key."""

import hashlib
import itertools
import struct
from collections.abc import Iterator

RANGE = 1 << 16
BLOCK = struct.Struct(">32H")  # the 64 bytes of a SHA-512


def numbers(key: bytes) -> Iterator[int]:
    """The numbers below `RANGE` that follow from a key, block after block."""
    for counter in itertools.count():
        yield from BLOCK.unpack(hashlib.sha512(key + counter.to_bytes(8, "big")).digest())
