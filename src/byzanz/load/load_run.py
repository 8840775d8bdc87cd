"""A whole load test: the server, then the echo server, with the same plan."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import uvicorn

from byzanz.load.counters import Measurements
from byzanz.load.generator import LoadGenerator
from byzanz.load.http_pool import CONNECTIONS
from byzanz.load.load_plan import LoadPlan
from byzanz.load.load_report import LoadReport, ProcessorTime
from byzanz.load.players.echo_room import EchoRoom
from byzanz.load.players.game_room import GameRoom
from byzanz.load.server_under_test import ServerUnderTest, server_under_test
from byzanz.load.servers.background_work import background_work
from byzanz.load.servers.compiler_wait import wait_for_compiler
from byzanz.load.spawned_servers import allow_sockets, echo_server

ECHO_SHARE = 0.25  # the fraction of the plan's time for which the echo server is measured
MOST_ECHO_SECONDS = 60.0
AFTER_CUT_SECONDS = 5.0  # seconds of play after a cut, in which pushes are counted but not timed
WARM_UP_SECONDS = 1.0
MEMORY_POLL_SECONDS = 0.5

Progress = Callable[[str], None]


def measure(
    plan: LoadPlan, progress: Progress, url: str | None = None, admin_url: str | None = None
) -> LoadReport:
    """Test the server at `url`, or one that is started for the test.

    `progress` is called with a phrase at every step. Raises `BadAddress`, `NotStarted`,
    `UnexpectedAnswer` and `NoReply`.
    """
    with server_under_test(plan, url, admin_url) as server, new_runner(plan) as runner:
        wait_for_compiler(server.servers, progress)
        progress("players take their seats")
        run = runner.run(_measure_game(plan, progress, server))
    with echo_server(run.game.measurements.push_bytes) as echo, new_runner(plan) as runner:
        progress("the echo server")
        echo_measurements = runner.run(_measure_echo(plan, echo.url))
    return LoadReport(
        plan=plan,
        game=run.game.measurements,
        echo=echo_measurements,
        start_bytes=run.start_bytes,
        most_bytes=run.most_bytes,
        cut_seconds=run.cut_seconds,
        generator_load=round(run.load, 2),
        processor=run.game.processor,
        beside=run.beside.measurements if run.beside else None,
        processor_beside=run.beside.processor if run.beside else None,
    )


def new_runner(plan: LoadPlan) -> asyncio.Runner:
    """Return a runner with uvicorn's event loop and enough open files; raises `NotStarted`."""
    allow_sockets(plan.sockets + plan.processes * CONNECTIONS)
    return asyncio.Runner(loop_factory=uvicorn.Config("", log_config=None).get_loop_factory())


@dataclass(slots=True)
class _Window:
    """The measurements of one period."""

    measurements: Measurements
    processor: ProcessorTime | None


@dataclass(slots=True)
class _ServerRun:
    """The results of the run against the server."""

    game: _Window
    load: float
    cut_seconds: float | None
    start_bytes: int | None
    most_bytes: int | None
    beside: _Window | None = None


async def _measure_game(plan: LoadPlan, progress: Progress, server: ServerUnderTest) -> _ServerRun:
    generator = LoadGenerator(server.urls, plan, GameRoom)
    try:
        await generator.begin_all()
        start_bytes, peaks = server.resident_bytes(), list[int]()
        progress("the games are spread, so that they end at different times")
        await generator.spread_games()
        watching = asyncio.create_task(_watch_memory(server, peaks))
        progress(f"{plan.sockets} sockets are open, {plan.moves} moves per second")
        run = await _measure_alone(plan, progress, server, generator)
        if plan.beside:
            progress("the same during analyses and a compilation into an empty cache")
            run.beside = await _measure_under_load(plan, server, generator)
        watching.cancel()
        run.start_bytes, run.most_bytes = start_bytes, max(peaks, default=None)
        return run
    finally:
        await generator.close()


async def _measure_alone(
    plan: LoadPlan, progress: Progress, server: ServerUnderTest, generator: LoadGenerator
) -> _ServerRun:
    await generator.play(WARM_UP_SECONDS, is_measured=False)
    usage = server.usage()
    await generator.play(plan.seconds)
    processor = server.processor_time(usage, generator.measurements().moves)
    cut_seconds = None
    if plan.cut:
        progress("all sockets are cut")
        cut_seconds = round(await generator.cut(), 2)
        await generator.play(AFTER_CUT_SECONDS, is_measured=False)
    await generator.settle()
    game = _Window(generator.measurements(), processor)
    return _ServerRun(game, generator.load, cut_seconds, None, None)


async def _measure_under_load(
    plan: LoadPlan, server: ServerUnderTest, generator: LoadGenerator
) -> _Window:
    generator.clear()
    async with background_work(generator.http):
        await generator.play(WARM_UP_SECONDS, is_measured=False)
        usage = server.usage()
        await generator.play(plan.seconds)
        processor = server.processor_time(usage, generator.measurements().moves)
        await generator.settle()
        return _Window(generator.measurements(), processor)


async def _watch_memory(server: ServerUnderTest, peaks: list[int]) -> None:
    """Poll the server's memory, and keep the peak as the only item of `peaks`."""
    while True:
        size = server.resident_bytes()
        if size is not None:
            peaks[:] = [max([size, *peaks])]
        await asyncio.sleep(MEMORY_POLL_SECONDS)


async def _measure_echo(plan: LoadPlan, url: str) -> Measurements:
    generator = LoadGenerator([url], plan, EchoRoom)
    try:
        await generator.begin_all()
        await generator.play(WARM_UP_SECONDS, is_measured=False)
        await generator.play(min(ECHO_SHARE * plan.seconds, MOST_ECHO_SECONDS))
        await generator.settle()
        return generator.measurements()
    finally:
        await generator.close()
