"""Rate limits: a token bucket for each source."""

from collections import Counter, OrderedDict

from byzanz.server.ops.clock import Clock
from byzanz.wire.problems import Code, RequestRefused

MOST_BUCKETS = 50_000
UNTOLD_SHARE = 20  # a process may serve a twentieth of a limit before it tells the others


class RateLimiter:
    """Allows each source a number of requests a minute, in any rhythm."""

    def __init__(self, a_minute: int, clock: Clock) -> None:
        self._most = a_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._untold: Counter[str] = Counter()  # requests since the last call of `news`

    def take(self, source: str) -> None:
        """Count a request; raises `RequestRefused` if there were too many."""
        now = self._clock.now()
        self._set(source, self._checked(source, now) - 1, now)
        self._untold[source] += 1

    def news(self) -> dict[str, int]:
        """The requests of sources that other processes should count too, each told once.

        A source is told when it has used a twentieth of its limit here, so that most sources
        are never told.
        """
        told = {
            source: count
            for source, count in self._untold.items()
            if count * UNTOLD_SHARE >= self._most
        }
        for source in told:
            del self._untold[source]
        if len(self._untold) > MOST_BUCKETS:
            self._untold.clear()
        return told

    def count_elsewhere(self, source: str, count: int) -> None:
        """Count requests that another process has served."""
        now = self._clock.now()
        self._set(source, max(self._level(source, now) - count, -float(self._most)), now)

    def _set(self, source: str, level: float, now: int) -> None:
        self._buckets[source] = (level, now)
        self._buckets.move_to_end(source)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    def check(self, source: str) -> None:
        """Raise `RequestRefused` if there were too many requests, without counting one."""
        self._checked(source, self._clock.now())

    def _checked(self, source: str, now: int) -> float:
        level = self._level(source, now)
        if level < 1:
            raise RequestRefused(Code.TOO_FAST)
        return level

    def _level(self, source: str, now: int) -> float:
        level, at = self._buckets.get(source, (float(self._most), 0))
        return min(level + (now - at) * self._most / 60_000, float(self._most))
