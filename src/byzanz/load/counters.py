"""The counts and times that a load test collects while it plays."""

from array import array
from collections import Counter
from dataclasses import dataclass, field

import msgspec

from byzanz.load.latencies import Latencies, latencies_of


class Measurements(msgspec.Struct, frozen=True):
    """The results of one run against one server."""

    moves: int  # while measuring
    moves_per_second: float
    to_each_seat: Latencies
    to_last_seat: Latencies
    push_bytes: int  # the mean size of a push
    lost: int  # pushes that never arrived
    disordered: int  # pushes that did not follow on the previous one
    dropped: int  # sockets that the server closed
    refused: dict[str, int]  # by code


@dataclass(slots=True)
class Counters:
    """Counts everything, and collects times only while `is_measuring`."""

    is_measuring: bool = False
    to_each_seat: "array[float]" = field(default_factory=lambda: array("d"))  # seconds
    to_last_seat: "array[float]" = field(default_factory=lambda: array("d"))  # seconds
    pushes: int = 0
    pushed_bytes: int = 0
    disordered: int = 0
    dropped: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def measurements(self, seconds: float, lost: int) -> Measurements:
        """Return the results, given the measured seconds and the number of lost pushes."""
        moves = len(self.to_last_seat)
        return Measurements(
            moves=moves,
            moves_per_second=round(moves / seconds, 1) if seconds else 0.0,
            to_each_seat=latencies_of(self.to_each_seat),
            to_last_seat=latencies_of(self.to_last_seat),
            push_bytes=self.pushed_bytes // max(self.pushes, 1),
            lost=lost,
            disordered=self.disordered,
            dropped=self.dropped,
            refused=dict(self.refused),
        )
