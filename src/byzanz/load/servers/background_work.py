"""Work beside the measured moves: analyses on the server, and a cold compilation on its machine."""

import asyncio
import os
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from tempfile import TemporaryDirectory

import msgspec

from byzanz.game.game import Game
from byzanz.game.record import write_record
from byzanz.load.http_pool import HttpPool
from byzanz.load.spawned_servers import NotStarted
from byzanz.wire.answers import NewPerson
from byzanz.wire.endpoints import REPLAY
from byzanz.wire.replays import ReplayFound

ANALYSES = 10  # of different people; one worker of the server takes them in turns
NICENESS = 10  # as the server starts its own compiler
COMPILER = "byzanz.analysis"
JSON = "application/json"


@asynccontextmanager
async def working_beside(http: HttpPool) -> AsyncIterator[None]:
    """Keep a server and its machine busy; raises `NotStarted` if the server will not analyse."""
    for seed in range(ANALYSES):
        await _begin_analysis(http, seed)
    compiling = asyncio.create_task(_compile_again_and_again())
    try:
        yield
    finally:
        compiling.cancel()
        with suppress(asyncio.CancelledError):
            await compiling


async def _begin_analysis(http: HttpPool, seed: int) -> None:
    key = msgspec.json.decode(await _post(http, "/api/people", b""), type=NewPerson).key
    record = _random_record(seed).encode()
    found = await _post(http, "/api/replays", record, media_type="text/plain")
    replay = msgspec.json.decode(found, type=ReplayFound).replay
    await _post(http, f"{REPLAY.format(replay=replay)}/analysis", b"", key)


async def _post(
    http: HttpPool, path: str, body: bytes, key: str | None = None, media_type: str = JSON
) -> bytes:
    reply = await http.post(path, body, key, media_type=media_type)
    if reply.status != 200:
        raise NotStarted(f"the server refuses an analysis: {path} answers {reply.status}")
    return reply.body


def _random_record(seed: int) -> str:
    """Return a record of a whole game of random moves."""
    game, dice = Game.new(4, seed=seed), random.Random(seed)
    while not game.is_over:
        game.play(*dice.choice(game.legal()))
    return write_record(game)


async def _compile_again_and_again() -> None:
    """Compile into an empty cache, and again as soon as that is done."""
    while True:
        with TemporaryDirectory(prefix="byzanz-cold-") as folder:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", COMPILER),
                env={**os.environ, "BYZANZ_CACHE_DIR": folder},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                os.setpriority(os.PRIO_PROCESS, process.pid, NICENESS)
                await process.wait()
            finally:
                if process.returncode is None:
                    os.killpg(process.pid, 9)
                    await process.wait()
