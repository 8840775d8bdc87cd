"""A room in memory: its fold, its connections, and the tasks that wait there."""

import asyncio
from collections import Counter
from collections.abc import Collection
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

GONE_AFTER = 60_000  # milliseconds without a connection and without a request


class Answered(NamedTuple):
    """The answer to a command that is on disk."""

    digest: bytes  # of its body
    answer: Accepted


class LiveRoom:
    """A loaded room. Its fold changes only under the lock, and only to what is on disk."""

    def __init__(self, room: str, outages: Outages, now: int = 0) -> None:
        self.room = Room(room, outages)
        self._outages = outages
        self._loaded_at = now  # counts as when everybody was last seen
        self.lock = asyncio.Lock()
        self.outboxes: set[Outbox] = set()
        self.answered: dict[str, Answered] = {}
        self.autoplay = RoomTask()
        self.scheduled_for: Room | None = None  # the state for which autoplay was started
        self.attendance = RoomTask()
        self.claim = RoomTask()  # of the room's lease
        self.seen_at: dict[str, int] = {}  # by person, when the last request or connection ended
        self._elsewhere: dict[str, RoomPresence] = {}  # by process
        self.bid_plans: dict[int, BidPlan] = {}  # by seat
        self.plans_version = 0  # of the private data that `bid_plans` was read from
        self.skip: Skip | None = None
        self._presence: Presence | None = None  # as last pushed
        self._gone: dict[int, int] = {}  # as last pushed
        self._notice: Notice | None = None

    def add(self, row: LogRow) -> None:
        """Fold an entry that another process wrote; raises `CorruptStore`."""
        entry = entry_of(row)
        self.room.add(row.at, entry)
        self._note(row, entry)

    def take_in(self, row: LogRow, entry: Entry, room: Room) -> None:
        """Become the room after an entry that is on disk now."""
        assert row.seq == room.seq == self.room.seq + 1
        self.room = room
        self._note(row, entry)

    def _note(self, row: LogRow, entry: Entry) -> None:
        if isinstance(entry, Undone):
            self.bid_plans.pop(entry.seat, None)  # it would repeat at once what was undone
        room = entry.room if isinstance(entry, Rematched) else self.room.id
        self.answered[row.command] = Answered(row.digest, Accepted(room, row.seq))

    def stop(self) -> None:
        """Cancel the tasks of this room."""
        self.autoplay.cancel()
        self.attendance.cancel()
        self.claim.cancel()

    # --- presence -------------------------------------------------------------------------

    @property
    def sockets(self) -> Counter[str]:
        """The push sockets of each person, at all processes; "" has those without a key."""
        count = Counter([outbox.person or "" for outbox in self.outboxes])
        for presence in self._elsewhere.values():
            count.update(presence.sockets)
        return count

    @property
    def presence(self) -> RoomPresence:
        """The people whom this process sees here."""
        members = self.room.members
        return RoomPresence(
            dict(Counter([outbox.person or "" for outbox in self.outboxes])),
            {person: at for person, at in self.seen_at.items() if person in members},
        )

    def see_elsewhere(self, peer: PeerPresence) -> None:
        """Note whom another process sees here, or saw before it died."""
        self._elsewhere.pop(peer.process, None)
        if peer.ended_at is None:
            self._elsewhere[peer.process] = peer.presence
            seen = peer.presence.seen
        else:
            seen = dict(peer.presence.ended(peer.ended_at))
        for person, at in seen.items():
            self.seen_at[person] = max(at, self.seen_at.get(person, 0))

    def forget_processes(self, live: Collection[str], now: int) -> bool:
        """Note that the sockets of dead processes have ended; whether there were any."""
        dead = [process for process in self._elsewhere if process not in live]
        for process in dead:
            presence = self._elsewhere[process]
            self.see_elsewhere(PeerPresence(process, self.room.id, presence, ended_at=now))
        return bool(dead)

    def has_socket(self, person: str) -> bool:
        """Whether a person is connected, at any process."""
        if any(outbox.person == person for outbox in self.outboxes):
            return True
        return any(person in presence.sockets for presence in self._elsewhere.values())

    def last_seen(self, person: str) -> int:
        """When a person without a connection was last seen."""
        return self.seen_at.get(person, self._loaded_at)

    def gone_since(self, person: str, now: int) -> int | None:
        """When a person was last seen who has been missing for too long; None: not missing."""
        if self.has_socket(person):
            return None
        return self.last_seen(person) if self.missing_for(person, GONE_AFTER) <= now else None

    def missing_for(self, person: str, length: int) -> int:
        """When a person without a connection will have been missing for so many milliseconds.

        Outages, in which nobody could come, are not counted.
        """
        return self._outages.deadline(self.last_seen(person), length)

    def is_here(self, person: str | None, now: int) -> bool:
        """Whether any process has seen the person lately."""
        if person is None or not (person in self.seen_at or self.has_socket(person)):
            return False
        return self.gone_since(person, now) is None

    def socket_count(self, seat: int | None) -> int:
        """The number of push sockets of a seat, at all processes; None: of spectators."""
        return self._audience().count(seat)

    @property
    def is_watched(self) -> bool:
        """Whether anybody is connected, at any process."""
        return bool(self.outboxes) or any(each.sockets for each in self._elsewhere.values())

    def gone(self, now: int) -> dict[int, int]:
        """The seats whose persons are gone, and since when; none where people come and go."""
        found = {}
        for seat in self._missing():
            since = self.gone_since(self.room.seats[seat].person or "", now)
            if since is not None:
                found[seat] = since
        return found

    def next_gone(self, now: int) -> int | None:
        """When the next missing person will count as gone."""
        times = [
            self.missing_for(self.room.seats[seat].person or "", GONE_AFTER)
            for seat in self._missing()
        ]
        return min([at for at in times if at > now], default=None)

    @property
    def is_incomplete(self) -> bool:
        """Whether somebody is missing, or was shown as gone, or a vote has passed."""
        return bool(self._gone or self.room.ends_at is not None or self._missing())

    def _missing(self) -> set[int]:
        """The seats of persons without a connection, in rooms where others wait for them."""
        room = self.room
        if room.status is Status.WAITING or (room.status is Status.RUNNING and room.is_live):
            return room.present - self.connected
        return set()

    @property
    def connected(self) -> set[int]:
        """The seats with a connection."""
        return {seat for seat in self._audience() if seat is not None}

    def _audience(self) -> list[int | None]:
        """The seat of every connection, at all processes; None: a spectator."""
        seats = {person: self.room.seat_of(person or None) for person in self.sockets}
        return [seats[person] for person in self.sockets.elements()]

    # --- pushes -----------------------------------------------------------------------------

    def broadcast(self, after: int, now: int) -> None:
        """Push everything after an entry; close connections that may no longer watch."""
        if not self.outboxes:
            return
        seats = {outbox: self.room.seat_of(outbox.person) for outbox in self.outboxes}
        self._gone = self.gone(now)
        news = updates(self.room, set(seats.values()), after, now, self._gone)
        messages = {seat: ENCODER.encode(update) for seat, update in news.items()}
        for outbox, seat in seats.items():
            if seat is None and not may_watch(self.room, outbox.person):
                outbox.close(CloseCode.NOT_ALLOWED)
            if seat is None and has_own_update(self.room, outbox.person):
                outbox.put(ENCODER.encode(personal_update(self.room, outbox.person, news[seat])))
            else:
                outbox.put(messages[seat])
        if self._presence not in (None, _present(self._audience())):
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
        """Remember the present notice; whether it is another one than before."""
        is_other = notice != self._notice
        self._notice = notice
        return is_other


def _present(audience: Collection[int | None]) -> Presence:
    """Who is connected, by the seats of all connections."""
    seats = {seat for seat in audience if seat is not None}
    return Presence(tuple(sorted(seats)), sum(seat is None for seat in audience))
