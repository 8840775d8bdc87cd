"""Bots' decisions and explanations, made by worker processes off the event loop."""

import asyncio
import contextlib

import msgspec

from byzanz.rooms.seat import SUBSTITUTE
from byzanz.server.ops.metrics import Metrics
from byzanz.server.workers.bot_worker import BotAnswer, BotTask
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded, WorkerLost, WorkerPool, WorkerSpec
from byzanz.server.workers.worker_process import running
from byzanz.wire.room import BotId

LONGEST_WAIT = 5.0  # seconds in the queue: beyond it solid plays
LONGEST_ANSWER = 10.0  # seconds
PAUSE_AFTER_WARM_UP = 60.0  # seconds, if it failed
SEARCHING = (BotId.STRONG, BotId.EXPERT)
WORKER = "byzanz.server.workers.bot_worker"
COMPILE_SEARCH = "byzanz.bots"


class BotPool:
    """Worker processes for bots; searching bots play once the search is compiled."""

    def __init__(self, count: int, *, may_search: bool, metrics: Metrics) -> None:
        self.is_warm = False  # the search is compiled
        self._may_search = may_search
        self._metrics = metrics
        self._workers = WorkerPool(WorkerSpec(WORKER, count, longest_seconds=LONGEST_ANSWER))
        self._warming_up: asyncio.Task[None] | None = None
        self._warmed_up = asyncio.Event()

    def start(self) -> None:
        """Start the workers, and compile the search in a process beside them."""
        self._workers.start()
        if self._may_search:
            self._warming_up = asyncio.create_task(self._warm_up())

    async def stop(self) -> None:
        """Kill the workers and cancel every task."""
        if self._warming_up is not None:
            self._warming_up.cancel()
            await asyncio.gather(self._warming_up, return_exceptions=True)
        await self._workers.stop()

    def able(self, bot_id: BotId) -> BotId:
        """Return this bot or, until the search is compiled, the bot that plays in its place."""
        return bot_id if self.is_warm or bot_id not in SEARCHING else SUBSTITUTE

    async def answer(self, task: BotTask, urgency: Urgency, room: str) -> BotAnswer:
        """Answer a task; raises `Overloaded`, also if its worker was lost."""
        with self._metrics.bot_task(urgency.name.lower()):
            try:
                return await self._workers.ask(
                    msgspec.json.encode(task),
                    msgspec.json.Decoder(BotAnswer).decode,
                    urgency=urgency,
                    room=room,
                    longest_wait=LONGEST_WAIT,
                )
            except WorkerLost:
                raise Overloaded from None

    async def _warm_up(self) -> None:
        while not self.is_warm:
            with contextlib.suppress(OSError):
                async with running(COMPILE_SEARCH, gives_way=True) as process:
                    await process.communicate()
                    self.is_warm = process.returncode == 0
            if not self.is_warm:
                await asyncio.sleep(PAUSE_AFTER_WARM_UP)
        self._warmed_up.set()

    async def until_warm(self) -> None:
        """Wait until the search is compiled; forever where bots may not search."""
        await self._warmed_up.wait()
