"""A whole load test: the server, then the echo server, with the same plan."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from byzanz.load.address import read_address
from byzanz.load.counters import Measurements
from byzanz.load.echo_room import EchoRoom
from byzanz.load.game_room import GameRoom
from byzanz.load.generator import LoadGenerator
from byzanz.load.load_plan import LoadPlan
from byzanz.load.load_report import LoadReport
from byzanz.load.spawned_servers import (
    RunningServer,
    allow_sockets,
    echo_server,
    game_server,
    resident_bytes,
)

ECHO_SHARE = 0.25  # of the plan's time, for the echo server
MOST_ECHO_SECONDS = 60.0
AFTER_CUT_SECONDS = 5.0  # pushes are counted in this time, but not timed
WARM_UP_SECONDS = 1.0
MEMORY_POLL_SECONDS = 0.5

Progress = Callable[[str], None]


def measure(plan: LoadPlan, progress: Progress, url: str | None = None) -> LoadReport:
    """Test the server at `url`, or one that is started for the test.

    `progress` is called with a phrase at every step. Raises `BadAddress`, `NotStarted`,
    `UnexpectedAnswer` and `NoReply`.
    """
    allow_sockets(plan.sockets)
    loop_factory = uvicorn.Config("", log_config=None).get_loop_factory()
    with _server(url) as server, asyncio.Runner(loop_factory=loop_factory) as runner:
        progress("players take their seats")
        run = runner.run(_measure_game(plan, progress, server))
    with (
        echo_server(run.measurements.push_bytes) as server,
        asyncio.Runner(loop_factory=loop_factory) as runner,
    ):
        progress("the echo server")
        echo = runner.run(_measure_echo(plan, server.url))
    return LoadReport(
        plan=plan,
        game=run.measurements,
        echo=echo,
        start_bytes=run.start_bytes,
        most_bytes=run.most_bytes,
        cut_seconds=run.cut_seconds,
        generator_load=round(run.load, 2),
    )


@contextmanager
def _server(url: str | None) -> Iterator[RunningServer]:
    if url is not None:
        read_address(url)
        yield RunningServer(url, 0)
    else:
        with game_server() as server:
            yield server


class _ServerRun:
    """The results of the run against the server."""

    measurements: Measurements
    cut_seconds: float | None = None
    start_bytes: int | None = None
    most_bytes: int | None = None
    load: float = 0.0


async def _measure_game(plan: LoadPlan, progress: Progress, server: RunningServer) -> _ServerRun:
    run = _ServerRun()
    generator = LoadGenerator(server.url, plan, GameRoom)
    try:
        await generator.begin_all()
        if server.pid:
            run.start_bytes = resident_bytes(server.pid)
        watching = asyncio.create_task(_watch_memory(run, server.pid))
        progress(f"{plan.sockets} sockets are open, {plan.moves} moves a second")
        await generator.play(WARM_UP_SECONDS, is_measured=False)
        await generator.play(plan.seconds)
        if plan.cut:
            progress("all sockets are cut")
            run.cut_seconds = round(await generator.cut(), 2)
            await generator.play(AFTER_CUT_SECONDS, is_measured=False)
        await generator.settle()
        watching.cancel()
        run.measurements, run.load = generator.measurements(), generator.load
    finally:
        await generator.close()
    return run


async def _watch_memory(run: _ServerRun, pid: int) -> None:
    """Keep the peak of the server's memory."""
    while pid:
        run.most_bytes = max(run.most_bytes or 0, resident_bytes(pid) or 0) or None
        await asyncio.sleep(MEMORY_POLL_SECONDS)


async def _measure_echo(plan: LoadPlan, url: str) -> Measurements:
    generator = LoadGenerator(url, plan, EchoRoom)
    try:
        await generator.begin_all()
        await generator.play(WARM_UP_SECONDS, is_measured=False)
        await generator.play(min(ECHO_SHARE * plan.seconds, MOST_ECHO_SECONDS))
        await generator.settle()
        return generator.measurements()
    finally:
        await generator.close()
