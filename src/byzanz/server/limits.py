"""How often somebody may ask: buckets that fill again with time."""

from collections import OrderedDict

from byzanz.server.clock import Clock
from byzanz.wire.problems import Code, Refusal

MOST_BUCKETS = 50_000


class Limiter:
    """Counts what each source asks, of one kind of request: so many a minute, in any rhythm."""

    def __init__(self, a_minute: int, clock: Clock) -> None:
        self._most = a_minute
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, source: str) -> None:
        """Count one; raises `Refusal` when there were too many."""
        now = self._clock.now()
        self._buckets[source] = (self._checked(source, now) - 1, now)
        self._buckets.move_to_end(source)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)

    def check(self, source: str) -> None:
        """Raise `Refusal` if there were too many, without counting."""
        self._checked(source, self._clock.now())

    def _checked(self, source: str, now: int) -> float:
        level, at = self._buckets.get(source, (float(self._most), 0))
        level = min(level + (now - at) * self._most / 60_000, float(self._most))
        if level < 1:
            raise Refusal(Code.TOO_FAST)
        return level
