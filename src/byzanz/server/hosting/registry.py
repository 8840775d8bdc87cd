"""The rooms in memory, and the way of a command through one of them.

Commands of a room run one at a time: decided, committed, acknowledged, pushed.
"""

import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import blake2b
from typing import Protocol

import msgspec

from byzanz.game.refusal import Refused
from byzanz.rooms.audience import audience_of, personal_update, update
from byzanz.rooms.bid_plan import planning_seat
from byzanz.rooms.creation import (
    RandomBytes,
    new_room,
    played_on_room,
    random_of,
    rematch_room,
    rematching_seat,
    room_id,
)
from byzanz.rooms.decide import Decision, decide
from byzanz.rooms.entries import Created, Entry, Moved, Rematched, entry_level
from byzanz.rooms.finished_game import FinishedGame
from byzanz.rooms.room_codes import new_code
from byzanz.rooms.skip import Skip, skipping_seat
from byzanz.server.hosting.heartbeat import Heartbeat
from byzanz.server.hosting.live_room import LiveRoom
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.hosting.room_task import RETRY
from byzanz.server.log_entries import ENCODER, append_of, bid_plan_of, log_row
from byzanz.server.ops.clock import Clock
from byzanz.server.peers.messages import PlansChanged, Pushed, Skipped
from byzanz.server.peers.peers import Peers
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.store.rows import Conflict
from byzanz.wire.answers import Accepted, Notice, Push, Update
from byzanz.wire.commands import BidPlan, CallBot, Command, CreateRoom, Rematch
from byzanz.wire.endpoints import CloseCode
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import PlayOn

ATTEMPTS = 5  # when another process writes to the same room
MOST_CONNECTIONS = 4  # of one seat
MOST_SPECTATORS = 200


class RoomObserver(Protocol):
    """Is told of every change in a room that may call for something to be done there."""

    def room_changed(self, rooms: "RoomRegistry", live: LiveRoom) -> None:
        """Something changed: an entry, who is present, a bid plan, a skip."""


class RoomRegistry:
    """Holds the rooms in memory; every change of a room goes through here."""

    def __init__(
        self,
        store: EventStore,
        clock: Clock,
        observer: RoomObserver,
        random_bytes: RandomBytes = secrets.token_bytes,
    ) -> None:
        self.store = store
        self.clock = clock
        self.random_bytes = random_bytes
        self.heartbeat = Heartbeat(store, clock)
        self.peers = Peers(store, clock)
        self.leases = self.peers.leases
        self._observer = observer
        self._live: dict[str, LiveRoom] = {}

    @property
    def live(self) -> list[LiveRoom]:
        """Every room in memory."""
        return list(self._live.values())

    async def beat(self) -> None:
        """Beat; if an outage is new, tell everybody what the clocks say now."""
        if await self.heartbeat.beat():
            for live in self.live:
                if live.room.due is not None:
                    live.broadcast(live.room.seq, self.clock.now())

    async def note_outage(self) -> None:
        """Find out how long nobody could play, before anybody's time is up; waits if it can't."""
        with suppress(StoreBusy):
            await self.beat()
        if self.heartbeat.is_late:
            await self.clock.until(self.clock.now() + RETRY)

    def reschedule(self, live: LiveRoom) -> None:
        """Schedule anew what is to be done in a room, unless it is just being loaded."""
        if live.room.seq:
            self._observer.room_changed(self, live)

    # --- rooms in memory --------------------------------------------------------------------

    def find(self, room: str) -> LiveRoom | None:
        """A room, if it is in memory."""
        return self._live.get(room)

    @asynccontextmanager
    async def held_fresh(self, room: str, seq: int = 0) -> AsyncIterator[LiveRoom]:
        """Hold a room with every entry that any process has acknowledged so far; see `held`."""
        if self.peers.is_shared:
            heads = await self.store.heads([room])
            seq = max(seq, heads[room].seq if room in heads else 0)
        async with self.held(room, seq) as live:
            yield live

    @asynccontextmanager
    async def held(self, room: str, seq: int = 0) -> AsyncIterator[LiveRoom]:
        """Hold the lock of a room, loaded and caught up to at least `seq`.

        Raises `RequestRefused` if there is no such room.
        """
        async with self._locked(room) as live:
            if live.room.seq == 0:
                raise RequestRefused(Code.NOT_FOUND)
            if seq > live.room.seq:
                await self.catch_up(live)
            yield live

    @asynccontextmanager
    async def _locked(self, room: str) -> AsyncIterator[LiveRoom]:
        """Hold the lock of a room, which may be new; load it first if it is not in memory."""
        live = await self._lock(room)
        try:
            if live.room.seq == 0:
                await self.catch_up(live)
            yield live
        finally:
            if live.room.seq == 0:
                self.evict(live)
            live.lock.release()

    async def _lock(self, room: str) -> LiveRoom:
        while True:
            live = self._live.get(room)
            if live is None:
                outages = self.heartbeat.outages
                live = self._live[room] = LiveRoom(room, outages, self.clock.now())
            await live.lock.acquire()
            if self._live.get(room) is live:
                return live
            live.lock.release()  # it was evicted while we waited for its lock: try again

    async def catch_up(self, live: LiveRoom) -> bool:
        """Take in and push the entries of other processes; whether there were any."""
        after = live.room.seq
        rows = await self.store.log(live.room.id, after)
        if not rows:
            return False
        if after == 0:
            await self._read_plans(live)
            for peer in await self.peers.presence_of(live.room.id):
                live.see_elsewhere(peer)
        live.room = live.room.copy()
        for row in rows:
            live.add(row)
        self._push(live, after)
        return True

    async def _read_plans(self, live: LiveRoom) -> None:
        private = await self.store.private_data(live.room.id)
        plans = {seat: bid_plan_of(body) for seat, body in private.bodies.items()}
        self._change_plans(live, private.version, plans)

    def _change_plans(self, live: LiveRoom, version: int, plans: dict[int, BidPlan]) -> None:
        live.plans_version, live.bid_plans = version, plans
        if live.skip is not None:  # its moves were chosen by the plans before
            live.skip = Skip(live.skip.seat, live.skip.asked_at)

    def evict(self, live: LiveRoom) -> None:
        """Drop a room from memory; its log has everything."""
        self._live.pop(live.room.id, None)
        live.claim.cancel()
        self.leases.release(live.room.id)

    def drop(self, live: LiveRoom) -> None:
        """Drop a room that was deleted from the store, and close its connections."""
        self.evict(live)
        live.stop()
        for outbox in live.outboxes:
            outbox.close(CloseCode.NOT_FOUND)

    # --- new rooms --------------------------------------------------------------------------

    async def create(self, person: str, command: CreateRoom) -> Accepted:
        """Make a room; raises `RequestRefused`. The same command sent again makes no second one."""
        room = room_id(person, command.command)
        return await self._make(
            room, person, command, lambda: new_room(person, command, self.random_bytes)
        )

    async def play_on(
        self, person: str, replay: str, command: PlayOn, finished: FinishedGame
    ) -> Accepted:
        """Make a room where a finished game goes on from one of its positions; see `create`."""
        return await self._make(
            room_id(person, command.command, before=replay),
            person,
            command,
            lambda: played_on_room(person, command, finished, self.random_bytes),
        )

    async def _make(
        self,
        room: str,
        person: str,
        command: CreateRoom | Rematch | PlayOn,
        first: Callable[[], Created],
    ) -> Accepted:
        key, digest = command_key(person, command.command), body_digest(command)
        async with self._locked(room) as live:
            if live.room.seq == 0:
                await self._write_first(live, key, digest, first())
            return _answer(live, key, digest)

    async def _write_first(self, live: LiveRoom, key: str, digest: bytes, entry: Created) -> None:
        """Write the first entry, with another code while its code is taken."""
        for attempt in range(1, ATTEMPTS + 1):
            if await self._append(live, key, digest, Decision(entry)) or live.room.seq:
                return
            entry = msgspec.structs.replace(entry, code=new_code(self.random_bytes, attempt))
        raise RequestRefused(Code.BUSY)

    # --- commands ---------------------------------------------------------------------------

    async def perform(self, person: str, room: str, command: Command) -> Accepted:
        """Perform a person's command; returns when it is on disk. Raises `RequestRefused`."""
        key, digest = command_key(person, command.command), body_digest(command)
        async with self.held(room) as live:
            self.see(live, person)
            for _ in range(ATTEMPTS):
                if key in live.answered:
                    return _answer(live, key, digest)
                if await self._try(live, person, command, key, digest):
                    self.see(live, person)
        raise RequestRefused(Code.BUSY)

    async def _try(
        self, live: LiveRoom, person: str, command: Command, key: str, digest: bytes
    ) -> bool:
        """Decide and commit a command; False: decide it anew, for the log went on meanwhile.

        A refusal counts only if the room is up to date: the person may have acted on what
        another process acknowledged.
        """
        try:
            audience_of(live.room, person)
            decision = await self._decide(live, person, command)
            return await self._append(live, key, digest, decision)
        except RequestRefused:
            if await self.catch_up(live):
                return False
            raise

    async def _decide(self, live: LiveRoom, person: str, command: Command) -> Decision:
        if not isinstance(command, Rematch):
            gone = await self._gone(live) if isinstance(command, CallBot) else ()
            return decide(live.room, person, command, partial(random_of, self.random_bytes), gone)
        room = live.room
        seat = rematching_seat(room, person)
        made = await self._make(
            room_id(person, command.command, before=room.id),
            person,
            command,
            lambda: rematch_room(room, seat, command, self.random_bytes),
        )
        return Decision(Rematched(seat, made.room))

    async def _gone(self, live: LiveRoom) -> Collection[int]:
        """The seats whose persons are gone; an outage, in which nobody could come, counts not."""
        if self.heartbeat.is_late:
            await self.beat()
        return live.gone(self.clock.now())

    async def write(self, live: LiveRoom, entry: Entry) -> bool:
        """Commit an entry of the server's own; False: another process was first.

        The caller holds the room's lock. A move by a bid plan is committed only if no process
        has changed a plan of this room since it was read here.
        """
        is_planned = (
            isinstance(entry, Moved)
            and not entry.is_late
            and not live.room.seats[entry.seat].is_automatic
        )
        plans = live.plans_version if is_planned else None
        key = f"auto:{live.room.seq + 1}"
        return await self._append(live, key, b"", Decision(entry), plans=plans)

    async def _append(
        self,
        live: LiveRoom,
        key: str,
        digest: bytes,
        decision: Decision,
        *,
        plans: int | None = None,
    ) -> bool:
        """Commit an entry, then push it; False: its number, or a code, was taken."""
        if self.heartbeat.is_late:
            await self.beat()
        if entry_level(decision.entry) > self.peers.level:
            raise RequestRefused(Code.BUSY)  # until the last older process has ended
        before, at = live.room, max(self.clock.now(), live.room.at)
        room = before.copy()
        try:
            room.add(at, decision.entry, decision.move)
        except Refused as refused:
            raise RequestRefused(Code.REFUSED, reason=refused.reason, **refused.facts) from None
        row = log_row(before.seq + 1, at, key, decision.entry, digest)
        result = await self.store.append(append_of(row, room, before, plans=plans))
        if isinstance(result, Conflict):
            if result.taken == "entry" and not await self.catch_up(live):
                await self.take_in_plans(live)
            return False
        live.take_in(row, decision.entry, room)
        self._push(live, before.seq)
        return True

    def _push(self, live: LiveRoom, after: int) -> None:
        live.broadcast(after, self.clock.now())
        self.reschedule(live)

    # --- what is no command, for it leaves no entry -----------------------------------------

    async def set_bid_plan(self, person: str, room: str, plan: BidPlan) -> None:
        """Keep a person's bid plan; raises `RequestRefused`."""
        async with self.held(room) as live:
            audience_of(live.room, person)
            seat = planning_seat(live.room, person, plan)
            await self.store.set_private_data(room, seat, ENCODER.encode(plan))
            self.peers.post(PlansChanged(room))
            await self._read_plans(live)
            self.see(live, person)
            self.reschedule(live)

    async def take_in_plans(self, live: LiveRoom) -> None:
        """Read the bid plans anew, for another process has changed one; hold the lock."""
        await self._read_plans(live)
        self.reschedule(live)

    async def skip(self, person: str, room: str) -> None:
        """Let bots move at once until this person is asked; raises `RequestRefused`."""
        async with self.held_fresh(room) as live:
            audience_of(live.room, person)
            live.skip = Skip(skipping_seat(live.room, person), self.clock.now())
            live.seen_at[person] = self.clock.now()
            live.scheduled_for = None  # what was scheduled comes too late now
            self.reschedule(live)
            if not self.leases.holds(room):
                self.peers.post(Skipped(room, person))

    def push(self, live: LiveRoom, push: Push) -> None:
        """Push the same message to everybody in a room, at all processes."""
        message = ENCODER.encode(push)
        live.push(message)
        self.peers.post(Pushed(live.room.id, msgspec.Raw(message)))

    def notify(self, live: LiveRoom, notice: Notice | None) -> None:
        """Push a notice once, until another one or none replaces it."""
        if live.replace_notice(notice) and notice is not None:
            self.push(live, notice)

    # --- presence and pushes ----------------------------------------------------------------

    def see(self, live: LiveRoom, person: str | None) -> None:
        """Note that a person is present: a request of theirs has come."""
        if person is None:
            return
        was_here = live.is_here(person, self.clock.now())
        live.seen_at[person] = self.clock.now()
        if not was_here and person in live.room.members:
            self.reschedule(live)

    async def update(self, person: str | None, room: str, after: int) -> Update:
        """Everything after an entry, for a person or a spectator; raises `RequestRefused`."""
        async with self.held_fresh(room, seq=after) as live:
            news = self._update(live, person, after)
            self.see(live, person)
            return news

    def _update(self, live: LiveRoom, person: str | None, after: int) -> Update:
        room, now = live.room, self.clock.now()
        seat = audience_of(room, person)
        news = update(room, seat, min(after, room.seq), now, live.gone(now))
        return personal_update(room, person, news)

    async def follow(self, person: str | None, room: str, after: int) -> Outbox:
        """Push to a connection from now on, first what it missed; raises `RequestRefused`."""
        async with self.held_fresh(room, seq=after) as live:
            seat = audience_of(live.room, person)
            most = MOST_SPECTATORS if seat is None else MOST_CONNECTIONS
            if live.socket_count(seat) >= most:
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


def command_key(person: str, command: str) -> str:
    """What the same command has in common however often it is sent."""
    return f"{person[:16]}:{command}"


def body_digest(command: Command | CreateRoom | PlayOn) -> bytes:
    """A hash of a command's body: the same id with another body is a conflict."""
    return blake2b(ENCODER.encode(command), digest_size=16).digest()


def _answer(live: LiveRoom, key: str, digest: bytes) -> Accepted:
    answered = live.answered[key]
    if answered.digest != digest:
        raise RequestRefused(Code.COMMAND_CONFLICT)
    return answered.answer
