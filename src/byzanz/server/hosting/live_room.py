"""A room in memory: its fold, its connections, and the tasks that wait there."""

import asyncio
from collections.abc import Collection
from typing import NamedTuple

from byzanz.rooms.audience import addressed, is_addressed, may_watch, updates
from byzanz.rooms.entries import DECODER, Entry, Rematched, Undone
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.rooms.skip import Skip
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.hosting.room_task import RoomTask
from byzanz.server.log_entries import ENCODER
from byzanz.store.rows import LogRow
from byzanz.wire.answers import Accepted, Notice, Presence, Push
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
        self.seen_at: dict[str, int] = {}  # by person, when the last request or connection ended
        self.bid_plans: dict[int, BidPlan] = {}  # by seat
        self.skip: Skip | None = None
        self._presence: Presence | None = None  # as last pushed
        self._gone: dict[int, int] = {}  # as last pushed
        self._notice: Notice | None = None

    def add(self, row: LogRow) -> None:
        """Fold an entry that another process wrote."""
        entry = DECODER.decode(row.body)
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

    # --- presence -------------------------------------------------------------------------

    def last_seen(self, person: str) -> int:
        """When a person without a connection was last seen."""
        return self.seen_at.get(person, self._loaded_at)

    def gone_since(self, person: str, now: int) -> int | None:
        """When a person was last seen who has been missing for too long; None: not missing."""
        if any(outbox.person == person for outbox in self.outboxes):
            return None
        seen = self.last_seen(person)
        return seen if self._outages.later(seen, GONE_AFTER) <= now else None

    def is_here(self, person: str | None, now: int) -> bool:
        """Whether this process has seen the person lately."""
        is_seen = person in self.seen_at or any(outbox.person == person for outbox in self.outboxes)
        return person is not None and is_seen and self.gone_since(person, now) is None

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
            self._outages.later(self.last_seen(self.room.seats[seat].person or ""), GONE_AFTER)
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
            here = {outbox.person for outbox in self.outboxes}
            return {seat for seat in room.present if room.seats[seat].person not in here}
        return set()

    @property
    def connected(self) -> set[int]:
        """The seats with a connection."""
        return {seat for seat in self._audience() if seat is not None}

    def _audience(self) -> list[int | None]:
        """The seat of every connection; None: a spectator."""
        return [self.room.seat_of(outbox.person) for outbox in self.outboxes]

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
            if seat is None and is_addressed(self.room, outbox.person):
                outbox.put(ENCODER.encode(addressed(self.room, outbox.person, news[seat])))
            else:
                outbox.put(messages[seat])
        if self._presence not in (None, _present(seats.values())):
            self.push_presence()

    def push_gone(self, now: int) -> None:
        """Push who is gone, and since when, if that has changed."""
        if self.gone(now) != self._gone:
            self._gone = {}
            self.broadcast(self.room.seq, now)

    def push(self, push: Push) -> None:
        """Push the same message to everybody."""
        message = ENCODER.encode(push)
        for outbox in self.outboxes:
            outbox.put(message)

    def push_presence(self) -> None:
        """Push who is connected."""
        self._presence = _present(self._audience())
        self.push(self._presence)

    def notify(self, notice: Notice | None) -> None:
        """Push a notice once, until another one or none replaces it."""
        if notice is not None and notice != self._notice:
            self.push(notice)
        self._notice = notice


def _present(audience: Collection[int | None]) -> Presence:
    """Who is connected, by the seats of all connections."""
    seats = {seat for seat in audience if seat is not None}
    return Presence(tuple(sorted(seats)), sum(seat is None for seat in audience))
