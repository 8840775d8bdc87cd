"""Every byte that a viewer receives, except real times and random numbers."""

import json
import re
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import NamedTuple

TIMES = ("timestamp", "milliseconds")
BACKGROUND_EVENTS = ("opened a deal of the day", "the expert has played a deal of the day")
"""Events of the log that come at some moment, whatever people do."""
NONDETERMINISTIC = re.compile(
    r"^byzanz_(rooms_live|search_ready|compil\w+|bot_\w+|\w+_(bucket|sum|created))($|{\w+=\"([a-z_0-9.]+|\+Inf)\")"
)
"""Metrics that depend on real time or on other work of the server."""


class Observations:
    """The bytes that a viewer received, in order, each with its source."""

    def __init__(self, masks: Mapping[bytes, bytes]) -> None:
        self.parts: list[tuple[str, bytes]] = []
        self._masks = masks
        self._metrics: dict[str, str] | None = None

    def see(self, source: str, data: bytes) -> None:
        for masked, mask in self._masks.items():
            data = data.replace(masked, mask)
        self.parts.append((source, data))

    def of(self, source: str) -> list[bytes]:
        """Return everything from one source."""
        return [data for name, data in self.parts if name == source]

    def see_answer(self, source: str, status: int, headers: Iterable, body: bytes) -> None:
        self.see(f"{source}, head", json.dumps([status, deterministic_headers(headers)]).encode())
        self.see(source, body)

    def see_metrics(self, text: str) -> None:
        """Add the metrics that have changed since the first call, with their differences."""
        metrics = dict([line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#"])
        if self._metrics is None:
            self._metrics = metrics
            return
        changes = {
            name: float(value) - float(self._metrics.get(name, 0))
            for name, value in metrics.items()
            if value != self._metrics.get(name) and not NONDETERMINISTIC.search(name)
        }
        self.see("metrics", json.dumps(changes, sort_keys=True).encode())

    def see_log(self, lines: Iterable[str]) -> None:
        for line in lines:
            fields = json.loads(line)
            if fields["event"] in BACKGROUND_EVENTS:
                continue
            for name in TIMES:
                fields.pop(name, None)
            if "request" in fields:
                assert re.fullmatch("[0-9a-f]{16}", fields.pop("request"))
            self.see("log", json.dumps(fields).encode())


def deterministic_headers(headers: Iterable) -> list[tuple[str, str]]:
    kept = []
    for name, value in headers:
        if name.lower() == "x-request-id":
            assert re.fullmatch("[0-9a-f]{16}", value)
        elif name.lower() not in ("date", "sec-websocket-accept"):
            kept.append((name.lower(), value))
    return kept


class Difference(NamedTuple):
    """A difference between two viewers' observations."""

    sources: frozenset[str]
    first: str  # the source of the first part that differs, and the part in both worlds


def difference(first: Observations, second: Observations) -> Difference | None:
    """Return the difference, or None if a viewer cannot tell the worlds apart."""
    both = zip_longest(first.parts, second.parts, fillvalue=("nothing more", b""))
    unequal = [(one, other) for one, other in both if one != other]
    if not unequal:
        return None
    sources = [
        source
        for source in {name for name, _ in (*first.parts, *second.parts)}
        if first.of(source) != second.of(source)
    ]
    return Difference(
        frozenset([source.partition(",")[0] for source in sources]),
        "{0[0]}\n{0[1]}\n{1[1]}".format(*unequal[0]),
    )
