"""Rate limits: a source may send a number of requests per minute, and recovers with time."""

import pytest

from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.wire.problems import Code, RequestRefused
from tests.server.hosting.harness import START


class Clock:
    now_ms = START

    def now(self):
        return self.now_ms


def test_the_rate_is_limited_and_recovers():
    clock = Clock()
    limiter = RateLimiter(6, clock)
    for _ in range(6):
        limiter.count_request("a")
    with pytest.raises(RequestRefused) as refused:
        limiter.count_request("a")
    assert refused.value.code is Code.TOO_FAST
    limiter.count_request("b")
    clock.now_ms += 9_900
    with pytest.raises(RequestRefused):
        limiter.check("a")
    clock.now_ms += 200
    limiter.check("a")
    limiter.count_request("a")
    clock.now_ms += 3_600_000
    for _ in range(6):
        limiter.count_request("a")
    with pytest.raises(RequestRefused):
        limiter.count_request("a")


def test_the_number_of_remembered_sources_is_limited(monkeypatch):
    monkeypatch.setattr("byzanz.server.ops.rate_limits.MOST_BUCKETS", 3)
    limiter = RateLimiter(1, Clock())
    for source in "abcd":
        limiter.count_request(source)
    limiter.count_request("a")  # allowed, because its bucket was dropped
    with pytest.raises(RequestRefused):
        limiter.count_request("d")
