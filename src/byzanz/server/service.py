"""The running server: its parts put together, and the work beside the requests."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import structlog

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.creation import RandomBytes
from byzanz.server.handlers import Handlers
from byzanz.server.hosting import heartbeat
from byzanz.server.hosting.autoplay import Autoplay
from byzanz.server.hosting.people import People
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.clock import DAY, Clock
from byzanz.server.ops.config import Config, bot_worker_count
from byzanz.server.ops.connection_limits import ConnectionLimits
from byzanz.server.ops.lan import LanAccess
from byzanz.server.ops.metrics import Metrics, measured_store
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.analysis_pool import AnalysisPool
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.compiler_watch import CompilerWatch
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.wire.endpoints import CloseCode
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import Status

log = structlog.get_logger()

WAKE_INTERVAL = 1000  # milliseconds between looks for rooms that are due
POLL_INTERVAL = 1500  # milliseconds: entries of other processes are seen within 2 seconds
SWEEP_INTERVAL = 60_000  # milliseconds
KEPT_IN_MEMORY = 60_000  # milliseconds that a room stays after its last connection


class OtherRules(Exception):
    """Games are running that were begun under other rules."""


class Service:
    """The parts of the server, started and stopped in order."""

    def __init__(
        self,
        store: EventStore,
        config: Config,
        clock: Clock,
        random_bytes: RandomBytes = secrets.token_bytes,
    ) -> None:
        self.clock = clock
        self.config = config
        self.metrics = Metrics()
        self.store = measured_store(store, self.metrics)
        self.compiler = CompilerWatch(lambda: self.metrics.move_count, may_search=config.search)
        self.bots = BotPool(bot_worker_count(config), self.compiler.code, self.metrics)
        self.autoplay = Autoplay(self.bots, clock)
        self.rooms = RoomRegistry(self.store, clock, self.autoplay, random_bytes)
        self.lan = LanAccess(config)
        self.analyses = AnalysisJobs(
            self.store, clock, AnalysisPool(), self.compiler.code, may_search=config.search
        )
        self.handlers = Handlers(
            self.rooms,
            People(self.store, clock, random_bytes),
            self.bots,
            self.analyses,
            config.limits,
            self.lan,
        )
        self.connections = ConnectionLimits(config.limits)
        self._show_metrics()
        self._tasks: list[asyncio.Task[None]] = []

    def _show_metrics(self) -> None:
        show, compiler, code = self.metrics.show, self.compiler, self.compiler.code
        show("byzanz_rooms_live", "Rooms in memory.", lambda: len(self.rooms.live))
        show("byzanz_connections", "Push sockets.", lambda: self.connections.count)
        show("byzanz_analyses", "Analyses under way.", lambda: self.analyses.count)
        show("byzanz_search_ready", "1 once strong bots can play.", lambda: code.has_search)
        show("byzanz_compiling", "1 while the compiler is at work.", lambda: compiler.is_compiling)
        show(
            "byzanz_compiler_slowed",
            "1 while the compiler runs in short slices only, because many moves are played.",
            lambda: compiler.is_compiling and compiler.is_busy,
        )

    async def start(self) -> None:
        """Note the outage since the last stop, and begin; raises `OtherRules`."""
        await self._check_rules()
        await self.rooms.beat()
        self.bots.start()
        self.analyses.start()
        work = (self._beat(), self._wake_due(), self._poll(), self._listen(), self._sweep())
        for each in (*work, self.compiler.run()):
            self._tasks.append(asyncio.create_task(each))

    async def stop(self) -> None:
        """Close every connection and end."""
        for task in self._tasks:
            task.cancel()
        for live in self.rooms.live:
            live.stop()
            for outbox in live.outboxes:
                outbox.close(CloseCode.RESTARTING)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.stop()
        await self.analyses.stop()
        with _tolerating_busy_store():
            await self.store.record_heartbeat(self.clock.now())
        await self.store.close()

    async def _check_rules(self) -> None:
        rows = [row for row in await self.store.rows(Status.RUNNING) if row.rules != RULES_VERSION]
        if rows:
            names = ", ".join(row.room for row in rows[:5])
            raise OtherRules(
                f"{len(rows)} running rooms have other rules than {RULES_VERSION}: {names}"
            )

    # --- work beside the requests -------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await self._pause(heartbeat.INTERVAL)
            with _tolerating_busy_store():
                await self.rooms.beat()

    async def _wake_due(self) -> None:
        """Load rooms that are due and that nobody has asked for since the start."""
        while True:
            with _tolerating_busy_store():
                for row in await self.store.due_rows(self.clock.now()):
                    await self._wake(row.room)
            await self._pause(WAKE_INTERVAL)

    async def _wake(self, room: str) -> None:
        with suppress(RequestRefused):
            async with self.rooms.held(room) as live:
                if not live.autoplay.is_running and live.scheduled_for is not live.room:
                    self.autoplay.room_changed(self.rooms, live)

    async def _poll(self) -> None:
        """Find entries of other processes, in case a notification was lost."""
        while True:
            await self._pause(POLL_INTERVAL)
            with _tolerating_busy_store():
                loaded = {live.room.id: live for live in self.rooms.live}
                heads = await self.store.heads(loaded)
                for room, live in loaded.items():
                    if room not in heads and live.room.seq:
                        self.rooms.drop(live)
                    elif heads.get(room, 0) > live.room.seq:
                        await self._catch_up(room)

    async def _listen(self) -> None:
        """Catch up with rooms as other processes notify of them."""
        async for woken in self.store.changed_rooms():
            for room in woken & {live.room.id for live in self.rooms.live}:
                with _tolerating_busy_store():
                    await self._catch_up(room)

    async def _catch_up(self, room: str) -> None:
        with suppress(RequestRefused):
            async with self.rooms.held(room) as live:
                await self.rooms.catch_up(live)

    async def _sweep(self) -> None:
        """Evict idle rooms from memory, and delete what is no longer kept."""
        while True:
            with _tolerating_busy_store():
                self._evict_idle()
                await self._delete_old()
            await self._pause(SWEEP_INTERVAL)

    def _evict_idle(self) -> None:
        before = self.clock.now() - KEPT_IN_MEMORY
        for live in self.rooms.live:
            is_idle = not live.outboxes and not live.lock.locked()
            is_waiting = live.autoplay.is_running or live.attendance.is_running
            touched = max(live.room.at, *live.seen_at.values(), 0)
            if is_idle and not is_waiting and touched < before:
                self.rooms.evict(live)

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

    async def _pause(self, milliseconds: int) -> None:
        await self.clock.until(self.clock.now() + milliseconds)


@contextmanager
def _tolerating_busy_store() -> Iterator[None]:
    """Log a busy store instead of raising: the work is tried again at its next time."""
    try:
        yield
    except StoreBusy:
        log.warning("store busy")
