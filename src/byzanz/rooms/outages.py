"""Outages: times during which the server was down and all clocks stood still."""

from collections.abc import Iterable

TimeSpan = tuple[int, int]


class Outages:
    """Time spans, in milliseconds since 1970, during which nobody could play."""

    def __init__(self, spans: Iterable[TimeSpan] = ()) -> None:
        self._spans: list[TimeSpan] = []  # sorted, not touching each other
        for start, end in spans:
            self.add(start, end)

    def add(self, start: int, end: int) -> None:
        """Add an outage, merged with those that it touches."""
        apart = [(first, last) for first, last in self._spans if last < start or first > end]
        touching = [span for span in self._spans if span not in apart]
        first = min([start, *[first for first, _ in touching]])
        last = max([end, *[last for _, last in touching]])
        self._spans = sorted([*apart, (first, last)])

    def within(self, start: int, end: int) -> int:
        """The milliseconds of this span that were outages."""
        return sum(max(min(end, last) - max(start, first), 0) for first, last in self._spans)

    def deadline(self, start: int, length: int) -> int:
        """The time `length` milliseconds after `start`, not counting outages."""
        end = start + length
        for first, last in self._spans:
            if first < end and last > start:
                end += last - max(first, start)
        return end
