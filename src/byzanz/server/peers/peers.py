"""This process among the server processes that share a store."""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable

import msgspec
import structlog

from byzanz.rooms.entries import LEVEL
from byzanz.server.ops.clock import Clock
from byzanz.server.peers.leases import DURATION, Leases
from byzanz.server.peers.messages import ENCODER, Message
from byzanz.server.peers.presence import DECODER as PRESENCE
from byzanz.server.peers.presence import ENCODER as PRESENCE_ENCODER
from byzanz.server.peers.presence import RoomPresence
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.store.rows import PresenceRow, ProcessRow

log = structlog.get_logger()

INTERVAL = 700  # milliseconds between renewals; a dead process is replaced within 3 s
OVERLAP = 3000  # milliseconds that are read again, because presence may be committed late
KEPT = 3_600_000  # milliseconds for which the row of a dead process is kept


class PeerPresence(msgspec.Struct, frozen=True):
    """The people whom another process sees in a room."""

    process: str
    room: str
    presence: RoomPresence
    ended_at: int | None  # when the process died; None: it is alive


class Peers:
    """Renews the row of this process, and knows the other live processes.

    Does nothing if the store is not shared.
    """

    def __init__(self, store: EventStore, clock: Clock) -> None:
        self.process = secrets.token_hex(8)
        self.is_shared = store.is_shared
        self.leases = Leases(store, clock, self.process)
        self.others: dict[str, ProcessRow] = {}  # the other live processes
        self._store = store
        self._clock = clock
        self._presence_read_at = 0  # milliseconds since 1970
        self._outgoing: deque[str] = deque()
        self._sending: asyncio.Task[None] | None = None

    @property
    def level(self) -> int:
        """The highest level of log entries that every live process can read."""
        return min([LEVEL, *[row.level for row in self.others.values()]])

    async def leave(self) -> None:
        """Delete the row of this process, so that others can play its rooms at once."""
        if self.is_shared:
            await self._store.delete_process(self.process)

    # --- renewal ----------------------------------------------------------------------------

    async def renew(
        self, connections: str, changed_presence: Callable[[], dict[str, RoomPresence]]
    ) -> tuple[dict[str, RoomPresence], list[PeerPresence]]:
        """Renew the row and the leases; return the presence stored, and that of the others.

        The presence to be stored is asked for at the last moment: a person who has just deleted
        their data must not be in it. The leases are renewed only after the presence of the others
        is read: a process that was suspended for a while must not act on old presence. Raises
        `StoreBusy`.
        """
        store, now = self._store, self._clock.now()
        await store.renew_process(ProcessRow(self.process, now + DURATION, LEVEL, connections))
        if presence := changed_presence():
            bodies = {
                room: PRESENCE_ENCODER.encode(each).decode() for room, each in presence.items()
            }
            await store.set_presence(self.process, bodies, now)
        rows = await store.live_processes(now)
        others = {row.process: row for row in rows if row.process != self.process}
        has_joined = not others.keys() <= self.others.keys()
        reads_all = has_joined or self.leases.has_lapsed
        since = 0 if reads_all else self._presence_read_at - OVERLAP
        changed = self._read(await store.presence_since(since), now) if others else []
        self.others, self._presence_read_at = others, now
        self.leases.forget(holders_but=set(others))
        self.leases.renew(now + DURATION)
        return presence, changed

    async def presence_of(self, room: str) -> list[PeerPresence]:
        """Return the people whom other processes see in a room."""
        if not self.is_shared:
            return []
        return self._read(await self._store.presence_of(room), self._clock.now())

    def _read(self, rows: list[PresenceRow], now: int) -> list[PeerPresence]:
        return [
            PeerPresence(
                row.process,
                row.room,
                PRESENCE.decode(row.body),
                None if row.until > now else row.until - DURATION,
            )
            for row in rows
            if row.process != self.process
        ]

    # --- messages ---------------------------------------------------------------------------

    def post(self, message: Message) -> None:
        """Queue a message to the other processes; it may be lost."""
        if not self.others:
            return
        self._outgoing.append(ENCODER.encode(message).decode())
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def flush(self) -> None:
        """Wait until all queued messages are sent."""
        if self._sending is not None:
            await self._sending

    async def _send(self) -> None:
        while self._outgoing:
            messages = list(self._outgoing)
            self._outgoing.clear()
            try:
                await self._store.send(messages)
            except StoreBusy:
                log.warning("messages lost", count=len(messages))
