"""Figures for whoever runs the server, as Prometheus reads them; none is about cards."""

from collections.abc import Callable
from functools import cache
from time import perf_counter
from typing import Any, cast

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from byzanz.server.config import Config, thinker_count
from byzanz.server.queue import Urgency
from byzanz.server.thinker import Task, Thought
from byzanz.server.thinkers import Thinkers
from byzanz.store.entry import Append, Appended, Conflict
from byzanz.store.eventstore import EventStore

MOVE = b'{"type":"moved"'  # how an entry of a move begins
COMMITS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3)
THOUGHTS = (0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
ANSWERS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)


class Figures:
    """All counters of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        requests = self._made(
            Counter, "byzanz_requests", "Requests answered.", ["endpoint", "status"]
        )
        answers = self._made(
            Histogram, "byzanz_answer_seconds", "From request to answer.", ["endpoint"], ANSWERS
        )
        self._answers = cache(  # to look labels up takes longer than to count
            lambda endpoint, status: (requests.labels(endpoint, status), answers.labels(endpoint))
        )
        self.moves = self._made(Counter, "byzanz_moves", "Moves on disk.", [])
        self.commits = self._made(
            Histogram, "byzanz_commit_seconds", "Until an entry is on disk.", [], COMMITS
        )
        self.queue = self._made(
            Gauge, "byzanz_bot_queue", "Decisions that bots have before them.", ["urgency"]
        )
        self.thoughts = self._made(
            Histogram, "byzanz_bot_seconds", "Till a bot has decided.", ["urgency"], THOUGHTS
        )

    def _made(
        self,
        kind: type[Any],
        name: str,
        about: str,
        labels: list[str],
        buckets: tuple[float, ...] | None = None,
    ) -> Any:
        further = {} if buckets is None else {"buckets": buckets}
        return kind(name, about, labels, registry=self._registry, **further)

    def count_answer(self, endpoint: str, status: int, seconds: float) -> None:
        """Count a request that is answered."""
        requests, answers = self._answers(endpoint, status)
        requests.inc()
        answers.observe(seconds)

    def show(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Show a number that is there anyway."""
        self._made(Gauge, name, about, []).set_function(value)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)


class MeasuredThinkers(Thinkers):
    """Thinkers whose queue and speed are told, and who search only if they may."""

    def __init__(self, config: Config, figures: Figures) -> None:
        super().__init__(thinker_count(config))
        self._may_search = config.search
        self._figures = figures

    async def _warm_up(self) -> None:
        if self._may_search:
            await super()._warm_up()

    async def think(self, task: Task, urgency: Urgency, room: str) -> Thought:
        """The answer to a task; raises `Overloaded`."""
        word = urgency.name.lower()
        with (
            self._figures.queue.labels(word).track_inprogress(),
            self._figures.thoughts.labels(word).time(),
        ):
            return await super().think(task, urgency, room)


class _MeasuredStore:
    """A store whose commits are counted."""

    def __init__(self, store: EventStore, figures: Figures) -> None:
        self._store = store
        self._figures = figures

    async def append(self, append: Append) -> Appended | Conflict:
        """See `EventStore`."""
        began = perf_counter()
        outcome = await self._store.append(append)
        self._figures.commits.observe(perf_counter() - began)
        if isinstance(outcome, Appended) and append.entry.body.startswith(MOVE):
            self._figures.moves.inc()
        return outcome

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def measured_store(store: EventStore, figures: Figures) -> EventStore:
    """The same store, its commits counted."""
    return cast(EventStore, _MeasuredStore(store, figures))
