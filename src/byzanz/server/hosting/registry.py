"""The execution of commands in rooms.

The commands of a room run one at a time: each is decided, committed, acknowledged and pushed.
"""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Protocol

import msgspec

from byzanz.game.refusal import Refused
from byzanz.rooms.anonymous import people_in
from byzanz.rooms.audience import audience_of, personal_update, update
from byzanz.rooms.bid_plan import planning_seat
from byzanz.rooms.command_keys import NewRoom, body_digest, command_key
from byzanz.rooms.creation import (
    RandomBytes,
    again_room,
    new_random,
    new_room,
    played_on_room,
    rematch_room,
    rematching_seat,
    room_id,
)
from byzanz.rooms.days import closes
from byzanz.rooms.decide import Outcome, decide
from byzanz.rooms.entries import (
    Created,
    Entry,
    HintAsked,
    Joined,
    Moved,
    Rematched,
    SeatRequested,
    entry_level,
)
from byzanz.rooms.finished_game import FinishedGame
from byzanz.rooms.room import Room
from byzanz.rooms.room_codes import new_code
from byzanz.rooms.skip import Skip, skipping_seat
from byzanz.server.hosting.live_room import LiveRoom
from byzanz.server.hosting.live_rooms import LiveRooms
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.log_entries import ENCODER, append_of, log_row
from byzanz.server.ops.clock import Clock
from byzanz.server.peers.messages import PlansChanged, Pushed, Skipped
from byzanz.store.event_store import EventStore
from byzanz.store.rows import Conflict
from byzanz.wire.answers import Accepted, Notice, Push, Update
from byzanz.wire.commands import BidPlan, CallBot, Command, CreateRoom, Rematch
from byzanz.wire.games import PlayAgain, SeatResult
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import Setup

ATTEMPTS = 5  # number of attempts to append an entry while another process writes to the room
MOST_CONNECTIONS = 4  # push sockets of one seat
MOST_SPECTATORS = 200  # push sockets of spectators in one room


class RoomObserver(Protocol):
    """Is called after every change of a room that may require the server to act."""

    def room_changed(self, rooms: "RoomRegistry", live: LiveRoom) -> None:
        """React to a new entry, or to a change of presence, bid plans, leases or skips."""


class RoomRegistry(LiveRooms):
    """Executes every change of a room."""

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        observer: RoomObserver,
        random_bytes: RandomBytes = secrets.token_bytes,
    ) -> None:
        super().__init__(store, clock)
        self.random_bytes = random_bytes
        self._observer = observer

    def reschedule(self, live: LiveRoom) -> None:
        """See `LiveRooms`."""
        if live.room.seq:
            self._observer.room_changed(self, live)

    # --- new rooms --------------------------------------------------------------------------

    async def create(self, person: str, command: CreateRoom) -> Accepted:
        """Make a room, but only one if the command is sent again; raises `RequestRefused`."""
        room = room_id(person, command.command)
        return await self.make(
            room, person, command, lambda: new_room(person, command, self.random_bytes)
        )

    async def play_on(
        self, person: str, replay: str, command: PlayOn, finished: FinishedGame
    ) -> Accepted:
        """Make a room that continues a finished game from one of its positions; see `create`."""
        return await self.make(
            room_id(person, command.command, before=replay),
            person,
            command,
            lambda: played_on_room(person, replay, command, finished, self.random_bytes),
        )

    async def play_again(
        self,
        person: str,
        room: str,
        command: PlayAgain,
        seats: Sequence[SeatResult],
        people: Mapping[int, str],
    ) -> Accepted:
        """Make a room for the people and bots of a finished game; see `create` and `again_room`."""
        setup = await self._setup_of(room)
        return await self.make(
            room_id(person, command.command, before=room),
            person,
            command,
            lambda: again_room(person, command, setup, seats, people, self.random_bytes),
        )

    async def _setup_of(self, room: str) -> Setup:
        """Return the setup of a room; the usual one if the room is deleted."""
        try:
            async with self.held(room) as live:
                return Setup() if live.room.day else live.room.setup
        except RequestRefused:
            return Setup()

    async def make(
        self, room: str, person: str, command: NewRoom, first: Callable[[], Created]
    ) -> Accepted:
        """Make a room of this id whose first entry is `first()`, unless it exists; see `create`."""
        key, digest = command_key(person, command.command), body_digest(command)
        async with self._locked(room) as live:
            if live.room.seq == 0:
                await self._write_first(live, key, digest, first())
            if key not in live.answered:
                return Accepted(room, live.room.seq)  # made by another command of this person
            return _answer(live, key, digest)

    async def _write_first(self, live: LiveRoom, key: str, digest: bytes, entry: Created) -> None:
        """Append the first entry; if its code is taken, try others.

        No seat is held for people who are no longer stored.
        """
        for attempt in range(1, ATTEMPTS + 1):
            if await self._append(live, key, digest, Outcome(entry)) or live.room.seq:
                return
            stored = await self.store.stored_people(people_in(entry))
            if entry.host is not None and entry.host not in stored:
                raise RequestRefused(Code.NOT_KNOWN)
            entry = msgspec.structs.replace(
                entry,
                code=entry.code and new_code(self.random_bytes, attempt),
                held=tuple([each for each in entry.held if each.person in stored]),
            )
        raise RequestRefused(Code.BUSY)

    # --- commands ---------------------------------------------------------------------------

    async def perform(self, person: str, room: str, command: Command) -> Accepted:
        """Execute a person's command; returns once it is committed. Raises `RequestRefused`."""
        key, digest = command_key(person, command.command), body_digest(command)
        async with self.held(room) as live:
            self.mark_seen(live, person)
            for _ in range(ATTEMPTS):
                if key in live.answered:
                    return _answer(live, key, digest)
                if await self._try(live, person, command, key, digest):
                    self.mark_seen(live, person)
        raise RequestRefused(Code.BUSY)

    async def _try(
        self, live: LiveRoom, person: str, command: Command, key: str, digest: bytes
    ) -> bool:
        """Decide and commit a command; False: decide it again, because the log has grown meanwhile.

        A refusal counts only if the room is up to date: the person may have reacted to an entry of
        another process.
        """
        try:
            audience_of(live.room, person)
            self._check_day(live.room)
            outcome = await self._decide(live, person, command)
            return await self._append(live, key, digest, outcome)
        except RequestRefused:
            if await self.catch_up(live):
                return False
            raise

    def _check_day(self, room: Room) -> None:
        """Refuse every command in a try whose day is closed, also before its game is ended."""
        if room.day is not None and closes(room.day) <= self.clock.now():
            raise RequestRefused(Code.NOT_RUNNING)

    async def _decide(self, live: LiveRoom, person: str, command: Command) -> Outcome:
        if not isinstance(command, Rematch):
            gone = await self._gone(live) if isinstance(command, CallBot) else ()
            return decide(live.room, person, command, partial(new_random, self.random_bytes), gone)
        room = live.room
        seat = rematching_seat(room, person)
        made = await self.make(
            room_id(person, command.command, before=room.id),
            person,
            command,
            lambda: rematch_room(room, seat, command, self.random_bytes),
        )
        return Outcome(Rematched(seat, made.room))

    async def _gone(self, live: LiveRoom) -> Collection[int]:
        """Return the seats whose persons are gone, after a check for an outage."""
        if self.heartbeat.is_late:
            await self.beat()
        return live.gone(self.clock.now())

    async def write(self, live: LiveRoom, entry: Entry) -> bool:
        """Commit an entry of the server itself; returns False if another process was first.

        The caller holds the room's lock. A move by a bid plan is committed only if no process
        has changed a plan of this room since the plans were read.
        """
        is_planned = (
            isinstance(entry, Moved)
            and not entry.is_late
            and not live.room.seats[entry.seat].is_automatic
        )
        private_version = live.private_version if is_planned else None
        key = f"auto:{live.room.seq + 1}"
        return await self._append(live, key, b"", Outcome(entry), private_version=private_version)

    async def _append(
        self,
        live: LiveRoom,
        key: str,
        digest: bytes,
        outcome: Outcome,
        *,
        private_version: int | None = None,
    ) -> bool:
        """Commit and push an entry; returns False if its number or its room code was taken."""
        if self.heartbeat.is_late:
            await self.beat()
        if entry_level(outcome.entry) > self.peers.level:
            raise RequestRefused(Code.BUSY)  # a process of an older version is still alive
        before, at = live.room, max(self.clock.now(), live.room.at)
        room = before.copy()
        try:
            room.add(at, outcome.entry, outcome.move)
        except Refused as refused:
            raise RequestRefused(Code.REFUSED, reason=refused.reason, **refused.facts) from None
        row = log_row(before.seq + 1, at, key, outcome.entry, digest)
        append = append_of(
            row,
            room,
            before,
            private_version=private_version,
            rewrites=live.rewrites,
            named=people_in(outcome.entry),
        )
        result = await self.store.append(append)
        if isinstance(result, Conflict):
            if result.taken == "entry":
                await self._resolve(live, outcome.entry)
            return False
        live.replace(row, outcome.entry, room)
        self._push(live, before.seq)
        return True

    async def _resolve(self, live: LiveRoom, entry: Entry) -> None:
        """Find out why an entry was not appended, and bring the room up to date."""
        head = (await self.store.heads([live.room.id])).get(live.room.id)
        if live.room.seq and head is not None and head.rewrites > live.rewrites:
            await self.reload(live)  # new entries alone would leave old names
            return
        if await self.catch_up(live):
            return
        if isinstance(entry, Joined | SeatRequested) and not await self.store.has_person(
            entry.person
        ):
            raise RequestRefused(Code.NOT_KNOWN)  # they have just deleted their data
        if live.room.seq:
            await self.reload_plans(live)

    async def log_hint(self, live: LiveRoom, seat: int) -> None:
        """Log that a seat asks for its first hint in this game; raises `RequestRefused`.

        The caller holds the room's lock.
        """
        for _ in range(ATTEMPTS):
            if seat in live.room.hinted or not live.room.logs_hints:
                return
            if await self.write(live, HintAsked(seat)):
                return
        raise RequestRefused(Code.BUSY)

    # --- requests that are not logged --------------------------------------------------------

    async def set_bid_plan(self, person: str, room: str, plan: BidPlan) -> None:
        """Store a person's bid plan; raises `RequestRefused`."""
        async with self.held(room) as live:
            audience_of(live.room, person)
            seat = planning_seat(live.room, person, plan)
            await self.store.set_private_data(room, seat, ENCODER.encode(plan))
            self.peers.post(PlansChanged(room))
            await self._read_plans(live)
            self.mark_seen(live, person)
            self.reschedule(live)

    async def reload_plans(self, live: LiveRoom) -> None:
        """Read the bid plans again after another process changed one. The caller holds the lock."""
        await self._read_plans(live)
        self.reschedule(live)

    async def skip(self, person: str, room: str) -> None:
        """Let bots move at once until this person must decide; raises `RequestRefused`."""
        async with self.held_fresh(room) as live:
            audience_of(live.room, person)
            live.skip = Skip(skipping_seat(live.room, person), self.clock.now())
            live.seen_at[person] = self.clock.now()
            live.scheduled_for = None  # the move that was scheduled would come too late
            self.reschedule(live)
            if not self.leases.holds(room):
                self.peers.post(Skipped(room, person))

    def push(self, live: LiveRoom, push: Push) -> None:
        """Push the same message to everybody in a room, also at the other processes."""
        message = ENCODER.encode(push)
        live.push(message)
        self.peers.post(Pushed(live.room.id, msgspec.Raw(message)))

    def notify(self, live: LiveRoom, notice: Notice | None) -> None:
        """Set the current notice of a room, and push it if it has changed."""
        if live.replace_notice(notice) and notice is not None:
            self.push(live, notice)

    # --- presence and pushes ----------------------------------------------------------------

    def mark_seen(self, live: LiveRoom, person: str | None) -> None:
        """Store that a person is present, because they sent a request."""
        if person is None:
            return
        was_here = live.is_here(person, self.clock.now())
        live.seen_at[person] = self.clock.now()
        if not was_here and person in live.room.members:
            self.reschedule(live)

    async def update(self, person: str | None, room: str, after: int) -> Update:
        """Return a person's or spectator's update after an entry; raises `RequestRefused`."""
        async with self.held_fresh(room, seq=after) as live:
            answer = self._update(live, person, after)
            self.mark_seen(live, person)
            return answer

    def _update(self, live: LiveRoom, person: str | None, after: int) -> Update:
        room, now = live.room, self.clock.now()
        seat = audience_of(room, person)
        common = update(room, seat, min(after, room.seq), now, live.gone(now))
        return personal_update(room, person, common)

    async def follow(self, person: str | None, room: str, after: int) -> Outbox:
        """Push all updates after an entry to a new connection; raises `RequestRefused`."""
        async with self.held_fresh(room, seq=after) as live:
            seat = audience_of(live.room, person)
            limit = MOST_SPECTATORS if seat is None else MOST_CONNECTIONS
            if live.socket_count(seat) >= limit:
                raise RequestRefused(Code.TOO_FAST)
            outbox = Outbox(person)
            live.outboxes.add(outbox)
            outbox.put(ENCODER.encode(self._update(live, person, after)))
            live.push_presence()
            self.reschedule(live)
            return outbox

    async def unfollow(self, room: str, outbox: Outbox) -> None:
        """Stop pushing to a connection that has ended."""
        live = self._live.get(room)
        if live is None or outbox not in live.outboxes:
            return
        live.outboxes.discard(outbox)
        if outbox.person is not None:
            live.seen_at[outbox.person] = self.clock.now()
        live.push_presence()
        self.reschedule(live)


def _answer(live: LiveRoom, key: str, digest: bytes) -> Accepted:
    answered = live.answered[key]
    if answered.digest != digest:
        raise RequestRefused(Code.COMMAND_CONFLICT)
    return answered.answer
