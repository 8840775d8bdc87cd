"""A whole run: the server, then the bare stack, with the same plan."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from byzanz.load.address import read_address
from byzanz.load.crowd import Crowd
from byzanz.load.echoparty import EchoParty
from byzanz.load.gameparty import GameParty
from byzanz.load.hosted import (
    Hosted,
    allow_sockets,
    echo_server,
    game_server,
    resident_bytes,
)
from byzanz.load.plan import Plan
from byzanz.load.report import Report
from byzanz.load.tally import Figures

ECHO_SHARE = 0.25  # of the time, for the bare stack …
MOST_ECHO_SECONDS = 60.0
AFTER_CUT_SECONDS = 5.0  # whose pushes are counted, their times not
WARM_UP_SECONDS = 1.0  # before anything is measured
LOOK_SECONDS = 0.5

Tell = Callable[[str], None]


def measure(plan: Plan, tell: Tell, url: str | None = None) -> Report:
    """Run against a server, or one started for it; raises `NotStarted`, `Refused`, `NoReply`."""
    allow_sockets(plan.sockets)
    loop_factory = uvicorn.Config("", log_config=None).get_loop_factory()
    with _server(url) as hosted, asyncio.Runner(loop_factory=loop_factory) as runner:
        tell("players take their seats")
        run = runner.run(_measure_game(plan, tell, hosted))
    with (
        echo_server(run.figures.push_bytes) as hosted,
        asyncio.Runner(loop_factory=loop_factory) as runner,
    ):
        tell("the bare stack")
        echo = runner.run(_measure_echo(plan, hosted.url))
    return Report(
        plan=plan,
        game=run.figures,
        echo=echo,
        start_bytes=run.start_bytes,
        most_bytes=run.most_bytes,
        cut_seconds=run.cut_seconds,
        generator_load=round(run.load, 2),
    )


@contextmanager
def _server(url: str | None) -> Iterator[Hosted]:
    if url is not None:
        read_address(url)
        yield Hosted(url, 0)
    else:
        with game_server() as hosted:
            yield hosted


class _Run:
    """What is found out about the server."""

    figures: Figures
    cut_seconds: float | None = None
    start_bytes: int | None = None
    most_bytes: int | None = None
    load: float = 0.0


async def _measure_game(plan: Plan, tell: Tell, hosted: Hosted) -> _Run:
    run = _Run()
    crowd = Crowd(hosted.url, plan, GameParty)
    try:
        await crowd.gather()
        if hosted.process:
            run.start_bytes = resident_bytes(hosted.process)
        watching = asyncio.create_task(_watch(run, hosted.process))
        tell(f"{plan.sockets} sockets are open, {plan.moves} moves a second")
        await crowd.play(WARM_UP_SECONDS, is_measured=False)
        await crowd.play(plan.seconds)
        if plan.cut:
            tell("all sockets are cut")
            run.cut_seconds = round(await crowd.cut(), 2)
            await crowd.play(AFTER_CUT_SECONDS, is_measured=False)
        await crowd.settle()
        watching.cancel()
        run.figures, run.load = crowd.figures(), crowd.load
    finally:
        await crowd.leave()
    return run


async def _watch(run: _Run, process: int) -> None:
    """Note the most memory that the server has."""
    while process:
        run.most_bytes = max(run.most_bytes or 0, resident_bytes(process) or 0) or None
        await asyncio.sleep(LOOK_SECONDS)


async def _measure_echo(plan: Plan, url: str) -> Figures:
    crowd = Crowd(url, plan, EchoParty)
    try:
        await crowd.gather()
        await crowd.play(WARM_UP_SECONDS, is_measured=False)
        await crowd.play(min(ECHO_SHARE * plan.seconds, MOST_ECHO_SECONDS))
        await crowd.settle()
        return crowd.figures()
    finally:
        await crowd.leave()
