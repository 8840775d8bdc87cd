"""Exchanges presence, leases, limits and messages with the other processes on the store."""

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from byzanz.rooms.skip import Skip, skipping_seat
from byzanz.server.hosting.person_memory import PersonMemory
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.connection_limits import ConnectionCounts, ConnectionLimits
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.server.peers.messages import (
    DECODER,
    Counted,
    Message,
    PersonDeleted,
    PlansChanged,
    Pushed,
    Released,
    Rewritten,
    Skipped,
)
from byzanz.server.peers.peers import PeerPresence
from byzanz.server.peers.presence import NOBODY, RoomPresence
from byzanz.store.rows import Head
from byzanz.wire.problems import RequestRefused

BATCH = 50  # rooms, or sources of requests, in one message


class Exchange:
    """Sends the presence and counts of this process to the others, and applies theirs."""

    def __init__(
        self,
        rooms: RoomRegistry,
        limiters: Mapping[str, RateLimiter],
        connections: ConnectionLimits,
        memory: PersonMemory,
    ) -> None:
        self._rooms = rooms
        self._memory = memory
        self._peers = rooms.peers
        self._limiters = limiters
        self._connections = connections
        self._stored: dict[str, RoomPresence] = {}  # presence as last stored, by room

    async def renew(self) -> None:
        """Renew the row of this process, and exchange presence and counts; raises `StoreBusy`."""
        if not self._peers.is_shared:
            return
        had_lapsed = self._peers.leases.has_lapsed
        if had_lapsed:
            self._stored.clear()
            await self._memory.forget_deleted()
        counts = msgspec.json.encode(self._connections.counts).decode()
        presence, peers = await self._peers.renew(counts, self._changed_presence)
        self._stored.update(presence)
        for room in [room for room, each in self._stored.items() if each == NOBODY]:
            del self._stored[room]
        self._apply(peers)
        self._memory.forget_again()
        if had_lapsed:
            for live in self._rooms.live:
                self._rooms.reschedule(live)
        await self._release()
        self._share_counts()

    async def leave(self) -> None:
        """Let the other processes play the rooms of this one; raises `StoreBusy`."""
        rooms = [live.room.id for live in self._rooms.live]
        await self._peers.leave()
        self._post_released(rooms)
        await self._peers.flush()

    def _changed_presence(self) -> dict[str, RoomPresence]:
        present = {live.room.id: live.presence for live in self._rooms.live}
        ended = {room: NOBODY for room in self._stored if room not in present}
        return {
            room: presence
            for room, presence in (present | ended).items()
            if presence.has_changed(self._stored.get(room, NOBODY))
        }

    def _apply(self, peers: list[PeerPresence]) -> None:
        others, now = self._peers.others, self._rooms.clock.now()
        changed = set()
        for peer in peers:
            live = self._rooms.find(peer.room)
            if live is not None:
                live.set_peer_presence(peer)
                changed.add(live)
        for live in self._rooms.live:
            if live.drop_dead_processes(others, now):
                changed.add(live)
            is_free = not self._peers.leases.is_taken(live.room.id)
            if live in changed or (is_free and not self._peers.leases.holds(live.room.id)):
                live.push_changed_presence()
                self._rooms.reschedule(live)
        counts = [
            msgspec.json.decode(row.connections, type=ConnectionCounts) for row in others.values()
        ]
        self._connections.count_elsewhere(counts)

    async def _release(self) -> None:
        self._post_released(await self._peers.leases.flush())

    def _post_released(self, rooms: "list[str] | tuple[str, ...]") -> None:
        for first in range(0, len(rooms), BATCH):
            self._peers.post(Released(tuple(rooms[first : first + BATCH])))

    def _share_counts(self) -> None:
        for name, limiter in self._limiters.items():
            counts = list(limiter.counts_to_share().items())
            for first in range(0, len(counts), BATCH):
                self._peers.post(Counted(name, dict(counts[first : first + BATCH])))

    # --- messages ---------------------------------------------------------------------------

    async def receive(self, text: str) -> None:
        """Handle a message of another process; raises `StoreBusy`."""
        try:
            message = DECODER.decode(text)
        except msgspec.MsgspecError:
            return  # a message that only a newer version knows
        with suppress(RequestRefused):
            await self._perform(message)

    async def _perform(self, message: Message) -> None:
        match message:
            case Pushed(room, body):
                live = self._rooms.find(room)
                if live is not None:
                    live.push(bytes(body))
            case Skipped(room, person):
                await self._skip(room, person)
            case PlansChanged(room):
                if self._rooms.find(room) is not None:
                    async with self._rooms.held(room) as live:
                        await self._rooms.reload_plans(live)
            case Rewritten(room):
                await self._rooms.reload_rewritten(room)
            case PersonDeleted(person, number):
                self._memory.forget(person, number)
            case Released(rooms):
                self._peers.leases.forget(rooms=rooms)
                for live in filter(None, map(self._rooms.find, rooms)):
                    self._rooms.reschedule(live)
            case Counted(limit, counts):
                limiter = self._limiters.get(limit)
                if limiter is None:
                    return  # a limit that only a newer version has
                for source, count in counts.items():
                    limiter.count_elsewhere(source, count)

    async def _skip(self, room: str, person: str) -> None:
        if not self._rooms.leases.holds(room):
            return
        async with self._rooms.held_fresh(room) as live:
            live.skip = Skip(skipping_seat(live.room, person), self._rooms.clock.now())
            live.scheduled_for = None
            self._rooms.reschedule(live)

    async def poll(self) -> None:
        """Read the changes of other processes, in case a notification was lost."""
        await self._memory.forget_deleted()
        loaded = {live.room.id: live for live in self._rooms.live}
        heads = await self._rooms.store.heads(loaded)
        for room, live in loaded.items():
            if room not in heads and live.room.seq:
                self._rooms.drop(live)
            elif heads.get(room, Head(0, 0)).rewrites > live.rewrites:
                await self._rooms.reload_rewritten(room)
            elif heads.get(room, Head(0, 0)).seq > live.room.seq:
                await self.catch_up(room)
            elif room in heads and heads[room].private_version != live.private_version:
                async with self._rooms.held(room) as held:
                    await self._rooms.reload_plans(held)

    async def catch_up(self, room: str) -> None:
        """Read the entries of other processes in a room."""
        with suppress(RequestRefused):
            async with self._rooms.held(room) as live:
                await self._rooms.catch_up(live)
