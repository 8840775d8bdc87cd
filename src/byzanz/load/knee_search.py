"""Finds the knee: the highest rate of moves that a server sustains."""

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

STEP_SECONDS = 8.0  # the measured time at each rate, in seconds
FACTOR = 1.15  # the ratio of each rate to the one before, until one is not sustained
PRECISION = 0.03  # the relative precision of the knee at which the search ends
LEAST_SHARE = 0.97  # the fraction of a rate that must be reached
MOST_GROWTH = 0.02  # seconds of play by which the queue may grow during a step
LEAST_RATE, MOST_RATE = 10, 1_000_000  # moves per second


class KneeStep(msgspec.Struct, frozen=True):
    """The measurements at one rate."""

    moves: int  # the rate, in moves per second
    made: float  # the moves that were made, per second
    p50: float  # milliseconds from when a move was due to its arrival at the last seat
    p99: float
    waiting_p99: float  # milliseconds of waiting for a connection, included above
    growth: float  # milliseconds of play by which the queue grew
    processor: ProcessorTime | None
    generator_load: float  # cores that the load generator used

    @property
    def failure(self) -> str:
        """The reason why the rate is not sustained; empty if it is."""
        if self.made < LEAST_SHARE * self.moves:
            return "too few moves"
        if self.p99 > MOST_MILLISECONDS:
            return f"p99 over {MOST_MILLISECONDS:.0f} ms"
        return "the queue grows" if self.growth > 1000 * MOST_GROWTH else ""


class KneeReport(msgspec.Struct, frozen=True):
    """All steps in the order of the search."""

    plan: LoadPlan
    steps: tuple[KneeStep, ...]
    most_milliseconds: float = MOST_MILLISECONDS  # the highest p99 of a sustained rate

    @property
    def is_met(self) -> bool:
        """Whether any rate was sustained."""
        return self.knee is not None

    @property
    def knee(self) -> int | None:
        """The highest sustained rate below all rates that failed; None if there is none."""
        sustained = {step.moves for step in self.steps if not step.failure}
        failed = {step.moves for step in self.steps} - sustained
        below = [rate for rate in sustained if rate < min(failed, default=MOST_RATE + 1)]
        return max(below, default=None)


def find_knee(
    plan: LoadPlan, progress: Progress, url: str | None = None, admin_url: str | None = None
) -> KneeReport:
    """Try rates, beginning with that of the plan, until the knee is known.

    Raises `BadAddress`, `NotStarted`, `UnexpectedAnswer` and `NoReply`.
    """
    with server_under_test(plan, url, admin_url) as server, new_runner(plan) as runner:
        wait_for_compiler(server.servers, progress)
        progress("players take their seats")
        return KneeReport(plan, tuple(runner.run(_steps(plan, progress, server))))


async def _steps(plan: LoadPlan, progress: Progress, server: ServerUnderTest) -> list[KneeStep]:
    generator = LoadGenerator(server.urls, plan, GameRoom)

    async def step(moves: int) -> KneeStep:
        progress(f"{moves} moves per second")
        return await _measure_step(generator, server, moves)

    try:
        await generator.begin_all()
        return await search(plan.moves, step)
    finally:
        await generator.close()


async def search(first: int, measure: Callable[[int], Awaitable[KneeStep]]) -> list[KneeStep]:
    """Try rates until the knee is known to `PRECISION`, or `LEAST_RATE` has failed.

    A rate is measured again after a failure, because another process may have disturbed it.
    """
    steps, sustained, failed = list[KneeStep](), 0, MOST_RATE + 1
    rate = first
    while max(LEAST_RATE, sustained * (1 + PRECISION)) <= rate < failed:
        steps.append(await measure(rate))
        if steps[-1].failure:
            steps.append(await measure(rate))
        if steps[-1].failure:
            failed = rate
        else:
            sustained = rate
        rate = _next_rate(sustained, failed)
    return steps


def _next_rate(sustained: int, failed: int) -> int:
    """Return the next rate to try, given the highest sustained rate and the lowest failed one."""
    if not sustained:
        return failed // 2
    if failed > MOST_RATE:
        return min(round(FACTOR * sustained), MOST_RATE)
    return (sustained + failed) // 2


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
    """Return how many more moves wait on average in the last third than in the first."""
    third = len(pending_counts) // 3
    if not third:
        return 0.0
    return (sum(pending_counts[-third:]) - sum(pending_counts[:third])) / third
