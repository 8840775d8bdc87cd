"""Draws the pictures of links in a worker process, and keeps the latest ones in memory."""

import asyncio
import hashlib
from collections import OrderedDict
from typing import NamedTuple

import msgspec
import structlog

from byzanz.server.previews.drawing_worker import Drawing, Drawn
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded, WorkerLost, WorkerPool, WorkerSpec

WORKER = "byzanz.server.previews.drawing_worker"
LONGEST_WAIT = 3.0  # seconds in the queue, after which the fixed picture is shown
LONGEST_DRAWING = 15.0  # seconds; a process that takes longer is replaced
USUAL_DRAWING = 0.3  # seconds
IDLE = 120.0  # seconds without a picture after which the process ends
LARGEST_PNG = 600_000  # bytes; messengers show no larger picture
MOST_KEPT = 12_000_000  # bytes of pictures in memory
PAUSE_WITHOUT_LIBRARY = 600.0  # seconds until the library is looked for again

log = structlog.get_logger()


class Picture(NamedTuple):
    """A picture before it is drawn: the same document always gives the same picture."""

    svg: str
    tag: str  # a hash of the document


def picture_of(svg: str) -> Picture:
    """Return the picture with this document."""
    return Picture(svg, f'"{hashlib.sha256(svg.encode()).hexdigest()[:20]}"')


class Pictures:
    """The pictures by the hash of their document, the latest ones in memory.

    A picture that is needed twice at the same time is drawn once.
    """

    def __init__(self, spec: WorkerSpec | None = None) -> None:
        self._workers = WorkerPool(
            spec
            or WorkerSpec(
                WORKER,
                count=1,
                longest_seconds=LONGEST_DRAWING,
                usual_seconds=USUAL_DRAWING,
                idle_seconds=IDLE,
                has_low_priority=True,
            )
        )
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[bytes | None]] = {}
        self._generation = 0
        self._paused_until = 0.0  # by the clock of the event loop

    def start(self) -> None:
        """Allow pictures; the process starts with the first one."""
        self._workers.start()

    async def stop(self) -> None:
        """End the process, and cancel every picture."""
        await self._workers.stop()

    @property
    def kept_bytes(self) -> int:
        """The size of the pictures in memory."""
        return sum(map(len, self._kept.values()))

    def forget(self) -> None:
        """Drop all pictures from memory, also those that are being drawn."""
        self._generation += 1
        self._kept.clear()

    async def draw(self, picture: Picture) -> bytes | None:
        """Return the picture as PNG; None if it can't be drawn, or not soon enough."""
        if picture.tag in self._kept:
            self._kept.move_to_end(picture.tag)
            return self._kept[picture.tag]
        task = self._under_way.get(picture.tag)
        if task is None:
            task = asyncio.create_task(self._draw(picture))
            self._under_way[picture.tag] = task
            task.add_done_callback(lambda _: self._under_way.pop(picture.tag, None))
        return await asyncio.shield(task)  # a visitor who leaves must not cancel it for others

    async def _draw(self, picture: Picture) -> bytes | None:
        loop, generation = asyncio.get_running_loop(), self._generation
        if loop.time() < self._paused_until:
            return None
        try:
            drawn = await self._workers.ask(
                msgspec.json.encode(Drawing(picture.svg)),
                msgspec.json.Decoder(Drawn).decode,
                urgency=Urgency.HINT,
                longest_wait=LONGEST_WAIT,
            )
        except (Overloaded, WorkerLost, asyncio.CancelledError):
            return None
        if not drawn.can_draw:
            log.warning("no pictures of links", library="resvg_py")
            self._paused_until = loop.time() + PAUSE_WITHOUT_LIBRARY
        if drawn.png is None or len(drawn.png) > LARGEST_PNG:
            return None
        if generation == self._generation:
            self._keep(picture.tag, drawn.png)
        return drawn.png

    def _keep(self, tag: str, png: bytes) -> None:
        self._kept[tag] = png
        while self.kept_bytes > MOST_KEPT:
            self._kept.popitem(last=False)
