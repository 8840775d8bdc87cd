"""The leases of rooms: the process that has a room's lease plays its bots and clocks.

A lease spares work and does not protect the log: if two processes play the same room for a
moment, the store still accepts each entry once.
"""

from byzanz.server.ops.clock import Clock
from byzanz.store.event_store import EventStore

DURATION = 2000  # milliseconds without renewal after which others may take a lease


class Leases:
    """The leases of this process; where the store is not shared it has all of them."""

    def __init__(self, store: EventStore, clock: Clock, process: str) -> None:
        self._store = store
        self._clock = clock
        self._process = process
        self._is_shared = store.is_shared
        self._held: set[str] = set()
        self._holders: dict[str, str] = {}  # of rooms that other processes have, as last known
        self._released: set[str] = set()  # since the last call of `flush`
        self._valid_until = 0

    @property
    def count(self) -> int:
        """The number of leases held."""
        return len(self._held)

    def holds(self, room: str) -> bool:
        """Whether this process has the lease of a room, and has renewed it in time."""
        return not self._is_shared or (room in self._held and not self.has_lapsed)

    @property
    def has_lapsed(self) -> bool:
        """Whether the leases were not renewed in time."""
        return self._clock.now() >= self._valid_until

    def is_taken(self, room: str) -> bool:
        """Whether another process is known to have the lease."""
        return room in self._holders

    async def claim(self, room: str) -> bool:
        """Take the lease unless another live process has it; raises `StoreBusy`."""
        holder = await self._store.claim_lease(room, self._process, self._clock.now())
        if holder == self._process:
            self._held.add(room)
        elif holder is not None:
            self._holders[room] = holder
        return self.holds(room)

    def release(self, room: str) -> None:
        """Give up a lease, with the next call of `flush`."""
        self._holders.pop(room, None)
        if room in self._held:
            self._held.remove(room)
            self._released.add(room)

    async def flush(self) -> tuple[str, ...]:
        """Delete the released leases from the store; returns their rooms."""
        rooms = tuple(sorted(self._released))
        if rooms:
            await self._store.release_leases(self._process, rooms)
            self._released.difference_update(rooms)
        return rooms

    def renewed(self, until: int) -> None:
        """All leases are valid until a time; leases that had lapsed are no longer held."""
        if self.has_lapsed:
            self._held.clear()
        self._valid_until = until

    def forget(self, *, holders_but: set[str] | None = None, rooms: tuple[str, ...] = ()) -> None:
        """Forget who has these rooms, and the rooms of all processes but these."""
        for room, holder in list(self._holders.items()):
            if room in rooms or (holders_but is not None and holder not in holders_but):
                del self._holders[room]
