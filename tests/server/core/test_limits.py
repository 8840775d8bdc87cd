"""How often somebody may ask."""

import pytest

from byzanz.server.limits import Limiter
from byzanz.wire.problems import Code, Refusal
from tests.server.core.house import START


class Clock:
    now_ms = START

    def now(self):
        return self.now_ms


def test_so_many_a_minute_in_any_rhythm():
    clock = Clock()
    limiter = Limiter(6, clock)
    for _ in range(6):
        limiter.take("a")
    with pytest.raises(Refusal) as refused:
        limiter.take("a")
    assert refused.value.code is Code.TOO_FAST
    limiter.take("b")
    clock.now_ms += 9_900
    with pytest.raises(Refusal):
        limiter.check("a")
    clock.now_ms += 200
    limiter.check("a")
    limiter.take("a")
    clock.now_ms += 3_600_000
    for _ in range(6):
        limiter.take("a")
    with pytest.raises(Refusal):
        limiter.take("a")


def test_the_memory_of_sources_is_bounded(monkeypatch):
    monkeypatch.setattr("byzanz.server.limits.MOST_BUCKETS", 3)
    limiter = Limiter(1, Clock())
    for source in "abcd":
        limiter.take(source)
    limiter.take("a")  # forgotten
    with pytest.raises(Refusal):
        limiter.take("d")
