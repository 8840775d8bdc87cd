"""The rooms in memory: each is loaded when it is needed, locked, and kept up to date."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from byzanz.rooms.skip import Skip
from byzanz.server.hosting.heartbeat import Heartbeat
from byzanz.server.hosting.live_room import LiveRoom
from byzanz.server.hosting.room_task import RETRY
from byzanz.server.hosting.sealed_days import SealedDays
from byzanz.server.log_entries import bid_plan_of
from byzanz.server.ops.clock import Clock
from byzanz.server.peers.peers import Peers
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.store.rows import Head
from byzanz.wire.commands import BidPlan
from byzanz.wire.endpoints import CloseCode
from byzanz.wire.problems import Code, RequestRefused


class LiveRooms(ABC):
    """Loads, locks and evicts rooms."""

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.heartbeat = Heartbeat(store, clock)
        self.peers = Peers(store, clock)
        self.leases = self.peers.leases
        self.sealed_days = SealedDays(store)
        self._live: dict[str, LiveRoom] = {}

    @abstractmethod
    def reschedule(self, live: LiveRoom) -> None:
        """Reschedule the server's next move in a room, if the room is already loaded."""

    @property
    def live(self) -> list[LiveRoom]:
        """Every room in memory."""
        return list(self._live.values())

    async def beat(self) -> None:
        """Store a heartbeat; if it reveals an outage, push the new deadlines of all clocks."""
        if await self.heartbeat.beat():
            for live in self.live:
                if live.room.due is not None:
                    live.broadcast(live.room.seq, self.clock.now())

    async def detect_outage(self) -> None:
        """Store a late heartbeat before any clock expires; wait a second if the store is busy."""
        with suppress(StoreBusy):
            await self.beat()
        if self.heartbeat.is_late:
            await self.clock.until(self.clock.now() + RETRY)

    def find(self, room: str) -> LiveRoom | None:
        """Return a room, or None if it is not in memory."""
        return self._live.get(room)

    @asynccontextmanager
    async def held_fresh(self, room: str, seq: int = 0) -> AsyncIterator[LiveRoom]:
        """Hold the lock of a room with all entries that any process acknowledged; see `held`."""
        if self.peers.is_shared:
            heads = await self.store.heads([room])
            head = heads.get(room, Head(0, 0))
            async with self.held(room, max(seq, head.seq), head.rewrites) as live:
                yield live
            return
        async with self.held(room, seq) as live:
            yield live

    @asynccontextmanager
    async def held(self, room: str, seq: int = 0, rewrites: int = 0) -> AsyncIterator[LiveRoom]:
        """Hold the lock of a room, loaded and caught up to at least `seq`.

        It is loaded again if its log was rewritten more than `rewrites` times before, as `Head`
        counts. Raises `RequestRefused` if there is no such room.
        """
        async with self._locked(room) as live:
            if live.room.seq == 0:
                raise RequestRefused(Code.NOT_FOUND)
            if rewrites > live.rewrites:
                await self.reload(live)
            if seq > live.room.seq:
                await self.catch_up(live)
            yield live

    @asynccontextmanager
    async def _locked(self, room: str) -> AsyncIterator[LiveRoom]:
        """Hold the lock of a room that may not exist yet; load it if it is not in memory."""
        live = await self._lock(room)
        try:
            if live.room.seq == 0:
                await self.catch_up(live)
            yield live
        finally:
            if live.room.seq == 0:
                self.evict(live)
            live.lock.release()

    async def _lock(self, room: str) -> LiveRoom:
        while True:
            live = self._live.get(room)
            if live is None:
                outages = self.heartbeat.outages
                live = self._live[room] = LiveRoom(room, outages, self.clock.now())
            await live.lock.acquire()
            if self._live.get(room) is live:
                return live
            live.lock.release()  # it was evicted meanwhile: try again

    async def catch_up(self, live: LiveRoom) -> bool:
        """Read and push the entries of other processes; returns whether there were any."""
        after = live.room.seq
        rows = await self.store.log(live.room.id, after)
        if not rows:
            return False
        if after == 0:
            live.rewrites = await self._read_plans(live)
            if live.rewrites:  # the log may have been rewritten since it was read
                rows = await self.store.log(live.room.id)
            for peer in await self.peers.presence_of(live.room.id):
                live.set_peer_presence(peer)
        live.room = live.room.copy()
        for row in rows:
            live.add(row)
        self._push(live, after)
        return True

    async def reload(self, live: LiveRoom) -> None:
        """Read the whole log again, because it was rewritten. The caller holds the lock."""
        after = live.room.seq
        rewrites = await self._read_plans(live)
        rows = await self.store.log(live.room.id)
        if not rows:
            self.drop(live)
            raise RequestRefused(Code.NOT_FOUND)
        live.refold(rows)
        live.rewrites = rewrites
        self._push(live, after)

    async def reload_rewritten(self, room: str) -> None:
        """Load a room again if it is in memory and its log was rewritten or deleted."""
        if self.find(room) is None:
            return
        heads = await self.store.heads([room])
        with suppress(RequestRefused):
            async with self._locked(room) as live:
                if live.room.seq and (room not in heads or heads[room].rewrites > live.rewrites):
                    await self.reload(live)

    async def _read_plans(self, live: LiveRoom) -> int:
        """Read the bid plans; returns how often the room's log had been rewritten before."""
        private = await self.store.private_data(live.room.id)
        plans = {seat: bid_plan_of(body) for seat, body in private.bodies.items()}
        self._change_plans(live, private.version, plans)
        return private.rewrites

    def _change_plans(self, live: LiveRoom, version: int, plans: dict[int, BidPlan]) -> None:
        live.private_version, live.bid_plans = version, plans
        if live.skip is not None:  # drop its moves, which were chosen with the old plans
            live.skip = Skip(live.skip.seat, live.skip.requested_at)

    def evict(self, live: LiveRoom) -> None:
        """Drop a room from memory; its log has everything."""
        self._live.pop(live.room.id, None)
        live.claim.cancel()
        self.leases.release(live.room.id)

    def drop(self, live: LiveRoom) -> None:
        """Drop a room that was deleted from the store, and close its connections."""
        self.evict(live)
        live.stop()
        for outbox in live.outboxes:
            outbox.close(CloseCode.NOT_FOUND)

    def _push(self, live: LiveRoom, after: int) -> None:
        live.broadcast(after, self.clock.now())
        self.reschedule(live)
