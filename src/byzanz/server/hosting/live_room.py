"""A room in memory: its fold, its connections and its tasks."""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from byzanz.rooms.audience import has_own_update, may_watch, personal_update, updates
from byzanz.rooms.entries import Entry, Rematched, Undone
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.rooms.skip import Skip
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.hosting.room_task import RoomTask
from byzanz.server.log_entries import ENCODER, entry_of
from byzanz.server.peers.peers import PeerPresence
from byzanz.server.peers.presence import RoomPresence
from byzanz.store.rows import LogRow
from byzanz.wire.answers import Accepted, Notice, Presence
from byzanz.wire.commands import BidPlan
from byzanz.wire.endpoints import CloseCode
from byzanz.wire.room import Status

GONE_AFTER = 60_000  # milliseconds without a connection or request until a person is gone


class Answered(NamedTuple):
    """The answer to a committed command."""

    digest: bytes  # the hash of the command's body
    answer: Accepted


class LiveRoom:
    """A loaded room. Its fold changes only under the lock, and only by committed entries."""

    def __init__(self, room: str, outages: Outages, now: int = 0) -> None:
        self.room = Room(room, outages)
        self._outages = outages
        self._loaded_at = now  # counts as the last visit of everybody not seen since
        self.lock = asyncio.Lock()
        self.outboxes: set[Outbox] = set()
        self.answered: dict[str, Answered] = {}  # by command key
        self.autoplay = RoomTask()
        self.scheduled_for: Room | None = None  # the fold for which autoplay was started
        self.attendance = RoomTask()
        self.claim = RoomTask()  # claims the room's lease
        self.seen_at: dict[str, int] = {}  # by person: the last request, or the end of a connection
        self._elsewhere: dict[str, RoomPresence] = {}  # by process, of the other processes
        self.bid_plans: dict[int, BidPlan] = {}  # by seat
        self.rewrites = 0  # how often the log had been rewritten when it was read
        self.private_version = 0  # the version of the private data that `bid_plans` was read from
        self.skip: Skip | None = None
        self._presence: Presence | None = None  # as last pushed
        self._gone: dict[int, int] = {}  # by seat: when its person was last seen; as last pushed
        self._notice: Notice | None = None

    def add(self, row: LogRow) -> None:
        """Fold an entry that another process wrote; raises `CorruptStore`."""
        entry = entry_of(row)
        self.room.add(row.at, entry)
        self._remember(row, entry)

    def replace(self, row: LogRow, entry: Entry, room: Room) -> None:
        """Replace the fold with `room`, the room after an entry that was just committed."""
        assert row.seq == room.seq == self.room.seq + 1
        self.room = room
        self._remember(row, entry)

    def refold(self, rows: Sequence[LogRow]) -> None:
        """Fold a log again that was rewritten; raises `CorruptStore`."""
        room = Room(self.room.id, self._outages)
        answered = {}
        for row in rows:
            entry = entry_of(row)
            room.add(row.at, entry)
            answered[row.command] = _answer_of(row, entry, room)
        self.room, self.answered = room, answered

    def _remember(self, row: LogRow, entry: Entry) -> None:
        if isinstance(entry, Undone):
            self.bid_plans.pop(entry.seat, None)  # it would repeat the undone move at once
        self.answered[row.command] = _answer_of(row, entry, self.room)

    def stop(self) -> None:
        """Cancel the tasks of this room."""
        self.autoplay.cancel()
        self.attendance.cancel()
        self.claim.cancel()

    # --- presence -------------------------------------------------------------------------

    def people(self) -> set[str]:
        """Return everybody who is connected, or was seen here."""
        return {person for person in self.sockets if person} | set(self.seen_at)

    def forget(self, person: str) -> bool:
        """Forget that a person was here, and close their connections; returns whether they were."""
        was_here = person in self.people()
        self.seen_at.pop(person, None)
        for process, presence in self._elsewhere.items():
            self._elsewhere[process] = presence.without(person)
        for outbox in [each for each in self.outboxes if each.person == person]:
            self.outboxes.discard(outbox)
            outbox.close(CloseCode.NOT_KNOWN)
        return was_here

    @property
    def sockets(self) -> Counter[str]:
        """The number of push sockets by person, at all processes; "" for all without a key."""
        count = Counter([outbox.person or "" for outbox in self.outboxes])
        for presence in self._elsewhere.values():
            count.update(presence.sockets)
        return count

    @property
    def presence(self) -> RoomPresence:
        """The people whom this process sees in the room."""
        members = self.room.members
        return RoomPresence(
            dict(Counter([outbox.person or "" for outbox in self.outboxes])),
            {person: at for person, at in self.seen_at.items() if person in members},
        )

    def set_peer_presence(self, peer: PeerPresence) -> None:
        """Store whom another process sees here, or saw before it ended."""
        self._elsewhere.pop(peer.process, None)
        if peer.ended_at is None:
            self._elsewhere[peer.process] = peer.presence
            seen = peer.presence.seen
        else:
            seen = dict(peer.presence.last_seen(peer.ended_at))
        for person, at in seen.items():
            self.seen_at[person] = max(at, self.seen_at.get(person, 0))

    def drop_dead_processes(self, live: Collection[str], now: int) -> bool:
        """Drop the sockets of processes not in `live`; returns whether there were any."""
        dead = [process for process in self._elsewhere if process not in live]
        for process in dead:
            presence = self._elsewhere[process]
            self.set_peer_presence(PeerPresence(process, self.room.id, presence, ended_at=now))
        return bool(dead)

    def has_socket(self, person: str) -> bool:
        """Whether a person is connected, at any process."""
        if any(outbox.person == person for outbox in self.outboxes):
            return True
        return any(person in presence.sockets for presence in self._elsewhere.values())

    def last_seen(self, person: str) -> int:
        """Return when a person without a connection was last seen."""
        return self.seen_at.get(person, self._loaded_at)

    def gone_since(self, person: str, now: int) -> int | None:
        """Return when a person who is gone was last seen, or None if the person is not gone."""
        if self.has_socket(person):
            return None
        return self.last_seen(person) if self.missing_at(person, GONE_AFTER) <= now else None

    def missing_at(self, person: str, length: int) -> int:
        """Return the time at which a person will have been missing for `length` milliseconds.

        Outages are not counted. The person must have no connection.
        """
        return self._outages.deadline(self.last_seen(person), length)

    def is_here(self, person: str | None, now: int) -> bool:
        """Whether a person was seen by any process and is not gone."""
        if person is None or not (person in self.seen_at or self.has_socket(person)):
            return False
        return self.gone_since(person, now) is None

    def socket_count(self, seat: int | None) -> int:
        """Return the number of push sockets of a seat at all processes; None: of spectators."""
        return self._audience().count(seat)

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected, at any process."""
        return bool(self.outboxes) or any(each.sockets for each in self._elsewhere.values())

    def gone(self, now: int) -> dict[int, int]:
        """Return the seats whose persons are gone, and since when; empty if nobody waits here."""
        found = {}
        for seat in self._missing():
            since = self.gone_since(self.room.seats[seat].person or "", now)
            if since is not None:
                found[seat] = since
        return found

    def next_gone(self, now: int) -> int | None:
        """Return the time at which the next missing person is gone, or None if there is none."""
        times = [
            self.missing_at(self.room.seats[seat].person or "", GONE_AFTER)
            for seat in self._missing()
        ]
        return min([at for at in times if at > now], default=None)

    @property
    def is_incomplete(self) -> bool:
        """Whether somebody is missing or was last pushed as gone, or a vote has passed."""
        return bool(self._gone or self.room.ends_at is not None or self._missing())

    def _missing(self) -> set[int]:
        """Return the seats of persons without a connection, if others may wait for them."""
        room = self.room
        if room.status is Status.WAITING or (room.status is Status.RUNNING and room.is_live):
            here = {outbox.person for outbox in self.outboxes}
            here.update(*[presence.sockets for presence in self._elsewhere.values()])
            return {seat for seat in room.present if room.seats[seat].person not in here}
        return set()

    @property
    def connected(self) -> set[int]:
        """The seats with a connection, at any process."""
        return {seat for seat in self._audience() if seat is not None}

    def _audience(self) -> list[int | None]:
        """Return the seat of every connection at all processes, None for each spectator."""
        here = [self.room.seat_of(outbox.person) for outbox in self.outboxes]
        return here + self._audience_elsewhere()

    def _audience_elsewhere(self) -> list[int | None]:
        return [
            self.room.seat_of(person or None)
            for presence in self._elsewhere.values()
            for person, count in presence.sockets.items()
            for _ in range(count)
        ]

    # --- pushes -----------------------------------------------------------------------------

    def broadcast(self, after: int, now: int) -> None:
        """Push the updates after an entry; close connections that may no longer watch."""
        if not self.outboxes:
            return
        seats = {outbox: self.room.seat_of(outbox.person) for outbox in self.outboxes}
        self._gone = self.gone(now)
        by_seat = updates(self.room, set(seats.values()), after, now, self._gone)
        messages = {seat: ENCODER.encode(update) for seat, update in by_seat.items()}
        for outbox, seat in seats.items():
            if seat is None and not may_watch(self.room, outbox.person):
                outbox.close(CloseCode.NOT_ALLOWED)
            if seat is None and has_own_update(self.room, outbox.person):
                outbox.put(ENCODER.encode(personal_update(self.room, outbox.person, by_seat[seat])))
            else:
                outbox.put(messages[seat])
        audience = [*seats.values(), *self._audience_elsewhere()]
        if self._presence not in (None, _present(audience)):
            self.push_presence()

    def push_gone(self, now: int) -> None:
        """Push who is gone, and since when, if that has changed."""
        if self.gone(now) != self._gone:
            self._gone = {}
            self.broadcast(self.room.seq, now)

    def push(self, message: bytes) -> None:
        """Push the same message to everybody connected to this process."""
        for outbox in self.outboxes:
            outbox.put(message)

    def push_presence(self) -> None:
        """Push who is connected."""
        self._presence = _present(self._audience())
        self.push(ENCODER.encode(self._presence))

    def push_changed_presence(self) -> None:
        """Push who is connected, if that has changed."""
        if self._presence != _present(self._audience()):
            self.push_presence()

    def replace_notice(self, notice: Notice | None) -> bool:
        """Set the current notice; returns whether it has changed."""
        has_changed = notice != self._notice
        self._notice = notice
        return has_changed


def _answer_of(row: LogRow, entry: Entry, room: Room) -> Answered:
    made = entry.room if isinstance(entry, Rematched) else room.id
    return Answered(row.digest, Accepted(made, row.seq))


def _present(audience: Collection[int | None]) -> Presence:
    """Return who is connected, given the seats of all connections."""
    seats = {seat for seat in audience if seat is not None}
    return Presence(tuple(sorted(seats)), sum(seat is None for seat in audience))
