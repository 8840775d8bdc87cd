"""How many push sockets are open: of one address, and of all together."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from byzanz.server.config import Limits
from byzanz.wire.problems import Code, Refusal


class Connections:
    """Counts open connections."""

    def __init__(self, limits: Limits) -> None:
        self.count = 0
        self._limits = limits
        self._by_address: Counter[str] = Counter()

    @contextmanager
    def entered(self, address: str) -> Iterator[None]:
        """Count a connection as long as it lasts; raises `Refusal` where it is one too many."""
        if self.count >= self._limits.all_connections:
            raise Refusal(Code.BUSY)
        if self._by_address[address] >= self._limits.connections:
            raise Refusal(Code.TOO_FAST)
        self.count += 1
        self._by_address[address] += 1
        try:
            yield
        finally:
            self.count -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
