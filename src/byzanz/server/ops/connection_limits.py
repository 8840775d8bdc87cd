"""Limits on open push sockets: of one address, and of the server."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b

import msgspec

from byzanz.server.ops.config import Limits
from byzanz.wire.problems import Code, RequestRefused

FEWEST_TOLD = 5  # sockets of an address; fewer are not told to other processes


class ConnectionCounts(msgspec.Struct, frozen=True, array_like=True):
    """The open push sockets of one process."""

    total: int
    by_address: dict[str, int]  # by the hash of an address, where there are several


class ConnectionLimits:
    """Counts open push sockets, here and at the other processes."""

    def __init__(self, limits: Limits) -> None:
        self.count = 0  # of this process
        self._limits = limits
        self._by_address: Counter[str] = Counter()
        self._total_elsewhere = 0
        self._elsewhere: Counter[str] = Counter()  # by the hash of an address

    @property
    def counts(self) -> ConnectionCounts:
        """What this process tells the others."""
        several = {
            _hash(address): count
            for address, count in self._by_address.items()
            if count >= FEWEST_TOLD
        }
        return ConnectionCounts(self.count, several)

    def count_elsewhere(self, counts: Iterable[ConnectionCounts]) -> None:
        """Replace the counts of the other processes."""
        self._total_elsewhere, self._elsewhere = 0, Counter()
        for each in counts:
            self._total_elsewhere += each.total
            self._elsewhere.update(each.by_address)

    @contextmanager
    def entered(self, address: str) -> Iterator[None]:
        """Count a socket as long as it is open; raises `RequestRefused` if it is one too many."""
        if self.count + self._total_elsewhere >= self._limits.all_connections:
            raise RequestRefused(Code.BUSY)
        elsewhere = self._elsewhere[_hash(address)] if self._elsewhere else 0
        if self._by_address[address] + elsewhere >= self._limits.connections:
            raise RequestRefused(Code.TOO_FAST)
        self.count += 1
        self._by_address[address] += 1
        try:
            yield
        finally:
            self.count -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]


def _hash(address: str) -> str:
    return blake2b(address.encode(), digest_size=8).hexdigest()
