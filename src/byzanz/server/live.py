"""A room in memory: its fold, who follows it, and what it waits for."""

import asyncio
from collections.abc import Collection
from typing import NamedTuple

import msgspec

from byzanz.server.audience import addressed, is_special, may_watch, updates
from byzanz.server.entries import DECODER, Entry, Rematched, Undone
from byzanz.server.feed import Feed
from byzanz.server.outages import Outages
from byzanz.server.room import Room
from byzanz.server.skips import Skip
from byzanz.store.entry import Entry as Stored
from byzanz.wire.answers import Accepted, Notice, Presence, Push
from byzanz.wire.commands import Wish
from byzanz.wire.endpoints import Closing

ENCODER = msgspec.json.Encoder()


class Answered(NamedTuple):
    """A command that is on disk."""

    digest: bytes  # of its body
    answer: Accepted


class LiveRoom:
    """The room is changed under the lock alone, and only to what is on disk."""

    def __init__(self, room: str, outages: Outages) -> None:
        self.room = Room(room, outages)
        self.lock = asyncio.Lock()
        self.feeds: set[Feed] = set()
        self.answered: dict[str, Answered] = {}
        self.task: asyncio.Task[None] | None = None  # plays on: see conductor.py
        self.planned: Room | None = None  # the room that the task is for
        self.seen_at: dict[str, int] = {}  # when a person was last there
        self.wishes: dict[int, Wish] = {}  # of the seats
        self.skip: Skip | None = None
        self._presence: Presence | None = None  # as it was told
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
        news = updates(self.room, set(seats.values()), after, now)
        messages = {seat: ENCODER.encode(update) for seat, update in news.items()}
        for feed, seat in seats.items():
            if seat is None and not may_watch(self.room, feed.person):
                feed.close(Closing.NOT_ALLOWED)
            if is_special(self.room, feed.person):
                feed.put(ENCODER.encode(addressed(self.room, feed.person, news[seat])))
            else:
                feed.put(messages[seat])
        if self._presence not in (None, _present(seats.values())):
            self.tell_presence()

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
