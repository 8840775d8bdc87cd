"""Limits on open push sockets: of one address, and of the server."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from byzanz.server.ops.config import Limits
from byzanz.wire.problems import Code, RequestRefused


class ConnectionLimits:
    """Counts open push sockets."""

    def __init__(self, limits: Limits) -> None:
        self.count = 0
        self._limits = limits
        self._by_address: Counter[str] = Counter()

    @contextmanager
    def entered(self, address: str) -> Iterator[None]:
        """Count a socket as long as it is open; raises `RequestRefused` if it is one too many."""
        if self.count >= self._limits.all_connections:
            raise RequestRefused(Code.BUSY)
        if self._by_address[address] >= self._limits.connections:
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
