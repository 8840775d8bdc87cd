"""Background work during a measurement: analyses on the server, a compiler on its machine."""

import asyncio
import os
import random
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from byzanz.fast.cache import cache_base
from byzanz.game.game import Game
from byzanz.game.record import write_record
from byzanz.load.http_pool import HttpPool
from byzanz.load.spawned_servers import NotStarted
from byzanz.precompile.play_lease import LEASE_FILE
from byzanz.wire.answers import NewPerson
from byzanz.wire.endpoints import REPLAY
from byzanz.wire.replays import ReplayFound

ANALYSES = 10  # analyses of different people; one worker of the server computes them in turns
COMPILER = "byzanz.precompile"
JSON = "application/json"


@asynccontextmanager
async def background_work(http: HttpPool) -> AsyncIterator[None]:
    """Keep a server and its machine busy; raises `NotStarted` if the server refuses an analysis."""
    for seed in range(ANALYSES):
        await _begin_analysis(http, seed)
    compiling = asyncio.create_task(_compile_repeatedly())
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


async def _compile_repeatedly() -> None:
    """Compile into an empty cache, as after an upgrade, over and over."""
    while True:
        with TemporaryDirectory(prefix="byzanz-cold-") as folder:
            (Path(folder) / LEASE_FILE).symlink_to(cache_base() / LEASE_FILE)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", COMPILER),
                env={**os.environ, "BYZANZ_CACHE_DIR": folder},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
            )
            try:
                await process.wait()
            finally:
                if process.returncode is None:
                    os.killpg(process.pid, 9)
                    await process.wait()
