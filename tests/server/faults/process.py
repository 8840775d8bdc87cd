"""A server process of a simulation: the whole service without HTTP and worker processes."""

import asyncio
from itertools import count
from unittest.mock import patch

from byzanz.server.hosting.outbox import Outbox
from byzanz.server.ops.clock import SteadyClock
from byzanz.server.ops.config import Config, Limits
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.server.service import Service
from tests.server.faults.database import Link
from tests.server.hosting.harness import START, InProcessBots, handled

UNLIMITED = 1_000_000_000
CONFIG = Config(
    limits=Limits(**dict.fromkeys(Limits.__struct_fields__, UNLIMITED)), search=False, thinkers=1
)


class ProcessEnded(Exception):
    """The process has ended, or the connection is lost."""


class NumberedOutbox(Outbox):
    """Hashes by its number, not its address, so that sets have the same order in every run."""

    numbers = count()

    def __init__(self, person) -> None:
        super().__init__(person)
        self._number = next(NumberedOutbox.numbers)

    def __hash__(self) -> int:
        return self._number


class QuietLog:
    def info(self, *_, **__) -> None:
        pass

    warning = info


class ServiceBots(InProcessBots):
    """Replaces the pool of a service: bots answer at once, in this process."""

    def __init__(self, *_, **__) -> None:
        super().__init__()

    def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass


class Process:
    """A service that is started, called, and stopped or crashed."""

    def __init__(self, database, source, check=lambda live: None, *, jump: int = 0) -> None:
        """`jump` is the error of the machine's clock, in milliseconds."""
        loop = asyncio.get_running_loop()
        self.link = Link(database)
        clock = SteadyClock(START + round(loop.time() * 1000) + jump)
        self.service = Service(self.link, CONFIG, clock, source)
        room_changed = self.service.autoplay.room_changed

        def checked(rooms, live) -> None:
            check(live)
            room_changed(rooms, live)

        self.service.autoplay.room_changed = checked
        self.has_ended = False
        self._tasks: list[asyncio.Task] = []

    async def start(self) -> None:
        await self.service.start()

    def crash(self) -> None:
        """End at once, and lose everything in memory."""
        self.link.cut()
        for live in self.service.rooms.live:
            live.stop()
            for outbox in live.outboxes:
                outbox.close(1006)
        for task in (*self.service._tasks, *self._tasks):
            task.cancel()
        self.has_ended = True

    async def stop(self) -> None:
        """End gracefully, as after a signal."""
        self.has_ended = True
        await self.service.stop()
        self.crash()

    async def ask(self, name, visitor, **values):
        """Call a handler; the handler continues even if the caller of `ask` is cancelled."""
        if self.has_ended:
            raise ProcessEnded
        task = asyncio.create_task(handled(self.service.handlers, name, visitor, **values))
        self._tasks = [each for each in self._tasks if not each.done()] + [task]
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self.has_ended and task.cancelled():
                raise ProcessEnded from None
            raise


def in_one_thread(*, limits: bool = False):
    """Return the patches that let a service run deterministically in virtual time.

    Rate limits are off unless `limits` is true.
    """
    NumberedOutbox.numbers = count()
    unlimited = (
        patch.object(RateLimiter, "count_request", lambda *_: None),
        patch.object(RateLimiter, "check", lambda *_: None),
    )
    return (
        *(() if limits else unlimited),
        patch("byzanz.server.hosting.registry.Outbox", NumberedOutbox),
        # A small limit, so that some readers are too slow.
        patch("byzanz.server.hosting.outbox.MOST_BYTES", 64 * 1024),
        patch("byzanz.server.service.BotPool", ServiceBots),
        patch("byzanz.server.service.log", QuietLog()),
    )
