"""Limits on the open push sockets of one address, and of all together."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b

import msgspec

from byzanz.server.ops.config import Limits
from byzanz.wire.problems import Code, RequestRefused

LEAST_SHARED = 5  # sockets; the count of an address with fewer is not sent to other processes


class ConnectionCounts(msgspec.Struct, frozen=True, array_like=True):
    """The open push sockets of one process."""

    total: int
    by_address: dict[
        str, int
    ]  # by the hash of the address; only addresses with at least `LEAST_SHARED` sockets


class ConnectionLimits:
    """Counts open push sockets, here and at the other processes."""

    def __init__(self, limits: Limits) -> None:
        self.count = 0  # open push sockets of this process
        self._limits = limits
        self._by_address: Counter[str] = Counter()
        self._total_elsewhere = 0
        self._elsewhere: Counter[str] = Counter()  # by the hash of an address

    @property
    def counts(self) -> ConnectionCounts:
        """The counts that this process sends to the others."""
        by_address = {
            _hash(address): count
            for address, count in self._by_address.items()
            if count >= LEAST_SHARED
        }
        return ConnectionCounts(self.count, by_address)

    def count_elsewhere(self, counts: Iterable[ConnectionCounts]) -> None:
        """Set the counts of the other processes."""
        self._total_elsewhere, self._elsewhere = 0, Counter()
        for each in counts:
            self._total_elsewhere += each.total
            self._elsewhere.update(each.by_address)

    @contextmanager
    def entered(self, address: str) -> Iterator[None]:
        """Count a socket while the context is open; raises `RequestRefused` above a limit."""
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
