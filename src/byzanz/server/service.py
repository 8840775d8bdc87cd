"""The running server: everything put together, and what goes on beside the requests."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import structlog

from byzanz.game.record import RULES_VERSION
from byzanz.server.analyses import Analyses
from byzanz.server.analysts import Analysts, compile_ahead
from byzanz.server.clock import DAY, Clock
from byzanz.server.conductor import Conductor
from byzanz.server.config import Config
from byzanz.server.connections import Connections
from byzanz.server.figures import Figures, MeasuredThinkers, measured_store
from byzanz.server.making import Source
from byzanz.server.neighbours import Neighbours
from byzanz.server.people import People
from byzanz.server.requests import Requests
from byzanz.server.rooms import LONGEST_BEAT, Rooms
from byzanz.store.entry import Outage
from byzanz.store.eventstore import EventStore
from byzanz.store.trouble import StoreBusy
from byzanz.wire.endpoints import Closing
from byzanz.wire.problems import Refusal
from byzanz.wire.room import Status

log = structlog.get_logger()

BEAT = 1000  # milliseconds between signs of life
SHORTEST_RESTART = 2 * BEAT  # that counts as an outage
LOOK = 1000  # milliseconds between looks for what is due
POLL = 1500  # milliseconds between looks for what other processes wrote: seen within 2 seconds
SWEEP = 60_000
KEPT_IN_MEMORY = 60_000  # milliseconds that a room stays after nobody follows it


class OtherRules(Exception):
    """Games are running that were begun under other rules."""


class Service:
    """The parts of the server, started and stopped in order."""

    def __init__(
        self,
        store: EventStore,
        config: Config,
        clock: Clock,
        source: Source = secrets.token_bytes,
    ) -> None:
        self.clock = clock
        self.config = config
        self.figures = Figures()
        self.store = measured_store(store, self.figures)
        self.rooms = Rooms(self.store, clock, source)
        self.thinkers = MeasuredThinkers(config, self.figures)
        self.conductor = Conductor(self.rooms, self.thinkers)
        people = People(self.store, clock, source)
        self.neighbours = Neighbours(config)
        self.analyses = Analyses(self.store, clock, Analysts(), may_search=config.search)
        self.requests = Requests(
            self.rooms, people, self.thinkers, self.analyses, config.limits, self.neighbours
        )
        self.connections = Connections(config.limits)
        self._show_figures()
        self._tasks: list[asyncio.Task[None]] = []
        self._outages: set[Outage] = set()  # that are known
        self._is_hand_set = False  # the clock
        self._beating = asyncio.Lock()
        self.rooms.live_on = self._live_on

    def _show_figures(self) -> None:
        show = self.figures.show
        show("byzanz_rooms_live", "Rooms in memory.", lambda: len(self.rooms.live))
        show("byzanz_connections", "Push sockets.", lambda: self.connections.count)
        show("byzanz_analyses", "Analyses under way.", lambda: self.analyses.count)
        show("byzanz_search_ready", "1 once strong bots can play.", lambda: self.thinkers.is_warm)

    async def start(self) -> None:
        """Make up for the time the server was down, and begin; raises `OtherRules`."""
        await self._check_rules()
        await self._live_on()
        self.thinkers.start()
        self.analyses.start()
        work = (self._beat(), self._look(), self._poll(), self._hear(), self._sweep())
        for each in (*work, self._compile_ahead()):
            self._tasks.append(asyncio.create_task(each))

    async def stop(self) -> None:
        """Send everybody away for a moment, and end."""
        for task in self._tasks:
            task.cancel()
        for live in self.rooms.live:
            live.stop()
            for feed in live.feeds:
                feed.close(Closing.RESTARTING)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.stop()
        await self.analyses.stop()
        with _calm():
            await self.store.beat(self.clock.now())
        await self.store.close()

    async def _check_rules(self) -> None:
        rows = [row for row in await self.store.rows(Status.RUNNING) if row.rules != RULES_VERSION]
        if rows:
            names = ", ".join(row.room for row in rows[:5])
            raise OtherRules(
                f"{len(rows)} running rooms have other rules than {RULES_VERSION}: {names}"
            )

    async def _live_on(self) -> None:
        """Give a sign of life, and note the time without one: clocks stood still."""
        async with self._beating:
            await self._note_time()

    async def _note_time(self) -> None:
        last, now = await self.store.last_beat(), self.clock.now()
        most = SHORTEST_RESTART if self.rooms.alive_at is None else LONGEST_BEAT
        if last is not None and now - last > most and not self._is_hand_set:
            await self.store.add_outage(last, now)
            log.info("outage", milliseconds=now - last)
        await self.store.beat(now)
        outages = set(await self.store.outages())
        for outage in outages - self._outages:
            self.rooms.outages.add(outage.began, outage.ended)
        is_new = outages != self._outages
        self._outages, self.rooms.alive_at = outages, None if self._is_hand_set else now
        if is_new:
            self.rooms.tell_clocks()

    def stop_time(self) -> None:
        """The clock is set by hand from now on: its leaps are no outages."""
        self._is_hand_set, self.rooms.alive_at = True, None

    # --- what goes on -----------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await self._pause(BEAT)
            with _calm():
                await self._live_on()

    async def _look(self) -> None:
        """Wake rooms that are due and that nobody has touched since the start."""
        while True:
            with _calm():
                for row in await self.store.due_rows(self.clock.now()):
                    await self._wake(row.room)
            await self._pause(LOOK)

    async def _wake(self, room: str) -> None:
        with suppress(Refusal):
            async with self.rooms.held(room) as live:
                if live.task is None and live.planned is not live.room:
                    self.conductor.plan(live)

    async def _poll(self) -> None:
        """Find what other processes wrote, should no word of it have come."""
        while True:
            await self._pause(POLL)
            with _calm():
                followed = {live.room.id: live for live in self.rooms.live}
                heads = await self.store.heads(followed)
                for room, live in followed.items():
                    if room not in heads and live.room.seq:
                        self.rooms.drop(live)
                    elif heads.get(room, 0) > live.room.seq:
                        await self._catch_up(room)

    async def _hear(self) -> None:
        """Follow the words of other processes."""
        async for woken in self.store.wakes():
            for room in woken & {live.room.id for live in self.rooms.live}:
                with _calm():
                    await self._catch_up(room)

    async def _catch_up(self, room: str) -> None:
        with suppress(Refusal):
            async with self.rooms.held(room) as live:
                await self.rooms.catch_up(live)

    async def _sweep(self) -> None:
        """Let go of what nobody needs: rooms in memory, and old rooms altogether."""
        while True:
            with _calm():
                self._unload()
                await self._delete_old()
            await self._pause(SWEEP)

    async def _compile_ahead(self) -> None:
        """What an analysis needs is much like the search, and begins with it."""
        await self.thinkers.until_warm()
        await compile_ahead()

    def _unload(self) -> None:
        before = self.clock.now() - KEPT_IN_MEMORY
        for live in self.rooms.live:
            is_idle = not live.feeds and live.task is None and not live.lock.locked()
            touched = max(live.room.at, *live.seen_at.values(), 0)
            if is_idle and live.watch is None and touched < before:
                self.rooms.forget(live)

    async def _delete_old(self) -> None:
        now, keep = self.clock.now(), self.config.keep
        for status in Status:
            days = keep.finished if status is Status.FINISHED else keep.abandoned
            before = now - days * DAY
            while count := await self.store.delete_rooms(status, changed_before=before):
                log.info("deleted rooms", status=status, count=count)
        while count := await self.store.delete_people(seen_before=now - keep.people * DAY):
            log.info("forgot people", count=count)
        before = now - keep.replays * DAY
        while count := await self.store.delete_replays(sent_before=before):
            log.info("deleted replays", count=count)
        while count := await self.store.delete_old_findings(found_before=before):
            log.info("deleted findings", count=count)

    async def _pause(self, length: int) -> None:
        await self.clock.until(self.clock.now() + length)


@contextmanager
def _calm() -> Iterator[None]:
    """What goes on beside the requests goes on again after a busy store."""
    try:
        yield
    except StoreBusy:
        log.warning("store busy")
