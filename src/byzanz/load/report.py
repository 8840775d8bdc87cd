"""What a run has found, and whether that is enough."""

import msgspec

from byzanz.load.plan import MOST_BYTES, MOST_CUT_SECONDS, MOST_MILLISECONDS, Plan
from byzanz.load.tally import Figures

MEGABYTE = 1 << 20


class Bar(msgspec.Struct, frozen=True):
    """Something that may be so high at most."""

    name: str
    value: float
    most: float

    @property
    def is_met(self) -> bool:
        """Is it low enough?"""
        return self.value <= self.most


class Report(msgspec.Struct, frozen=True):
    """One run."""

    plan: Plan
    game: Figures
    echo: Figures  # the bare stack with the same plan
    start_bytes: int | None  # the server's memory when all sockets were open
    most_bytes: int | None  # and the most it had
    cut_seconds: float | None  # till all sockets were back and had what they missed
    generator_load: float  # cores that the measuring took

    @property
    def bars(self) -> tuple[Bar, ...]:
        """What must not be higher."""
        milliseconds = self.game.to_last_seat.p99
        bars = [Bar("p99 to the last seat, ms", milliseconds, MOST_MILLISECONDS)]
        if self.most_bytes is not None:
            bars.append(Bar("memory, MB", self.most_bytes // MEGABYTE, MOST_BYTES // MEGABYTE))
        if self.cut_seconds is not None:
            bars.append(Bar("all back after the cut, s", self.cut_seconds, MOST_CUT_SECONDS))
        bars.append(Bar("pushes lost", self.game.lost, 0))
        bars.append(Bar("pushes out of order", self.game.disordered, 0))
        return tuple(bars)

    @property
    def is_met(self) -> bool:
        """Was it measured, and is all low enough?"""
        return self.game.moves > 0 and all(bar.is_met for bar in self.bars)
