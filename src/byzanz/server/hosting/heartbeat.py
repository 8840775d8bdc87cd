"""The server's heartbeat in the store, and the outages found by its gaps."""

import asyncio

import structlog

from byzanz.rooms.outages import Outages
from byzanz.server.ops.clock import Clock
from byzanz.store.event_store import EventStore
from byzanz.store.rows import Outage

log = structlog.get_logger()

INTERVAL = 1000  # milliseconds between beats
SHORTEST_RESTART = 2 * INTERVAL  # a shorter gap at the start is no outage
LONGEST_GAP = 5000  # milliseconds between beats of a running server; a longer gap is an outage


class Heartbeat:
    """Beats in the store; clocks of players stand still during every gap."""

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
        """Whether the last beat is so long ago that its gap must be noted before anything else."""
        return self._last_at is not None and self._clock.now() - self._last_at > LONGEST_GAP

    async def beat(self) -> bool:
        """Beat, and take in outages, also those that other processes found; whether any is new."""
        async with self._beating:
            last, now = await self._store.last_heartbeat(), self._clock.now()
            longest = SHORTEST_RESTART if self._last_at is None else LONGEST_GAP
            if last is not None and now - last > longest and not self._is_clock_set:
                await self._store.add_outage(last, now)
                log.info("outage", milliseconds=now - last)
            await self._store.record_heartbeat(now)
            self._last_at = None if self._is_clock_set else now
            return self._take_in(set(await self._store.outages()))

    def _take_in(self, outages: set[Outage]) -> bool:
        for outage in outages - self._known:
            self.outages.add(outage.began, outage.ended)
        is_new = outages != self._known
        self._known = outages
        return is_new

    def ignore_gaps(self) -> None:
        """The clock is set by hand from now on: its jumps are no outages."""
        self._is_clock_set, self._last_at = True, None
