"""A room in memory: its fold, who follows it, and what it waits for."""

import asyncio
from collections.abc import Collection
from typing import NamedTuple

import msgspec

from byzanz.server.audience import addressed, is_addressed, may_watch, updates
from byzanz.server.entries import DECODER, Entry, Rematched, Undone
from byzanz.server.feed import Feed
from byzanz.server.outages import Outages
from byzanz.server.room import Room
from byzanz.server.skips import Skip
from byzanz.store.entry import Entry as Stored
from byzanz.wire.answers import Accepted, Notice, Presence, Push
from byzanz.wire.commands import Wish
from byzanz.wire.endpoints import Closing
from byzanz.wire.room import Status

ENCODER = msgspec.json.Encoder()
TILL_GONE = 60_000  # milliseconds without a connection and without a request


class Answered(NamedTuple):
    """A command that is on disk."""

    digest: bytes  # of its body
    answer: Accepted


class LiveRoom:
    """The room is changed under the lock alone, and only to what is on disk."""

    def __init__(self, room: str, outages: Outages, now: int = 0) -> None:
        self.room = Room(room, outages)
        self._outages = outages
        self._loaded_at = now  # nobody can have been seen before
        self.lock = asyncio.Lock()
        self.feeds: set[Feed] = set()
        self.answered: dict[str, Answered] = {}
        self.task: asyncio.Task[None] | None = None  # plays on: see conductor.py
        self.planned: Room | None = None  # the room that the task is for
        self.watch: asyncio.Task[None] | None = None  # for who is gone: see attendance.py
        self.seen_at: dict[str, int] = {}  # when a person was last there
        self.wishes: dict[int, Wish] = {}  # of the seats
        self.skip: Skip | None = None
        self._presence: Presence | None = None  # as it was told
        self._gone: dict[int, int] = {}  # as it was told
        self._notice: Notice | None = None

    def add(self, stored: Stored, entry: Entry | None = None, room: Room | None = None) -> None:
        """Take in an entry that is on disk; the room after it, where that is known already."""
        assert stored.seq == self.room.seq + 1
        entry = DECODER.decode(stored.body) if entry is None else entry
        if room is None:
            self.room.add(stored.at, entry)
        else:
            self.room = room
        if isinstance(entry, Undone):
            self.wishes.pop(entry.seat, None)  # or it would do at once what was taken back
        place = entry.room if isinstance(entry, Rematched) else self.room.id
        self.answered[stored.command] = Answered(stored.digest, Accepted(place, stored.seq))

    def stop(self) -> None:
        """Let nothing happen here by itself any more."""
        for task in (self.task, self.watch):
            if task is not None:
                task.cancel()

    # --- who is there ---------------------------------------------------------------------

    def last_seen(self, person: str) -> int:
        """When a person without a connection was last there."""
        return self.seen_at.get(person, self._loaded_at)

    def gone_since(self, person: str, now: int) -> int | None:
        """When somebody was last there who has been missing for too long."""
        if any(feed.person == person for feed in self.feeds):
            return None
        seen = self.last_seen(person)
        return seen if self._outages.later(seen, TILL_GONE) <= now else None

    def is_here(self, person: str | None, now: int) -> bool:
        """Has this process seen the person lately?"""
        is_seen = person in self.seen_at or any(feed.person == person for feed in self.feeds)
        return person is not None and is_seen and self.gone_since(person, now) is None

    def gone(self, now: int) -> dict[int, int]:
        """The seats whose persons are gone, and since when; nobody is where people come and go."""
        found = {}
        for seat in self._missing():
            since = self.gone_since(self.room.seats[seat].person or "", now)
            if since is not None:
                found[seat] = since
        return found

    def next_gone(self, now: int) -> int | None:
        """When the next person will be gone who does not come back."""
        times = [
            self._outages.later(self.last_seen(self.room.seats[seat].person or ""), TILL_GONE)
            for seat in self._missing()
        ]
        return min([at for at in times if at > now], default=None)

    @property
    def is_incomplete(self) -> bool:
        """Is somebody missing, or was that told, or has a vote passed?"""
        return bool(self._gone or self.room.ends_at is not None or self._missing())

    def _missing(self) -> set[int]:
        """The seats of persons without a connection, where that matters."""
        room = self.room
        if room.status is Status.WAITING or (room.status is Status.RUNNING and room.is_live):
            return room.present - self.connected
        return set()

    @property
    def connected(self) -> set[int]:
        """The seats that have a connection."""
        return {seat for seat in self._audience() if seat is not None}

    def _audience(self) -> list[int | None]:
        """The seat of every connection; None: a spectator."""
        return [self.room.seat_of(feed.person) for feed in self.feeds]

    def broadcast(self, after: int, now: int) -> None:
        """Send everybody what came after an entry; whoever may no longer watch is sent away."""
        if not self.feeds:
            return
        seats = {feed: self.room.seat_of(feed.person) for feed in self.feeds}
        self._gone = self.gone(now)
        news = updates(self.room, set(seats.values()), after, now, self._gone)
        messages = {seat: ENCODER.encode(update) for seat, update in news.items()}
        for feed, seat in seats.items():
            if seat is None and not may_watch(self.room, feed.person):
                feed.close(Closing.NOT_ALLOWED)
            if seat is None and is_addressed(self.room, feed.person):
                feed.put(ENCODER.encode(addressed(self.room, feed.person, news[seat])))
            else:
                feed.put(messages[seat])
        if self._presence not in (None, _present(seats.values())):
            self.tell_presence()

    def tell_gone(self, now: int) -> None:
        """Send who is gone, and since when, if that has changed."""
        if self.gone(now) != self._gone:
            self._gone = {}
            self.broadcast(self.room.seq, now)

    def tell(self, push: Push) -> None:
        """Send everybody the same."""
        message = ENCODER.encode(push)
        for feed in self.feeds:
            feed.put(message)

    def tell_presence(self) -> None:
        """Send who is there."""
        self._presence = _present(self._audience())
        self.tell(self._presence)

    def notify(self, notice: Notice | None) -> None:
        """Send a notice once, until there is another or none."""
        if notice is not None and notice != self._notice:
            self.tell(notice)
        self._notice = notice


def _present(audience: Collection[int | None]) -> Presence:
    """Who is there, of these connections."""
    seats = {seat for seat in audience if seat is not None}
    return Presence(tuple(sorted(seats)), sum(seat is None for seat in audience))
