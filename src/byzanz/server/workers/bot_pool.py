"""Bots' decisions and explanations, made by worker processes off the event loop."""

from contextlib import suppress

import msgspec

from byzanz.rooms.bot_task import BotAnswer, BotTask
from byzanz.rooms.seat import SUBSTITUTE
from byzanz.server.ops.metrics import Metrics
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.job_queue import JobQueue
from byzanz.server.workers.pool import Overloaded, WorkerLost, WorkerPool, WorkerSpec
from byzanz.wire.room import BotId

LONGEST_WAIT = 5.0  # seconds in the queue, after which solid plays instead
LONGEST_ANSWER = 10.0  # seconds until a process without an answer is replaced
SEARCHING = (BotId.STRONG, BotId.EXPERT)
WORKER = "byzanz.server.workers.bot_worker"


class BotPool:
    """Worker processes for bots; searching bots play once the search is compiled.

    With a queue, workers on any machine play for searching bots while one is alive. If none answers
    in time, the server's own processes do.
    """

    def __init__(
        self, count: int, code: CompiledCode, metrics: Metrics, queue: JobQueue | None = None
    ) -> None:
        self.code = code
        self._queue = queue
        self._metrics = metrics
        self._workers = WorkerPool(WorkerSpec(WORKER, count, longest_seconds=LONGEST_ANSWER))

    def start(self) -> None:
        """Start the workers."""
        self._workers.start()

    async def stop(self) -> None:
        """Kill the workers and cancel every task."""
        await self._workers.stop()

    def available_bot(self, bot_id: BotId) -> BotId:
        """Return this bot or, until the search is compiled, the bot that plays in its place."""
        has_search = self.code.has_search or self._has_workers
        return bot_id if has_search or bot_id not in SEARCHING else SUBSTITUTE

    @property
    def _has_workers(self) -> bool:
        return self._queue is not None and self._queue.has_search

    async def answer(self, task: BotTask, urgency: Urgency, room: str) -> BotAnswer:
        """Answer a task; raises `Overloaded`, for example if its worker was lost."""
        question = msgspec.json.encode(task)
        with self._metrics.bot_task(urgency.name.lower()):
            if task.bot in SEARCHING:
                answer = await self._queued_answer(question, urgency, room)
                if answer is not None:
                    return answer
                if not self.code.has_search:  # the server's processes would have to compile it
                    raise Overloaded
            return await self._own_answer(question, urgency, room)

    async def _queued_answer(
        self, question: bytes, urgency: Urgency, room: str
    ) -> BotAnswer | None:
        """The answer of a worker; None if no worker is alive, or none answered in time."""
        if self._queue is None or not self._queue.has_search:
            return None
        body = await self._queue.ask(question, urgency, room)
        with suppress(msgspec.DecodeError):
            return None if body is None else msgspec.json.decode(body, type=BotAnswer)
        return None

    async def _own_answer(self, question: bytes, urgency: Urgency, room: str) -> BotAnswer:
        try:
            return await self._workers.ask(
                question,
                msgspec.json.Decoder(BotAnswer).decode,
                urgency=urgency,
                room=room,
                longest_wait=LONGEST_WAIT,
            )
        except WorkerLost:
            raise Overloaded from None
