"""Metrics in Prometheus' format; none depends on a hidden card."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from byzanz.store.event_store import EventStore
from byzanz.store.rows import Append, Appended, Conflict

MOVE = b'{"type":"moved"'  # the start of every encoded move
# The buckets of histograms, in seconds.
COMMIT_BUCKETS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
BOT_BUCKETS = (0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
ANSWER_BUCKETS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)


class Metrics:
    """All counters of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        requests = self._register(
            Counter, "byzanz_requests", "Requests answered.", ["endpoint", "status"]
        )
        answers = self._register(
            *(Histogram, "byzanz_answer_seconds", "Time to answer a request.", ["endpoint"]),
            ANSWER_BUCKETS,
        )
        self._answers = cache(  # looking up labels takes longer than counting
            lambda endpoint, status: (requests.labels(endpoint, status), answers.labels(endpoint))
        )
        self.move_count = 0
        self._moves = self._register(Counter, "byzanz_moves", "Moves on disk.", [])
        self.commits = self._register(
            *(Histogram, "byzanz_commit_seconds", "Time until an entry is on disk.", []),
            COMMIT_BUCKETS,
        )
        self.queue = self._register(
            Gauge, "byzanz_bot_queue", "Tasks of bots that wait or run.", ["urgency"]
        )
        self.bot_seconds = self._register(
            *(Histogram, "byzanz_bot_seconds", "Time until a bot answers.", ["urgency"]),
            BOT_BUCKETS,
        )

        self._alerts = self._register(
            Counter, "byzanz_alerts", "Alerts, by what became of them.", ["result"]
        )

    def _register(
        self,
        metric: type[Any],
        name: str,
        help_text: str,
        labels: list[str],
        buckets: tuple[float, ...] | None = None,
    ) -> Any:
        options = {} if buckets is None else {"buckets": buckets}
        return metric(name, help_text, labels, registry=self._registry, **options)

    @contextmanager
    def bot_task(self, urgency: str) -> Iterator[None]:
        """Measure the time of a bot's task, its waiting time included."""
        with (
            self.queue.labels(urgency).track_inprogress(),
            self.bot_seconds.labels(urgency).time(),
        ):
            yield

    def count_answer(self, endpoint: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        requests, answers = self._answers(endpoint, status)
        requests.inc()
        answers.observe(seconds)

    def count_move(self) -> None:
        """Count a move that was committed."""
        self.move_count += 1
        self._moves.inc()

    def count_alert(self, result: str) -> None:
        """Count an alert that was dealt with."""
        self._alerts.labels(result).inc()

    def add_gauge(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is computed when the metrics are read."""
        self._register(Gauge, name, help_text, []).set_function(value)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class _MeasuredStore:
    """A store whose commits are timed."""

    def __init__(self, store: EventStore, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    async def append(self, append: Append) -> Appended | Conflict:
        """See `EventStore`."""
        began = perf_counter()
        outcome = await self._store.append(append)
        self._metrics.commits.observe(perf_counter() - began)
        if isinstance(outcome, Appended) and append.entry.body.startswith(MOVE):
            self._metrics.count_move()
        return outcome

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def measured_store(store: EventStore, metrics: Metrics) -> EventStore:
    """Wrap a store so that its commits are timed and its moves counted."""
    return cast(EventStore, _MeasuredStore(store, metrics))
