"""Metrics in Prometheus' format; none tells anything about cards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from time import perf_counter
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from byzanz.store.event_store import EventStore
from byzanz.store.rows import Append, Appended, Conflict

MOVE = b'{"type":"moved"'  # how an entry of a move begins
COMMITS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
BOT_SECONDS = (0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
ANSWERS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)


class Metrics:
    """All counters of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        requests = self._made(
            Counter, "byzanz_requests", "Handlers answered.", ["endpoint", "status"]
        )
        answers = self._made(
            Histogram, "byzanz_answer_seconds", "From request to answer.", ["endpoint"], ANSWERS
        )
        self._answers = cache(  # to look labels up takes longer than to count
            lambda endpoint, status: (requests.labels(endpoint, status), answers.labels(endpoint))
        )
        self.move_count = 0
        self._moves = self._made(Counter, "byzanz_moves", "Moves on disk.", [])
        self.commits = self._made(
            Histogram, "byzanz_commit_seconds", "Until an entry is on disk.", [], COMMITS
        )
        self.queue = self._made(
            Gauge, "byzanz_bot_queue", "Decisions that bots have before them.", ["urgency"]
        )
        self.bot_seconds = self._made(
            Histogram, "byzanz_bot_seconds", "Till a bot has decided.", ["urgency"], BOT_SECONDS
        )

    def _made(
        self,
        metric: type[Any],
        name: str,
        about: str,
        labels: list[str],
        buckets: tuple[float, ...] | None = None,
    ) -> Any:
        further = {} if buckets is None else {"buckets": buckets}
        return metric(name, about, labels, registry=self._registry, **further)

    @contextmanager
    def bot_task(self, urgency: str) -> Iterator[None]:
        """Measure a task of a bot, from its question to its answer."""
        with (
            self.queue.labels(urgency).track_inprogress(),
            self.bot_seconds.labels(urgency).time(),
        ):
            yield

    def count_answer(self, endpoint: str, status: int, seconds: float) -> None:
        """Count a request that is answered."""
        requests, answers = self._answers(endpoint, status)
        requests.inc()
        answers.observe(seconds)

    def count_move(self) -> None:
        """Count a move that is on disk."""
        self.move_count += 1
        self._moves.inc()

    def show(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Show a number that is there anyway."""
        self._made(Gauge, name, about, []).set_function(value)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)


class _MeasuredStore:
    """A store whose commits are counted."""

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
    """The same store, its commits counted."""
    return cast(EventStore, _MeasuredStore(store, metrics))
