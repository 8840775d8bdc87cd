"""Every request of the protocol, done: one method for each endpoint, by its name."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from byzanz.server.analyses import Analyses
from byzanz.server.audience import audience_of
from byzanz.server.codes import canonical
from byzanz.server.config import Limits
from byzanz.server.feed import Feed
from byzanz.server.limits import Limiter
from byzanz.server.lists import room_line
from byzanz.server.live import LiveRoom
from byzanz.server.neighbours import Neighbours
from byzanz.server.people import CODE_SECONDS, People
from byzanz.server.queue import Urgency
from byzanz.server.records import room_record
from byzanz.server.replays import Replays
from byzanz.server.room import Room
from byzanz.server.rooms import Rooms
from byzanz.server.thinker import Task
from byzanz.server.thinkers import Overloaded, Thinkers
from byzanz.server.visitor import Visitor
from byzanz.wire.answers import (
    Accepted,
    DeviceCode,
    Hint,
    NewPerson,
    OwnRooms,
    Reach,
    Reacted,
    RoomFound,
    RoomLine,
    RoomList,
    Update,
)
from byzanz.wire.commands import AskHint, ClaimCode, Command, CreateRoom, React, Wish
from byzanz.wire.endpoints import ARGUMENTS
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.replays import Analysed, PlayOn, Replay, ReplayFound
from byzanz.wire.room import BotWord, Status

MOST_LISTED = 100


class Requests:
    """What the web asks for. Every method may raise `Refusal`, and `StoreBusy`."""

    def __init__(
        self,
        rooms: Rooms,
        people: People,
        thinkers: Thinkers,
        analyses: Analyses,
        limits: Limits,
        neighbours: Neighbours,
    ) -> None:
        self.rooms = rooms
        self._people = people
        self._thinkers = thinkers
        self._analyses = analyses
        self._replays = Replays(rooms)
        self._neighbours = neighbours
        clock = rooms.clock
        self._new_people = Limiter(limits.people, clock)
        self._new_rooms = Limiter(limits.rooms, clock)
        self._commands = Limiter(limits.commands, clock)
        self._reads = Limiter(limits.reads, clock)
        self._misses = Limiter(limits.misses, clock)
        self._codes = Limiter(limits.codes, clock)
        self._hints = Limiter(limits.hints, clock)
        self._looks_back = Limiter(limits.replays, clock)
        self._begun_analyses = Limiter(limits.analyses, clock)

    async def answer(self, name: str, visitor: Visitor, **values: Any) -> Any:
        """Do what an endpoint is for, unless the visitor has been guessing."""
        self._misses.check(visitor.address)
        try:
            for argument, pattern in ARGUMENTS.items():
                if argument in values and not re.fullmatch(pattern, values[argument]):
                    raise Refusal(Code.NOT_FOUND)
            return await getattr(self, name)(visitor, **values)
        except Refusal as refusal:
            if refusal.code is Code.NOT_FOUND:
                self._misses.take(visitor.address)
            raise

    # --- people ---------------------------------------------------------------------------

    async def new_person(self, visitor: Visitor) -> NewPerson:
        """A new person's key."""
        self._new_people.take(visitor.address)
        return NewPerson(await self._people.new())

    async def device_code(self, visitor: Visitor) -> DeviceCode:
        """A code for another device."""
        await self._person(visitor, self._codes)
        assert visitor.key is not None
        return DeviceCode(await self._people.device_code(visitor.key), CODE_SECONDS)

    async def claim_code(self, visitor: Visitor, body: ClaimCode) -> NewPerson:
        """The key that a code stands for."""
        self._codes.take(visitor.address)
        return NewPerson(await self._people.claim(body.code))

    async def _person(self, visitor: Visitor, limiter: Limiter) -> str:
        """Who the visitor is, if not too often."""
        person = await self._known(visitor, limiter)
        if person is None:
            raise Refusal(Code.NOT_KNOWN)
        return person

    async def _known(self, visitor: Visitor, limiter: Limiter) -> str | None:
        """Who the visitor is, if not too often; None without a key."""
        try:
            person = await self._people.find(visitor.key)
        except Refusal:
            self._misses.take(visitor.address)
            raise
        limiter.take(person or visitor.address)
        return person

    # --- the server itself ------------------------------------------------------------------

    async def reach(self, visitor: Visitor) -> Reach:
        """Where other devices find the server."""
        self._reads.take(visitor.address)
        return self._neighbours.reach(visitor)

    async def open_reach(self, visitor: Visitor) -> Reach:
        """Let the local network in."""
        self._commands.take(visitor.address)
        return self._neighbours.let_in(visitor)

    # --- lists ----------------------------------------------------------------------------

    async def my_rooms(self, visitor: Visitor) -> OwnRooms:
        """The rooms with people that one is a member of; one's turn first.

        Whoever has no key yet sits nowhere: that is an answer, not a refusal.
        """
        person = await self._known(visitor, self._reads)
        if person is None:
            return OwnRooms((), is_known=False)
        rows = await self.rooms.store.rooms_of(person)
        found = [await self._line(row.room, person) for row in rows[:MOST_LISTED]]
        lines = [line for line in found if line is not None]
        lines.sort(key=lambda line: not line.is_my_turn)
        return OwnRooms(tuple(lines), is_known=True)

    async def open_rooms(self, visitor: Visitor) -> RoomList:
        """Public rooms that wait for people."""
        await self._known(visitor, self._reads)
        rows = await self.rooms.store.rows(Status.WAITING, is_public=True)
        lines = [await self._line(row.room, None) for row in rows[:MOST_LISTED]]
        return RoomList(tuple([line for line in lines if line is not None and line.open_seats]))

    async def _line(self, room: str, person: str | None) -> RoomLine | None:
        """A room in a list; a game of bots alone is watched, and nobody's table."""
        async with self.rooms.held(room) as live:
            return None if live.room.is_bots_only else room_line(live.room, person)

    async def find_code(self, visitor: Visitor, code: str) -> RoomFound:
        """The waiting room that a code leads to."""
        self._codes.take(visitor.address)
        room = await self.rooms.store.room_of_code(canonical(code))
        if room is None:
            raise Refusal(Code.NOT_FOUND)
        return RoomFound(room)

    # --- rooms ----------------------------------------------------------------------------

    async def create(self, visitor: Visitor, body: CreateRoom) -> Accepted:
        """A new room."""
        person = await self._person(visitor, self._new_rooms)
        return await self.rooms.create(person, body)

    async def update(self, visitor: Visitor, room: str, after: int) -> Update:
        """Everything since an entry, and the room now."""
        person = await self._known(visitor, self._reads)
        return await self.rooms.update(person, room, after)

    async def follow(self, visitor: Visitor, room: str, after: int) -> Feed:
        """The same, and all that comes."""
        person = await self._known(visitor, self._reads)
        return await self.rooms.follow(person, room, after)

    async def command(self, visitor: Visitor, room: str, body: Command) -> Accepted:
        """Whatever a person asks of a room."""
        person = await self._person(visitor, self._commands)
        return await self.rooms.perform(person, room, body)

    async def wish(self, visitor: Visitor, room: str, body: Wish) -> None:
        """Remember what the server is to do for a seat."""
        person = await self._person(visitor, self._commands)
        await self.rooms.wish(person, room, body)

    async def skip(self, visitor: Visitor, room: str) -> None:
        """Let bots move at once until the person is asked."""
        person = await self._person(visitor, self._commands)
        await self.rooms.skip(person, room)

    async def hint(self, visitor: Visitor, room: str, body: AskHint) -> Hint:
        """What the expert thinks of one's present decision."""
        person = await self._person(visitor, self._hints)
        async with self._seen(room, person) as live:
            expert = self._thinkers.able(BotWord.EXPERT)
            task = _hint_task(live.room, person, body.decision, expert)
        try:
            thought = await self._thinkers.think(task, Urgency.HINT, room)
        except Overloaded:
            raise Refusal(Code.BUSY) from None
        assert thought.explanation is not None
        return Hint(body.decision, thought.explanation)

    async def react(self, visitor: Visitor, room: str, body: React) -> None:
        """Show everybody a reaction."""
        person = await self._person(visitor, self._hints)
        async with self._seen(room, person) as live:
            seat = live.room.seat_of(person)
            if seat is None:
                raise Refusal(Code.NOT_ALLOWED)
            live.tell(Reacted(seat, body.reaction))

    async def record(self, visitor: Visitor, room: str) -> str:
        """The record of a game; while it runs, its public part."""
        person = await self._known(visitor, self._reads)
        async with self._seen(room, person) as live:
            return room_record(live.room)

    # --- looking back -----------------------------------------------------------------------

    async def add_replay(self, visitor: Visitor, body: bytes) -> ReplayFound:
        """Where a record can be looked at."""
        self._looks_back.take(visitor.address)
        return ReplayFound(await self._replays.add(body))

    async def replay(self, visitor: Visitor, replay: str, eyes: int) -> Replay:
        """A game that is over, frame by frame."""
        person = await self._known(visitor, self._looks_back)
        return await self._replays.show(await self._replays.find(replay, person), eyes)

    async def replay_record(self, visitor: Visitor, replay: str) -> str:
        """The record of a game that is over."""
        person = await self._known(visitor, self._looks_back)
        return (await self._replays.find(replay, person)).text

    async def play_on(self, visitor: Visitor, replay: str, body: PlayOn) -> Accepted:
        """A new room, where a game goes on from one of its positions."""
        person = await self._person(visitor, self._new_rooms)
        past = await self._replays.find(replay, person)
        return await self.rooms.play_on(person, replay, body, past)

    async def begin_analysis(self, visitor: Visitor, replay: str) -> Analysed:
        """Find out about a game, or go on with it."""
        person = await self._person(visitor, self._begun_analyses)
        past = await self._replays.find(replay, person)
        await self._analyses.begin(replay, past, person)
        return await self._analyses.known(replay, past, 0)

    async def analysis(self, visitor: Visitor, replay: str, after: int) -> Analysed:
        """What was found about a game after so many findings."""
        person = await self._known(visitor, self._reads)
        past = await self._replays.find(replay, person)
        return await self._analyses.known(replay, past, after)

    @asynccontextmanager
    async def _seen(self, room: str, person: str | None) -> AsyncIterator[LiveRoom]:
        """A room that the person may at least watch; to others it is as if it were not there."""
        async with self.rooms.held(room) as live:
            audience_of(live.room, person)
            self.rooms.see(live, person)
            yield live


def _hint_task(room: Room, person: str, decision: int, expert: BotWord) -> Task:
    """The decision of a person's own seat, as that seat sees it; raises `Refusal`."""
    seat, game = room.seat_of(person), room.game
    if seat is None:
        raise Refusal(Code.NOT_ALLOWED)
    if game is None or room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING)
    if not room.setup.hints:
        raise Refusal(Code.NO_HINTS)
    if decision != game.decision or game.turn != seat:
        raise Refusal(Code.STALE, decision=game.decision)
    return Task("explain", expert, room.seq, game.view(seat), game.options(seat))
