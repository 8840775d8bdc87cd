"""Bots' decisions and explanations, made by worker processes off the event loop."""

import msgspec

from byzanz.rooms.seat import SUBSTITUTE
from byzanz.server.ops.metrics import Metrics
from byzanz.server.workers.bot_worker import BotAnswer, BotTask
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded, WorkerLost, WorkerPool, WorkerSpec
from byzanz.wire.room import BotId

LONGEST_WAIT = 5.0  # seconds in the queue: beyond it solid plays
LONGEST_ANSWER = 10.0  # seconds
SEARCHING = (BotId.STRONG, BotId.EXPERT)
WORKER = "byzanz.server.workers.bot_worker"


class BotPool:
    """Worker processes for bots; searching bots play once the search is compiled."""

    def __init__(self, count: int, code: CompiledCode, metrics: Metrics) -> None:
        self.code = code
        self._metrics = metrics
        self._workers = WorkerPool(WorkerSpec(WORKER, count, longest_seconds=LONGEST_ANSWER))

    def start(self) -> None:
        """Start the workers."""
        self._workers.start()

    async def stop(self) -> None:
        """Kill the workers and cancel every task."""
        await self._workers.stop()

    def able(self, bot_id: BotId) -> BotId:
        """Return this bot or, until the search is compiled, the bot that plays in its place."""
        return bot_id if self.code.has_search or bot_id not in SEARCHING else SUBSTITUTE

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
