"""The results of a load test, and whether they meet the thresholds."""

import msgspec

from byzanz.load.counters import Measurements
from byzanz.load.load_plan import MOST_BYTES, MOST_CUT_SECONDS, MOST_MILLISECONDS, LoadPlan

MEGABYTE = 1 << 20


class ProcessorTime(msgspec.Struct, frozen=True):
    """Processor time per move, in milliseconds."""

    server: float  # time of all server processes
    children: float  # time of the processes that the server started
    database: float | None = None  # time of the PostgreSQL server that the load test started


class Threshold(msgspec.Struct, frozen=True):
    """A measured value and its upper limit."""

    name: str
    value: float
    most: float

    @property
    def is_met(self) -> bool:
        """Whether the value is low enough."""
        return self.value <= self.most


class LoadReport(msgspec.Struct, frozen=True):
    """The results of one run."""

    plan: LoadPlan
    game: Measurements
    echo: Measurements  # the echo server with the same plan
    start_bytes: int | None  # resident memory of the server once all sockets were open
    most_bytes: int | None  # the peak resident memory of the largest server process
    cut_seconds: float | None  # seconds until all sockets had reconnected and caught up
    generator_load: float  # cores that the load generator used
    processor: ProcessorTime | None = None  # None: unknown
    beside: Measurements | None = None  # the same during analyses and a compilation
    processor_beside: ProcessorTime | None = None

    @property
    def thresholds(self) -> tuple[Threshold, ...]:
        """All thresholds with their measured values."""
        runs = {"": self.game}
        if self.beside is not None:
            runs[", under background load"] = self.beside
        thresholds = [
            Threshold(f"p99 to the last seat, ms{where}", run.to_last_seat.p99, MOST_MILLISECONDS)
            for where, run in runs.items()
        ]
        if self.most_bytes is not None:
            megabytes = self.most_bytes // MEGABYTE
            thresholds.append(Threshold("memory, MB", megabytes, MOST_BYTES // MEGABYTE))
        if self.cut_seconds is not None:
            seconds = self.cut_seconds
            thresholds.append(Threshold("all back after the cut, s", seconds, MOST_CUT_SECONDS))
        lost = sum(run.lost for run in runs.values())
        disordered = sum(run.disordered for run in runs.values())
        thresholds.append(Threshold("pushes lost", lost, 0))
        thresholds.append(Threshold("pushes out of order", disordered, 0))
        return tuple(thresholds)

    @property
    def is_met(self) -> bool:
        """Whether anything was measured and all thresholds are met."""
        return self.game.moves > 0 and all(threshold.is_met for threshold in self.thresholds)
