"""What a crowd counts while it plays."""

from array import array
from collections import Counter
from dataclasses import dataclass, field

import msgspec

from byzanz.load.spread import Spread, spread_of


class Figures(msgspec.Struct, frozen=True):
    """What came of one run against one server."""

    moves: int  # measured
    moves_per_second: float
    to_each_seat: Spread
    to_last_seat: Spread
    push_bytes: int  # of a push, on average
    lost: int  # pushes that never came
    disordered: int  # pushes that did not follow the one before
    dropped: int  # sockets that the server closed
    refused: dict[str, int]  # by code


@dataclass(slots=True)
class Tally:
    """Counts; times are counted only while it is measuring."""

    is_measuring: bool = False
    each: "array[float]" = field(default_factory=lambda: array("d"))
    last: "array[float]" = field(default_factory=lambda: array("d"))
    pushes: int = 0
    pushed_bytes: int = 0
    disordered: int = 0
    dropped: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def figures(self, seconds: float, lost: int) -> Figures:
        """The counts as figures of a run that has measured for so long."""
        return Figures(
            moves=len(self.last),
            moves_per_second=round(len(self.last) / seconds, 1) if seconds else 0.0,
            to_each_seat=spread_of(self.each),
            to_last_seat=spread_of(self.last),
            push_bytes=self.pushed_bytes // max(self.pushes, 1),
            lost=lost,
            disordered=self.disordered,
            dropped=self.dropped,
            refused=dict(self.refused),
        )
