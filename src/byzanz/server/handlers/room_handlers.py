"""Handlers for rooms: lists of them, commands, updates, hints and reactions."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from byzanz.rooms.audience import audience_of
from byzanz.rooms.hints import hint_task
from byzanz.rooms.listing import room_line
from byzanz.rooms.room_codes import canonical
from byzanz.rooms.room_record import room_record
from byzanz.server.call import Call
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.hosting.listed_games import listed_games
from byzanz.server.hosting.live_room import LiveRoom
from byzanz.server.hosting.outbox import Outbox
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.fair_queue import Urgency
from byzanz.server.workers.pool import Overloaded
from byzanz.store.rows import RoomRow
from byzanz.wire.answers import (
    Accepted,
    Hint,
    ListedGames,
    OwnRooms,
    Reacted,
    RoomFound,
    RoomLine,
    RoomList,
    Update,
)
from byzanz.wire.commands import AskHint, BidPlan, CreateRoom, React
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId, Status

MOST_LISTED = 100  # rooms in one answer


class RoomHandlers:
    """Lists rooms, and carries out what people ask for in them."""

    def __init__(self, visitors: Visitors, rooms: RoomRegistry, bots: BotPool) -> None:
        self._visitors = visitors
        self._rooms = rooms
        self._bots = bots

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "my_rooms": self.my_rooms,
            "open_rooms": self.open_rooms,
            "listed_games": self.listed_games,
            "create": self.create,
            "find_code": self.find_code,
            "update": self.update,
            "command": self.command,
            "wish": self.set_bid_plan,
            "skip": self.skip,
            "hint": self.hint,
            "react": self.react,
            "record": self.record,
        }

    # --- lists ----------------------------------------------------------------------------

    async def my_rooms(self, call: Call) -> OwnRooms:
        """List the rooms of a person, those that wait for the person's move first.

        Without a key the list is empty, and the request is not refused.
        """
        person = await self._visitors.optional_person(call.visitor, "reads")
        if person is None:
            return OwnRooms((), is_known=False)
        rows = await self._rooms.store.rooms_of(person)
        found = [await self._line(row, person) for row in rows[:MOST_LISTED]]
        lines = [line for line in found if line is not None]
        lines.sort(key=lambda line: not line.is_my_turn)
        return OwnRooms(tuple(lines), is_known=True)

    async def open_rooms(self, call: Call) -> RoomList:
        """List the public rooms that wait for people."""
        await self._visitors.optional_person(call.visitor, "reads")
        rows = await self._rooms.store.rows(Status.WAITING, is_public=True)
        lines = [await self._line(row, None) for row in rows[:MOST_LISTED]]
        return RoomList(tuple([line for line in lines if line is not None and line.open_seats]))

    async def listed_games(self, call: Call) -> ListedGames:
        """List the running games that everybody may watch."""
        await self._visitors.optional_person(call.visitor, "reads")
        return await listed_games(self._rooms)

    async def _line(self, row: RoomRow, person: str | None) -> RoomLine | None:
        """Return the line of a room, or None for a game of bots only, which is never listed."""
        async with self._rooms.held(row.room, row.head, row.rewrites) as live:
            return None if live.room.is_bots_only else room_line(live.room, person)

    async def find_code(self, call: Call) -> RoomFound:
        """Find the room that waits for people under a code."""
        self._visitors.count("codes", call.visitor.address)
        room = await self._rooms.store.room_of_code(canonical(call.path["code"]))
        if room is None:
            raise RequestRefused(Code.NOT_FOUND)
        return RoomFound(room)

    # --- one room -------------------------------------------------------------------------

    async def create(self, call: Call) -> Accepted:
        """Make a room."""
        person = await self._visitors.person(call.visitor, "rooms")
        return await self._rooms.create(person, call.body_as(CreateRoom))

    async def update(self, call: Call) -> Update:
        """Return everything after an entry, and the current state of the room."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        return await self._rooms.update(person, call.room, call.query["after"])

    async def follow(self, call: Call) -> Outbox:
        """Open a push connection to a room."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        return await self._rooms.follow(person, call.room, call.query["after"])

    async def command(self, call: Call) -> Accepted:
        """Perform a command in a room."""
        person = await self._visitors.person(call.visitor, "commands")
        return await self._rooms.perform(person, call.room, call.command)

    async def set_bid_plan(self, call: Call) -> None:
        """Set the bid plan of the person's seat."""
        person = await self._visitors.person(call.visitor, "commands")
        await self._rooms.set_bid_plan(person, call.room, call.body_as(BidPlan))

    async def skip(self, call: Call) -> None:
        """Skip to the person's next decision."""
        person = await self._visitors.person(call.visitor, "commands")
        await self._rooms.skip(person, call.room)

    async def hint(self, call: Call) -> Hint:
        """Ask the expert bot about the person's current decision."""
        person = await self._visitors.person(call.visitor, "hints")
        decision = call.body_as(AskHint).decision
        async with self._visited_room(call.room, person) as live:
            expert = self._bots.available_bot(BotId.EXPERT)
            seat, task = hint_task(live.room, person, decision, expert)
            await self._rooms.log_hint(live, seat)
        try:
            answer = await self._bots.answer(task, Urgency.HINT, call.room)
        except Overloaded:
            raise RequestRefused(Code.BUSY) from None
        assert answer.explanation is not None
        return Hint(decision, answer.explanation)

    async def react(self, call: Call) -> None:
        """Push a reaction to everybody in a room."""
        person = await self._visitors.person(call.visitor, "hints")
        async with self._visited_room(call.room, person) as live:
            seat = live.room.seat_of(person)
            if seat is None:
                raise RequestRefused(Code.NOT_ALLOWED)
            self._rooms.push(live, Reacted(seat, call.body_as(React).reaction))

    async def record(self, call: Call) -> str:
        """Return the record of a room's game; while it runs, only the public part.

        The deal of a day has none before its deck is open.
        """
        person = await self._visitors.optional_person(call.visitor, "reads")
        async with self._visited_room(call.room, person) as live:
            await self._rooms.sealed_days.check(live.room)
            return room_record(live.room)

    @asynccontextmanager
    async def _visited_room(self, room: str, person: str | None) -> AsyncIterator[LiveRoom]:
        """Hold the lock of a room, and mark the person as present; raises `RequestRefused`."""
        async with self._rooms.held_fresh(room) as live:
            audience_of(live.room, person)
            self._rooms.mark_seen(live, person)
            yield live
