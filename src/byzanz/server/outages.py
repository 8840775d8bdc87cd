"""When the server was down: clocks stand still meanwhile."""

from collections.abc import Iterable

Span = tuple[int, int]


class Outages:
    """Spans of time, in milliseconds, in which nobody could play."""

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self._spans: list[Span] = []  # in order, and apart
        for start, end in spans:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        """The server was down from start to end."""
        apart = [(first, last) for first, last in self._spans if last < start or first > end]
        met = [span for span in self._spans if span not in apart]
        first = min([start, *[first for first, _ in met]])
        last = max([end, *[last for _, last in met]])
        self._spans = sorted([*apart, (first, last)])

    def within(self, start: int, end: int) -> int:
        """How much of this span was an outage."""
        return sum(max(min(end, last) - max(start, first), 0) for first, last in self._spans)

    def later(self, start: int, length: int) -> int:
        """When so much time has gone by since start, outages not counted."""
        end = start + length
        for first, last in self._spans:
            if first < end and last > start:
                end += last - max(first, start)
        return end
