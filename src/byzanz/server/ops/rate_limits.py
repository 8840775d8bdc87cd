"""Rate limits: a token bucket for each source."""

from collections import OrderedDict

from byzanz.server.ops.clock import Clock
from byzanz.wire.problems import Code, RequestRefused

MOST_BUCKETS = 50_000


class RateLimiter:
    """Allows each source a number of requests a minute, in any rhythm."""

    def __init__(self, a_minute: int, clock: Clock) -> None:
        self._most = a_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, source: str) -> None:
        """Count a request; raises `RequestRefused` if there were too many."""
        now = self._clock.now()
        self._buckets[source] = (self._checked(source, now) - 1, now)
        self._buckets.move_to_end(source)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    def check(self, source: str) -> None:
        """Raise `RequestRefused` if there were too many requests, without counting one."""
        self._checked(source, self._clock.now())

    def _checked(self, source: str, now: int) -> float:
        level, at = self._buckets.get(source, (float(self._most), 0))
        level = min(level + (now - at) * self._most / 60_000, float(self._most))
        if level < 1:
            raise RequestRefused(Code.TOO_FAST)
        return level
