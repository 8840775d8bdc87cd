"""A server process of a simulation: the whole service, without web and without bots' processes."""

import asyncio
from itertools import count
from unittest.mock import patch

from byzanz.server.clock import SteadyClock
from byzanz.server.config import Config, Limits
from byzanz.server.feed import Feed
from byzanz.server.limits import Limiter
from byzanz.server.service import Service
from tests.server.core.house import START, Bots
from tests.server.faults.database import Link

ENDLESS = 1_000_000_000
CONFIG = Config(
    limits=Limits(**dict.fromkeys(Limits.__struct_fields__, ENDLESS)), search=False, thinkers=1
)


class Gone(Exception):
    """The process has ended, or the connection is lost."""


class NumberedFeed(Feed):
    """Has its place in a set by its number, not by its address in memory."""

    numbers = count()

    def __init__(self, person) -> None:
        super().__init__(person)
        self._number = next(NumberedFeed.numbers)

    def __hash__(self) -> int:
        return self._number


class QuietLog:
    def info(self, *_, **__) -> None:
        pass

    warning = info


class OwnBots(Bots):
    """Think at once, in this process."""

    def __init__(self, *_) -> None:
        super().__init__()

    def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass


class Process:
    """Begins, is asked, and ends, in order or not."""

    def __init__(self, database, source, check=lambda live: None, *, jump: int = 0) -> None:
        """The machine's clock may be wrong by some milliseconds."""
        loop = asyncio.get_running_loop()
        self.link = Link(database)
        clock = SteadyClock(START + round(loop.time() * 1000) + jump)
        self.service = Service(self.link, CONFIG, clock, source)
        plan = self.service.conductor.plan

        def changed(live) -> None:
            check(live)
            plan(live)

        self.service.rooms.on_change = changed
        self.is_gone = False
        self._tasks: list[asyncio.Task] = []

    async def start(self) -> None:
        await self.service.start()

    def crash(self) -> None:
        """All that is in memory is lost at once."""
        self.link.cut()
        for live in self.service.rooms.live:
            live.stop()
            for feed in live.feeds:
                feed.close(1006)
        for task in (*self.service._tasks, *self._tasks):
            task.cancel()
        self.is_gone = True

    async def stop(self) -> None:
        """End in order."""
        self.is_gone = True
        await self.service.stop()
        self.crash()

    async def ask(self, name, visitor, **values):
        """What a request is answered; whoever asks may go, the request goes on."""
        if self.is_gone:
            raise Gone
        task = asyncio.create_task(self.service.requests.answer(name, visitor, **values))
        self._tasks = [each for each in self._tasks if not each.done()] + [task]
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self.is_gone and task.cancelled():
                raise Gone from None
            raise


def in_one_thread():
    """Patches that let a service run in virtual time, in the same way every time."""
    NumberedFeed.numbers = count()
    return (
        patch("byzanz.server.rooms.Feed", NumberedFeed),
        patch("byzanz.server.feed.MOST_BYTES", 64 * 1024),  # so that some readers are too slow
        patch("byzanz.server.service.MeasuredThinkers", OwnBots),
        patch("byzanz.server.service.log", QuietLog()),
        patch.object(Limiter, "take", lambda *_: None),
        patch.object(Limiter, "check", lambda *_: None),
    )
