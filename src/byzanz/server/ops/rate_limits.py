"""Rate limits: a token bucket for each source."""

from collections import Counter, OrderedDict

from byzanz.server.ops.clock import Clock
from byzanz.wire.problems import Code, RequestRefused

MOST_BUCKETS = 50_000
UNSHARED_PARTS = 20  # a process may serve a twentieth of a limit before the others count it


class RateLimiter:
    """Allows each source a number of requests per minute, which may all come at once."""

    def __init__(self, per_minute: int, clock: Clock) -> None:
        self._per_minute = per_minute
        self._clock = clock
        # By source, the oldest first: the requests that are left, and since when in milliseconds.
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()
        self._unshared: Counter[str] = Counter()  # requests that other processes don't know of

    def count_request(self, source: str) -> None:
        """Count a request; raises `RequestRefused` if there were too many."""
        now = self._clock.now()
        self._set(source, self._checked(source, now) - 1, now)
        self._unshared[source] += 1

    def counts_to_share(self) -> dict[str, int]:
        """Return, by source, the new requests that other processes must count too.

        Sources that have used less than a twentieth of their limit, most of them, are left out.
        """
        counts = {
            source: count
            for source, count in self._unshared.items()
            if count * UNSHARED_PARTS >= self._per_minute
        }
        for source in counts:
            del self._unshared[source]
        if len(self._unshared) > MOST_BUCKETS:
            self._unshared.clear()
        return counts

    def count_elsewhere(self, source: str, count: int) -> None:
        """Count requests that another process has served."""
        now = self._clock.now()
        self._set(source, max(self._level(source, now) - count, -float(self._per_minute)), now)

    @property
    def has_counted(self) -> bool:
        """Whether any request was counted; if not, every source may continue."""
        return bool(self._buckets)

    def sources(self) -> set[str]:
        """Return everybody whose requests are counted."""
        return {*self._buckets, *self._unshared}

    def forget(self, source: str) -> None:
        """Forget the requests of a person who has deleted their data."""
        self._buckets.pop(source, None)
        self._unshared.pop(source, None)

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
        level, at = self._buckets.get(source, (float(self._per_minute), 0))
        return min(level + (now - at) * self._per_minute / 60_000, float(self._per_minute))
