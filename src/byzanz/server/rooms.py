"""All rooms: commands come in one at a time for each, are committed, acknowledged and pushed."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from hashlib import blake2b

import msgspec

from byzanz.server.audience import addressed, audience_of, update
from byzanz.server.clock import Clock
from byzanz.server.codes import new_code
from byzanz.server.decide import decide
from byzanz.server.entries import Created, Entry, Rematched
from byzanz.server.feed import Feed
from byzanz.server.live import ENCODER, LiveRoom
from byzanz.server.making import (
    Source,
    lot,
    new_room,
    played_on_room,
    rematch_room,
    rematching_seat,
    room_id,
)
from byzanz.server.outages import Outages
from byzanz.server.past import Past
from byzanz.server.room import Room
from byzanz.server.skips import Skip, skipping_seat
from byzanz.server.wishes import DECODER as WISHES
from byzanz.server.wishes import wishing_seat
from byzanz.store.entry import Append, Conflict, RoomRow
from byzanz.store.entry import Entry as Stored
from byzanz.store.eventstore import EventStore
from byzanz.wire.answers import Accepted, Update
from byzanz.wire.commands import CallBot, Command, CreateRoom, Rematch, Wish
from byzanz.wire.endpoints import Closing
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.replays import PlayOn

ATTEMPTS = 5  # when another process writes to the same room
MOST_CONNECTIONS = 4  # of one seat
MOST_SPECTATORS = 200
RETRY = 1000  # milliseconds, after the store was busy
LONGEST_BEAT = 5000  # milliseconds between signs of life; after more, it was an outage


class Rooms:
    """The rooms in memory, and the way of a command through one of them."""

    def __init__(
        self, store: EventStore, clock: Clock, source: Source = secrets.token_bytes
    ) -> None:
        self.store = store
        self.clock = clock
        self.source = source
        self.outages = Outages()
        self.alive_at: int | None = None  # when the store last took a sign of life
        self.live_on: Callable[[], Awaitable[None]]  # gives one, and notes the time without
        self.on_change: Callable[[LiveRoom], None] = lambda live: None
        self._live: dict[str, LiveRoom] = {}

    @property
    def live(self) -> list[LiveRoom]:
        """Every room in memory."""
        return list(self._live.values())

    @property
    def is_alive(self) -> bool:
        """Or is it still to be noted for how long nobody could play?"""
        return self.alive_at is None or self.clock.now() - self.alive_at <= LONGEST_BEAT

    @asynccontextmanager
    async def held(self, room: str) -> AsyncIterator[LiveRoom]:
        """A room that is there, and nobody else's meanwhile; raises `Refusal`."""
        async with self._held(room) as live:
            if live.room.seq == 0:
                raise Refusal(Code.NOT_FOUND)
            yield live

    @asynccontextmanager
    async def _held_up_to(self, room: str, seq: int) -> AsyncIterator[LiveRoom]:
        """A room that knows what somebody has who was told by another process."""
        async with self.held(room) as live:
            if seq > live.room.seq:
                await self.catch_up(live)
            yield live

    @asynccontextmanager
    async def _held(self, room: str) -> AsyncIterator[LiveRoom]:
        live = await self._locked(room)
        try:
            if live.room.seq == 0:
                await self.catch_up(live)
            yield live
        finally:
            if live.room.seq == 0:
                self.forget(live)
            live.lock.release()

    async def _locked(self, room: str) -> LiveRoom:
        """The room in memory; one that was let go while it was waited for is no longer it."""
        while True:
            live = self._live.get(room)
            if live is None:
                live = self._live[room] = LiveRoom(room, self.outages, self.clock.now())
            await live.lock.acquire()
            if self._live.get(room) is live:
                return live
            live.lock.release()

    async def catch_up(self, live: LiveRoom) -> bool:
        """Take in what other processes have added, and push it; whether there was anything."""
        after = live.room.seq
        entries = await self.store.log(live.room.id, after)
        if not entries:
            return False
        if after == 0:
            private = await self.store.private(live.room.id)
            live.wishes = {seat: WISHES.decode(body) for seat, body in private.items()}
        live.room = live.room.copy()
        for stored in entries:
            live.add(stored)
        self._changed(live, after)
        return True

    def forget(self, live: LiveRoom) -> None:
        """Let go of a room that nobody follows; its log has all."""
        self._live.pop(live.room.id, None)

    async def create(self, person: str, command: CreateRoom) -> Accepted:
        """Make a room; raises `Refusal`. Sent twice, it is one room."""
        room = room_id(person, command.command)
        return await self._make(
            room, person, command, lambda: new_room(person, command, self.source)
        )

    async def play_on(self, person: str, replay: str, command: PlayOn, past: Past) -> Accepted:
        """Make a room where a game goes on; raises `Refusal`. Sent twice, it is one room."""
        return await self._make(
            room_id(person, command.command, before=replay),
            person,
            command,
            lambda: played_on_room(person, command, past, self.source),
        )

    async def _make(
        self,
        room: str,
        person: str,
        command: CreateRoom | Rematch | PlayOn,
        first: Callable[[], Created],
    ) -> Accepted:
        key, digest = command_key(person, command.command), body_digest(command)
        async with self._held(room) as live:
            if live.room.seq == 0:
                await self._begin(live, key, digest, first())
            return _answer(live, key, digest)

    async def _begin(self, live: LiveRoom, key: str, digest: bytes, entry: Created) -> None:
        """Write the first entry, with another code while one is taken."""
        for attempt in range(1, ATTEMPTS + 1):
            if await self._append(live, key, digest, entry) or live.room.seq:
                return
            entry = msgspec.structs.replace(entry, code=new_code(self.source, attempt))
        raise Refusal(Code.BUSY)

    async def perform(self, person: str, room: str, command: Command) -> Accepted:
        """Do what a person asks of a room; raises `Refusal`. Returns when it is on disk."""
        key, digest = command_key(person, command.command), body_digest(command)
        async with self.held(room) as live:
            self.see(live, person)
            for _ in range(ATTEMPTS):
                if key in live.answered:
                    return _answer(live, key, digest)
                entry = await self._entry(live, person, command)
                if entry is not None:
                    self.see(live, person)
                    await self._append(live, key, digest, entry)
        raise Refusal(Code.BUSY)

    async def _entry(self, live: LiveRoom, person: str, command: Command) -> Entry | None:
        """What a command leads to; None: nothing yet, for another process has added to the room.

        Without a look at the log one would refuse what was sent after another process's answer.
        """
        try:
            audience_of(live.room, person)
            return await self._decide(live, person, command)
        except Refusal:
            if await self.catch_up(live):
                return None
            raise

    async def _decide(self, live: LiveRoom, person: str, command: Command) -> Entry:
        if not isinstance(command, Rematch):
            gone = await self._gone(live) if isinstance(command, CallBot) else ()
            return decide(live.room, person, command, partial(lot, self.source), gone)
        room = live.room
        seat = rematching_seat(room, person)
        made = await self._make(
            room_id(person, command.command, before=room.id),
            person,
            command,
            lambda: rematch_room(room, seat, command, self.source),
        )
        return Rematched(seat, made.room)

    async def _gone(self, live: LiveRoom) -> Collection[int]:
        """The seats whose persons are gone; time in which nobody could come is noted before."""
        if not self.is_alive:
            await self.live_on()
        return live.gone(self.clock.now())

    def see(self, live: LiveRoom, person: str | None) -> None:
        """A person asks something of a room, and is there."""
        if person is None:
            return
        was_here = live.is_here(person, self.clock.now())
        live.seen_at[person] = self.clock.now()
        if not was_here and person in live.room.members:
            self.on_change(live)

    async def wish(self, person: str, room: str, wish: Wish) -> None:
        """Keep what a person wishes; raises `Refusal`. It is no command: no entry tells of it."""
        async with self.held(room) as live:
            audience_of(live.room, person)
            seat = wishing_seat(live.room, person, wish)
            await self.store.set_private(room, seat, ENCODER.encode(wish))
            live.wishes[seat] = wish
            self.see(live, person)
            self.on_change(live)

    async def skip(self, person: str, room: str) -> None:
        """Let bots move at once until this person is asked; raises `Refusal`. It is no command."""
        async with self.held(room) as live:
            audience_of(live.room, person)
            live.skip = Skip(skipping_seat(live.room, person), self.clock.now())
            live.seen_at[person] = self.clock.now()
            live.planned = None  # what was planned is too late now
            self.on_change(live)

    async def automatic(self, live: LiveRoom, entry: Entry) -> bool:
        """Write what the server does by itself; False: another process was first."""
        return await self._append(live, f"auto:{live.room.seq + 1}", b"", entry)

    async def _append(self, live: LiveRoom, key: str, digest: bytes, entry: Entry) -> bool:
        """Commit an entry, then push it; False: the number, or a code, was taken."""
        if not self.is_alive:
            await self.live_on()
        after = live.room.seq
        at = max(self.clock.now(), live.room.at)
        stored = Stored(after + 1, at, key, digest, ENCODER.encode(entry))
        room = live.room.copy()
        room.add(at, entry)
        members = None if after and room.members == live.room.members else room.members
        result = await self.store.append(Append(stored, room_row(room), members))
        if isinstance(result, Conflict):
            if result.taken == "entry":
                await self.catch_up(live)
            return False
        live.add(stored, entry, room)
        self._changed(live, after)
        return True

    def _changed(self, live: LiveRoom, after: int) -> None:
        live.broadcast(after, self.clock.now())
        self.on_change(live)

    def tell_clocks(self) -> None:
        """An outage was noted: what clocks say has changed."""
        for live in self.live:
            if live.room.due is not None:
                live.broadcast(live.room.seq, self.clock.now())

    async def update(self, person: str | None, room: str, after: int) -> Update:
        """What a person, or a spectator, gets who has everything up to an entry."""
        async with self._held_up_to(room, after) as live:
            news = self._update(live, person, after)
            self.see(live, person)
            return news

    def _update(self, live: LiveRoom, person: str | None, after: int) -> Update:
        room, now = live.room, self.clock.now()
        seat = audience_of(room, person)
        news = update(room, seat, min(after, room.seq), now, live.gone(now))
        return addressed(room, person, news)

    async def follow(self, person: str | None, room: str, after: int) -> Feed:
        """From now on push to a connection, beginning with what it missed; raises `Refusal`."""
        async with self._held_up_to(room, after) as live:
            seat = audience_of(live.room, person)
            most = MOST_SPECTATORS if seat is None else MOST_CONNECTIONS
            if sum(live.room.seat_of(feed.person) == seat for feed in live.feeds) >= most:
                raise Refusal(Code.TOO_FAST)
            feed = Feed(person)
            live.feeds.add(feed)
            feed.put(ENCODER.encode(self._update(live, person, after)))
            live.tell_presence()
            self.on_change(live)
            return feed

    def drop(self, live: LiveRoom) -> None:
        """A room is no longer in the store: send everybody away."""
        self.forget(live)
        live.stop()
        for feed in live.feeds:
            feed.close(Closing.NOT_FOUND)

    async def unfollow(self, room: str, feed: Feed) -> None:
        """A connection has ended."""
        live = self._live.get(room)
        if live is None or feed not in live.feeds:
            return
        live.feeds.discard(feed)
        if feed.person is not None:
            live.seen_at[feed.person] = self.clock.now()
        live.tell_presence()
        self.on_change(live)


def command_key(person: str, command: str) -> str:
    """What makes a command the same as another."""
    return f"{person[:16]}:{command}"


def body_digest(command: Command | CreateRoom | PlayOn) -> bytes:
    """Tells whether a command sent again is the same."""
    return blake2b(ENCODER.encode(command), digest_size=16).digest()


def _answer(live: LiveRoom, key: str, digest: bytes) -> Accepted:
    answered = live.answered[key]
    if answered.digest != digest:
        raise Refusal(Code.COMMAND_CONFLICT)
    return answered.answer


def room_row(room: Room) -> RoomRow:
    """What lists and timers need."""
    return RoomRow(
        room=room.id,
        head=room.seq,
        status=room.status,
        due=room.wake_at,
        changed=room.at,
        is_public=room.setup.is_public,
        code=room.code,
        rules=room.rules,
    )
