"""The counts and times that a load test collects while it plays."""

from array import array
from collections import Counter
from dataclasses import dataclass, field

import msgspec

from byzanz.load.latencies import Latencies, latencies_of


class Measurements(msgspec.Struct, frozen=True):
    """The results of one run against one server; latencies count from the sending of a move."""

    moves: int  # moves in the measured time
    moves_per_second: float
    to_each_seat: Latencies
    to_last_seat: Latencies
    push_bytes: int  # the mean size of a push
    lost: int  # pushes that never arrived
    disordered: int  # pushes that did not continue the previous one
    dropped: int  # sockets that the server closed
    refused: dict[str, int]  # refused moves by code
    waiting: Latencies  # from the moment when a move was due until it had a free connection
    with_waiting: Latencies  # from the moment when a move was due to its arrival at the last seat
    to_same_process: Latencies  # to each seat that is connected to the process of the mover
    to_other_process: Latencies  # to each seat that is connected to another process
    lag: Latencies  # by how much the load generator's own event loop was late


def _times() -> "array[float]":
    return array("d")


@dataclass(slots=True)
class Counters:
    """Counts everything, and collects times only while `is_measuring`."""

    is_measuring: bool = False
    to_last_seat: "array[float]" = field(default_factory=_times)  # seconds, like all times here
    to_same_process: "array[float]" = field(default_factory=_times)
    to_other_process: "array[float]" = field(default_factory=_times)
    waiting: "array[float]" = field(default_factory=_times)
    with_waiting: "array[float]" = field(default_factory=_times)
    lag: "array[float]" = field(default_factory=_times)
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
            to_each_seat=latencies_of(self.to_same_process + self.to_other_process),
            to_last_seat=latencies_of(self.to_last_seat),
            push_bytes=self.pushed_bytes // max(self.pushes, 1),
            lost=lost,
            disordered=self.disordered,
            dropped=self.dropped,
            refused=dict(self.refused),
            waiting=latencies_of(self.waiting),
            with_waiting=latencies_of(self.with_waiting),
            to_same_process=latencies_of(self.to_same_process),
            to_other_process=latencies_of(self.to_other_process),
            lag=latencies_of(self.lag),
        )

    def clear(self) -> None:
        """Forget everything, for the next measurement of the same players."""
        for times in (self.to_last_seat, self.to_same_process, self.to_other_process):
            del times[:]
        for times in (self.waiting, self.with_waiting, self.lag):
            del times[:]
        self.pushes = self.pushed_bytes = self.disordered = self.dropped = 0
        self.refused.clear()
