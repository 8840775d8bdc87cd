"""The running server: its parts, and its periodic work."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import structlog

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.creation import RandomBytes
from byzanz.server.alerts.delivery import Delivery
from byzanz.server.alerts.devices import Devices
from byzanz.server.alerts.network import PublicNetwork
from byzanz.server.alerts.sender import KEPT as ALERTS_KEPT
from byzanz.server.alerts.sender import AlertSender
from byzanz.server.daily.daily_work import DailyWork
from byzanz.server.handlers.alert_handlers import AlertHandlers
from byzanz.server.handlers.challenge_handlers import ChallengeHandlers
from byzanz.server.handlers.daily_handlers import DailyHandlers
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting import heartbeat
from byzanz.server.hosting.autoplay import Autoplay
from byzanz.server.hosting.exchange import Exchange
from byzanz.server.hosting.people import People
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.clock import DAY, Clock
from byzanz.server.ops.config import Config, bot_worker_count
from byzanz.server.ops.connection_limits import ConnectionLimits
from byzanz.server.ops.lan import LanAccess
from byzanz.server.ops.metrics import Metrics, measured_store
from byzanz.server.peers import peers
from byzanz.server.previews.link_targets import LinkTargets
from byzanz.server.previews.pictures import Pictures
from byzanz.server.results.backfill import ResultBackfill
from byzanz.server.results.challenges import Challenges
from byzanz.server.results.rating import rate_next
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.analysis_pool import AnalysisPool
from byzanz.server.workers.analysis_runner import AnalysisRunner
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.compiler_watch import CompilerWatch
from byzanz.server.workers.job_queue import JobQueue
from byzanz.server.workers.local_analyses import LocalAnalyses
from byzanz.server.workers.shared_analyses import SharedAnalyses
from byzanz.store.errors import CorruptStore, StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.wire.endpoints import CloseCode
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import Status

log = structlog.get_logger()

WAKE_INTERVAL = 1000  # milliseconds between two queries for rooms that are due
POLL_INTERVAL = 1500  # milliseconds; entries of other processes must appear within 2 seconds
SWEEP_INTERVAL = 60_000  # milliseconds between two deletions of old data
BACKFILL_PAUSE = 50  # milliseconds between two games of earlier releases, to leave time for play
ALERT_INTERVAL = 1000  # milliseconds between two queries for alerts that are due
RATING_INTERVAL = 5000  # milliseconds between two queries for games that are not rated
DAILY_INTERVAL = 5000  # milliseconds between two looks at the deals of the day
LINE_INTERVAL = 60_000  # milliseconds between two games of the expert
DELETION_INTERVAL = 5000  # milliseconds between two queries for deletions that were interrupted
KEPT_IN_MEMORY = 60_000  # milliseconds that an unused room stays in memory


class OtherRules(Exception):
    """The store has running games with another version of the rules."""


class Service:
    """Makes the parts of the server, and starts and stops them in order."""

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
        self.queue = JobQueue(self.store, clock) if store.is_shared and config.search else None
        self.bots = BotPool(bot_worker_count(config), self.compiler.code, self.metrics, self.queue)
        self.autoplay = Autoplay(self.bots, clock)
        self.rooms = RoomRegistry(self.store, clock, self.autoplay, random_bytes)
        self.lan = LanAccess(config)
        self.daily = DailyWork(self.rooms, self.bots)
        self.analyses = AnalysisJobs(self.store, self._make_analyses(), may_search=config.search)
        self.devices = Devices(self.store, clock, config.alerts)
        delivery = Delivery(PublicNetwork(), config.alerts.services)
        self.alerts = AlertSender(self.rooms, self.devices, delivery, config, self.metrics)
        self.handlers = Handlers(
            self.rooms,
            People(self.store, clock, random_bytes),
            self.bots,
            self.analyses,
            config.limits,
            self.lan,
        )
        self.link_targets = LinkTargets(self.rooms, self.handlers.visitors)
        self.pictures = Pictures()
        self.handlers.add(AlertHandlers(self.handlers.visitors, self.devices, self.store).table)
        challenges = Challenges(self.rooms, may_search=config.search)
        self.handlers.add(ChallengeHandlers(self.handlers.visitors, challenges).table)
        daily = DailyHandlers(self.handlers.visitors, self.rooms, self.daily, challenges)
        self.handlers.add(daily.table)
        self.connections = ConnectionLimits(config.limits)
        limiters = self.handlers.visitors.limiters
        self.exchange = Exchange(self.rooms, limiters, self.connections, self.handlers.memory)
        self._add_gauges()
        self._tasks: list[asyncio.Task[None]] = []

    def _make_analyses(self) -> LocalAnalyses | SharedAnalyses:
        runner = AnalysisRunner(self.store, self.clock, AnalysisPool(), self.compiler.code)
        queue, rooms = self.queue, self.rooms
        if queue is None:
            return LocalAnalyses(runner)
        return SharedAnalyses(
            self.store,
            self.clock,
            runner,
            lambda: 0 if queue.has_analysis else 1 + len(rooms.peers.others),
        )

    def _add_gauges(self) -> None:
        add, compiler, code = self.metrics.add_gauge, self.compiler, self.compiler.code
        add("byzanz_rooms_live", "Rooms in memory.", lambda: len(self.rooms.live))
        add("byzanz_processes", "Live server processes.", lambda: 1 + len(self.rooms.peers.others))
        add("byzanz_workers", "Live workers of this version.", self._worker_count)
        add("byzanz_connections", "Push sockets.", lambda: self.connections.count)
        add("byzanz_analyses", "Analyses under way.", lambda: self.analyses.count)
        add("byzanz_search_ready", "1 once strong bots can play.", lambda: code.has_search)
        add("byzanz_compiling", "1 while the compiler is running.", lambda: compiler.is_compiling)
        add(
            "byzanz_compiler_slowed",
            "1 while the compiler runs in short slices only, because many moves are played.",
            lambda: compiler.is_compiling and compiler.is_busy,
        )

    def _worker_count(self) -> int:
        return 0 if self.queue is None else len(self.queue.workers)

    async def start(self) -> None:
        """Store the outage since the last stop, and start all work; raises `OtherRules`."""
        await self._check_rules()
        await self.rooms.beat()
        await self.exchange.renew()
        await self.handlers.memory.forget_deleted()
        self.bots.start()
        self.pictures.start()
        self.analyses.start()
        work = [
            *(self._beat(), self._renew(), self._wake_due(), self._poll(), self._listen()),
            *(self._sweep(), self._fill_in_results(), self._rate_games()),
            *(self._resume_deletions(), self._work_on_days(), self._play_lines()),
        ]
        if self.queue is not None:
            work.append(self.queue.run())
        if self.config.alerts.is_on:
            work.append(self._send_alerts())
        for each in (*work, self.compiler.run()):
            self._tasks.append(asyncio.create_task(each))

    async def stop(self) -> None:
        """Stop all work, close every connection and the store."""
        for task in self._tasks:
            task.cancel()
        for live in self.rooms.live:
            live.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.handlers.deletion.stop()
        with _tolerating_store_errors():
            await self.exchange.leave()
        for live in self.rooms.live:
            for outbox in live.outboxes:
                outbox.close(CloseCode.RESTARTING)
        await self.bots.stop()
        await self.pictures.stop()
        await self.analyses.stop()
        if self.queue is not None:
            with _tolerating_store_errors():
                await self.queue.stop()
        with _tolerating_store_errors():
            await self.rooms.heartbeat.beat()
        await self.store.close()

    async def _check_rules(self) -> None:
        rows = [row for row in await self.store.rows(Status.RUNNING) if row.rules != RULES_VERSION]
        if rows:
            names = ", ".join(row.room for row in rows[:5])
            raise OtherRules(
                f"{len(rows)} running rooms were started under rules other than version"
                f" {RULES_VERSION}: {names}"
            )

    # --- periodic work ------------------------------------------------------------------------

    async def _beat(self) -> None:
        while True:
            await self._pause(heartbeat.INTERVAL)
            with _tolerating_store_errors():
                await self.rooms.beat()

    async def _wake_due(self) -> None:
        """Load the rooms that are due and that no process is playing."""
        while True:
            with _tolerating_store_errors():
                for row in await self.store.due_rows(self.clock.now()):
                    await self._wake(row.room)
            await self._pause(WAKE_INTERVAL)

    async def _wake(self, room: str) -> None:
        with suppress(RequestRefused), _tolerating_corrupt_store():
            async with self.rooms.held(room) as live:
                if not live.autoplay.is_running and live.scheduled_for is not live.room:
                    self.autoplay.room_changed(self.rooms, live)

    async def _renew(self) -> None:
        """Show the other processes that this one is alive, and exchange presence with them."""
        while self.rooms.peers.is_shared:
            await self._pause(peers.INTERVAL)
            with _tolerating_store_errors():
                await self.exchange.renew()

    async def _poll(self) -> None:
        """Find the changes of other processes, in case a notification was lost."""
        while True:
            await self._pause(POLL_INTERVAL)
            with _tolerating_store_errors():
                await self.exchange.poll()

    async def _listen(self) -> None:
        """Read the entries and messages that other processes notify this one of."""
        async for notified in self.store.notifications():
            for room in notified.rooms & {live.room.id for live in self.rooms.live}:
                with _tolerating_store_errors():
                    await self.exchange.catch_up(room)
            if self.queue is not None:
                self.queue.wake(notified.job_signals)
            for message in notified.messages:
                with _tolerating_store_errors():
                    await self.exchange.receive(message)

    async def _sweep(self) -> None:
        """Evict unused rooms from memory, and delete old data."""
        while True:
            with _tolerating_store_errors():
                self._evict_idle()
                await self._delete_old()
                before = self.clock.now() - peers.KEPT
                await self.store.delete_dead_processes(expired_before=before)
                await self.store.delete_old_page_builds()
                await self.analyses.sweep()
                if self.queue is not None:
                    await self.queue.sweep()
            await self._pause(SWEEP_INTERVAL)

    async def _fill_in_results(self) -> None:
        """Store the results of games that earlier releases finished, one after the other."""
        backfill = ResultBackfill(self.store)
        while True:
            has_filled = False
            with _tolerating_store_errors():
                has_filled = await backfill.fill_in_next()
            await self._pause(BACKFILL_PAUSE if has_filled else SWEEP_INTERVAL)

    async def _rate_games(self) -> None:
        """Rate the games that have finished."""
        while True:
            has_rated = False
            with _tolerating_store_errors():
                has_rated = await rate_next(self.store)
            await self._pause(0 if has_rated else RATING_INTERVAL)

    async def _resume_deletions(self) -> None:
        """Go on with the deletions of people that another process, or the last one, began."""
        is_start = True
        while True:
            has_resumed = False
            with _tolerating_store_errors():
                has_resumed = await self.handlers.deletion.resume(is_start=is_start)
                is_start = has_resumed
            await self._pause(0 if has_resumed else DELETION_INTERVAL)

    async def _work_on_days(self) -> None:
        """Make deals of the day, end their tries and open their decks."""
        while True:
            has_more = False
            with _tolerating_store_errors():
                has_more = await self.daily.work()
            await self.clock.until(self._next_daily_work(has_more=has_more))

    def _next_daily_work(self, *, has_more: bool) -> int:
        """The time of the next look at the days, which is not later than the end of a day."""
        now = self.clock.now()
        return now if has_more else min(now + DAILY_INTERVAL, self.daily.next_close(now))

    async def _play_lines(self) -> None:
        """Let the expert play the deals of the days that are over."""
        while self.config.search:
            with _tolerating_store_errors():
                await self.daily.line.play_next()
            await self._pause(LINE_INTERVAL)

    async def _send_alerts(self) -> None:
        """Send the alerts that are due."""
        while True:
            has_sent = False
            with _tolerating_store_errors():
                has_sent = await self.alerts.send_due()
            await self._pause(0 if has_sent else ALERT_INTERVAL)

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
        before_finished = now - keep.finished * DAY
        while count := await self.store.delete_sent_records(sent_before=before_finished):
            log.info("deleted sent records", count=count)
        while count := await self.store.delete_challenges(made_before=before_finished):
            log.info("deleted challenges", count=count)
        await self.store.delete_old_alerts(begun_before=now - ALERTS_KEPT)
        while count := await self.store.delete_old_findings(found_before=before):
            log.info("deleted findings", count=count)

    async def _pause(self, milliseconds: int) -> None:
        await self.clock.until(self.clock.now() + milliseconds)


@contextmanager
def _tolerating_store_errors() -> Iterator[None]:
    """Log a busy or corrupt store instead of raising: the work is repeated in its next period."""
    try:
        with _tolerating_corrupt_store():
            yield
    except StoreBusy:
        log.warning("store busy")


@contextmanager
def _tolerating_corrupt_store() -> Iterator[None]:
    """Log a corrupt store instead of raising: other rooms may be intact."""
    try:
        yield
    except CorruptStore:
        log.error("store corrupt")
