"""The leases of rooms: the process that has a room's lease plays its bots and clocks.

A lease avoids double work; it does not protect the log. If two processes play the same room for a
moment, the store still accepts each entry only once.
"""

from byzanz.server.ops.clock import Clock
from byzanz.store.event_store import EventStore

DURATION = 2000  # milliseconds from the last renewal until another process may claim a lease


class Leases:
    """The leases of this process; it has all of them if the store is not shared."""

    def __init__(self, store: EventStore, clock: Clock, process: str) -> None:
        self._store = store
        self._clock = clock
        self._process = process
        self._is_shared = store.is_shared
        self._held: set[str] = set()
        self._holders: dict[str, str] = {}  # by room: another process that has, or had, its lease
        self._released: set[str] = set()  # rooms, until the next call of `flush`
        self._valid_until = 0  # milliseconds since 1970

    @property
    def count(self) -> int:
        """The number of leases held."""
        return len(self._held)

    def holds(self, room: str) -> bool:
        """Whether this process has the lease of a room and has renewed it in time."""
        return not self._is_shared or (room in self._held and not self.has_lapsed)

    @property
    def has_lapsed(self) -> bool:
        """Whether the leases were not renewed in time."""
        return self._clock.now() >= self._valid_until

    def is_taken(self, room: str) -> bool:
        """Whether another process is known to have the lease."""
        return room in self._holders

    async def claim(self, room: str) -> bool:
        """Claim the lease unless another live process has it; returns whether this process has it.

        Raises `StoreBusy`.
        """
        holder = await self._store.claim_lease(room, self._process, self._clock.now())
        if holder == self._process:
            self._held.add(room)
        elif holder is not None:
            self._holders[room] = holder
        return self.holds(room)

    def release(self, room: str) -> None:
        """Give up a lease at the next call of `flush`."""
        self._holders.pop(room, None)
        if room in self._held:
            self._held.remove(room)
            self._released.add(room)

    async def flush(self) -> tuple[str, ...]:
        """Delete the released leases from the store, and return their rooms."""
        rooms = tuple(sorted(self._released))
        if rooms:
            await self._store.release_leases(self._process, rooms)
            self._released.difference_update(rooms)
        return rooms

    def renew(self, until: int) -> None:
        """Set the time until which all leases are valid; drops leases that have already lapsed."""
        if self.has_lapsed:
            self._held.clear()
        self._valid_until = until

    def forget(self, *, holders_but: set[str] | None = None, rooms: tuple[str, ...] = ()) -> None:
        """Forget the holders of `rooms`, and all holders that are not in `holders_but`."""
        for room, holder in list(self._holders.items()):
            if room in rooms or (holders_but is not None and holder not in holders_but):
                del self._holders[room]
