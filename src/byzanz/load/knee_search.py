"""Finds the knee: the highest rate of moves that a server still carries."""

from array import array
from collections.abc import Awaitable, Callable

import msgspec

from byzanz.load.generator import LoadGenerator
from byzanz.load.load_plan import MOST_MILLISECONDS, LoadPlan
from byzanz.load.load_report import ProcessorTime
from byzanz.load.load_run import WARM_UP_SECONDS, Progress, new_runner
from byzanz.load.players.game_room import GameRoom
from byzanz.load.server_under_test import ServerUnderTest, server_under_test
from byzanz.load.servers.compiler_wait import wait_for_compiler

STEP_SECONDS = 8.0  # measured at each rate
FACTOR = 1.15  # from one rate to the next, until one is not carried
PRECISION = 0.03  # of the knee; then the search ends
LEAST_SHARE = 0.97  # of the rate that must have been made
MOST_GROWTH = 0.02  # seconds' worth of moves by which the queue may grow during a step
LEAST_RATE, MOST_RATE = 10, 1_000_000  # moves a second


class KneeStep(msgspec.Struct, frozen=True):
    """One rate, and how the server carried it."""

    moves: int  # a second, wanted
    made: float  # a second
    p50: float  # milliseconds from when a move was due to its arrival at the last seat
    p99: float
    waiting_p99: float  # milliseconds for a free connection, part of the above
    growth: float  # milliseconds' worth of moves by which the queue grew
    processor: ProcessorTime | None
    generator_load: float  # cores

    @property
    def fault(self) -> str:
        """Why the rate is not carried; empty if it is."""
        if self.made < LEAST_SHARE * self.moves:
            return "too few moves"
        if self.p99 > MOST_MILLISECONDS:
            return f"p99 over {MOST_MILLISECONDS:.0f} ms"
        return "the queue grows" if self.growth > 1000 * MOST_GROWTH else ""


class KneeReport(msgspec.Struct, frozen=True):
    """All steps in the order in which they were made."""

    plan: LoadPlan
    steps: tuple[KneeStep, ...]
    most_milliseconds: float = MOST_MILLISECONDS  # p99 of a rate that is carried

    @property
    def is_met(self) -> bool:
        """Whether any rate was carried."""
        return self.knee is not None

    @property
    def knee(self) -> int | None:
        """The highest rate that was carried below the lowest that was not; None: none was."""
        carried = {step.moves for step in self.steps if not step.fault}
        failed = {step.moves for step in self.steps} - carried
        below = [rate for rate in carried if rate < min(failed, default=MOST_RATE + 1)]
        return max(below, default=None)


def find_knee(
    plan: LoadPlan, progress: Progress, url: str | None = None, admin_url: str | None = None
) -> KneeReport:
    """Try rates, beginning with that of the plan, until the highest that is carried is known.

    Raises `BadAddress`, `NotStarted`, `UnexpectedAnswer` and `NoReply`.
    """
    with server_under_test(plan, url, admin_url) as server, new_runner(plan) as runner:
        wait_for_compiler(server.servers, progress)
        progress("players take their seats")
        return KneeReport(plan, tuple(runner.run(_steps(plan, progress, server))))


async def _steps(plan: LoadPlan, progress: Progress, server: ServerUnderTest) -> list[KneeStep]:
    generator = LoadGenerator(server.urls, plan, GameRoom)

    async def step(moves: int) -> KneeStep:
        progress(f"{moves} moves a second")
        return await _measure_step(generator, server, moves)

    try:
        await generator.begin_all()
        return await search(plan.moves, step)
    finally:
        await generator.close()


async def search(first: int, measure: Callable[[int], Awaitable[KneeStep]]) -> list[KneeStep]:
    """Try rates until the knee is known to `PRECISION`, or not even `LEAST_RATE` is carried.

    A rate counts as not carried if it fails twice: another process may have disturbed it once.
    """
    steps, carried, failed = list[KneeStep](), 0, MOST_RATE + 1
    rate = first
    while max(LEAST_RATE, carried * (1 + PRECISION)) <= rate < failed:
        steps.append(await measure(rate))
        if steps[-1].fault:
            steps.append(await measure(rate))
        if steps[-1].fault:
            failed = rate
        else:
            carried = rate
        rate = _next_rate(carried, failed)
    return steps


def _next_rate(carried: int, failed: int) -> int:
    """Return the rate to try next: between the two, or beyond the one that is known."""
    if not carried:
        return failed // 2
    if failed > MOST_RATE:
        return min(round(FACTOR * carried), MOST_RATE)
    return (carried + failed) // 2


async def _measure_step(generator: LoadGenerator, server: ServerUnderTest, moves: int) -> KneeStep:
    generator.clear()
    await generator.play(WARM_UP_SECONDS, is_measured=False, rate=moves)
    usage = server.usage()
    await generator.play(STEP_SECONDS, rate=moves)
    measured = generator.measurements()
    processor = server.processor_time(usage, measured.moves)
    growth, load = queue_growth(generator.pending_counts) / moves, generator.load
    await generator.settle()
    return KneeStep(
        moves=moves,
        made=measured.moves_per_second,
        p50=measured.with_waiting.p50,
        p99=measured.with_waiting.p99,
        waiting_p99=measured.waiting.p99,
        growth=round(1000 * growth, 1),
        processor=processor,
        generator_load=round(load, 2),
    )


def queue_growth(pending_counts: "array[int]") -> float:
    """Return by how many moves the queue is longer in the last third than in the first."""
    third = len(pending_counts) // 3
    if not third:
        return 0.0
    return (sum(pending_counts[-third:]) - sum(pending_counts[:third])) / third
