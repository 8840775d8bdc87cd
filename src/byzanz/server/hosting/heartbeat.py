"""The server's heartbeat in the store, and the outages that its gaps reveal.

The time in the store never goes back, even if the clock of a machine does.
"""

import asyncio

import structlog

from byzanz.rooms.outages import Outages
from byzanz.server.ops.clock import Clock
from byzanz.store.event_store import EventStore
from byzanz.store.rows import Outage

log = structlog.get_logger()

INTERVAL = 1000  # milliseconds between beats
SHORTEST_RESTART = 2 * INTERVAL  # milliseconds; a shorter gap before a start is not an outage
LONGEST_GAP = 5000  # milliseconds between beats of a running server; a longer gap is an outage


class Heartbeat:
    """Stores the time every second; players' clocks stand still during every gap."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self.outages = Outages()
        self._store = store
        self._clock = clock
        self._last_at: int | None = None  # milliseconds; None: before the first beat
        self._known: set[Outage] = set()
        self._is_clock_set = False
        self._beating = asyncio.Lock()

    @property
    def is_late(self) -> bool:
        """Whether the last beat is so old that an outage must be stored before anything else."""
        return self._last_at is not None and self._clock.now() - self._last_at > LONGEST_GAP

    async def beat(self) -> bool:
        """Store the time, and read the outages of all processes; returns whether one is new."""
        async with self._beating:
            last = await self._store.last_heartbeat()
            latest = await self._store.latest_time() if self._last_at is None else last
            now = self._clock.now()
            began, ended = self._gap(last, latest, now)
            if began < ended:
                await self._store.add_outage(began, ended)
                log.info("outage", milliseconds=ended - began)
            if now < ended:
                log.warning("clock behind store", milliseconds=ended - now)
            await self._store.record_heartbeat(ended)
            outages = set(await self._store.outages())
            # No await from here on: nothing may see the later time without its outage.
            self._clock.advance(ended)
            self._last_at = None if self._is_clock_set else ended
            return self._add_new(outages)

    def _gap(self, last: int | None, latest: int | None, now: int) -> tuple[int, int]:
        """Return the start and end of the time without a server; both are equal without a gap.

        It ends now, or later if the store's time is ahead, because the machine's clock was ahead
        when this server last stopped or another process started. The server's time continues
        from the end, so that no entry has a time in the future.
        """
        if self._is_clock_set:
            return now, now
        if self._last_at is None:
            ended, shortest = max(now, latest or 0), SHORTEST_RESTART
        elif last is not None and last - now > LONGEST_GAP:
            return now, last
        else:
            ended, shortest = now, LONGEST_GAP
        return (ended if last is None or ended - last <= shortest else last), ended

    def _add_new(self, outages: set[Outage]) -> bool:
        for outage in outages - self._known:
            self.outages.add(outage.began, outage.ended)
        is_new = outages != self._known
        self._known = outages
        return is_new

    def ignore_gaps(self) -> None:
        """Treat no gap as an outage from now on, because a test sets the clock."""
        self._is_clock_set, self._last_at = True, None
