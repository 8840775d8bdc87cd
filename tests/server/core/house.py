"""A server without web and processes: rooms, conductor and a store in one thread."""

import asyncio
from random import Random
from unittest.mock import patch

import msgspec

from byzanz.server.clock import SteadyClock
from byzanz.server.conductor import Conductor
from byzanz.server.entries import DECODER
from byzanz.server.outages import Outages
from byzanz.server.people import person_of
from byzanz.server.room import Room
from byzanz.server.rooms import Rooms
from byzanz.server.thinker import think
from byzanz.server.thinkers import Thinkers
from byzanz.store.lane import Lane
from byzanz.store.opening import open_store
from byzanz.wire.answers import Accepted, Notice, Push
from byzanz.wire.commands import (
    Abort,
    AskSeat,
    CallBot,
    ChangeSetup,
    ComeBack,
    CreateRoom,
    HandOver,
    Join,
    Leave,
    Play,
    Rematch,
    Remove,
    SeatPlan,
    SetSeat,
    SetSeatCount,
    Start,
    Undo,
)
from byzanz.wire.problems import Refusal
from byzanz.wire.room import BotWord, MoveClock, Setup

START = 1_000_000_000_000  # milliseconds
NONCE = "0f" * 16
MINUTE = MoveClock(60)


class InlineLane(Lane):
    """Asks SQLite at once, in the event loop's own thread."""

    async def run(self, work):
        await asyncio.sleep(0)
        return self._do(work)

    async def close(self):
        self._is_closed = True
        self._disconnect()
        self._thread.shutdown()


class Bots(Thinkers):
    """Think after so many virtual seconds, in this process."""

    def __init__(self):
        super().__init__(1)
        self.is_warm = True
        self.seconds = 0.0
        self.pause = lambda view: self.seconds
        self.trouble: Exception | None = None
        self.words: list[str] = []
        self.tasks: list[object] = []
        self.move: str | None = None  # instead of a bot's own

    async def think(self, task, urgency, room):
        self.words.append(task.bot)
        self.tasks.append(task)
        await asyncio.sleep(self.pause(task.view))
        if self.trouble is not None:
            raise self.trouble
        thought = think(msgspec.structs.replace(task, bot="solid"))
        return thought if self.move is None else msgspec.structs.replace(thought, move=self.move)


def seats(text: str) -> tuple[SeatPlan, ...]:
    """Seats such as `_ _ solid`."""
    return tuple([SeatPlan(None if word == "_" else BotWord(word)) for word in text.split()])


class House:
    """What a test asks, in short words. A person is a letter or a name."""

    def __init__(self, store, seed: int) -> None:
        self.store = store
        self.clock = SteadyClock(START)
        self.source = Random(seed).randbytes
        self.bots = Bots()
        self.command = 0
        self.rooms, self.conductor = self.new_rooms()

    @classmethod
    async def open(cls, seed: int = 7) -> "House":
        with patch("byzanz.store.sqlite.Lane", InlineLane):
            return cls(await open_store(":memory:", volatile=True), seed)

    def new_rooms(self) -> tuple[Rooms, Conductor]:
        """Another process with the same store."""
        rooms = Rooms(self.store, self.clock, self.source)
        return rooms, Conductor(rooms, self.bots)

    async def restart(self) -> None:
        """The process ends and another begins: memory is lost, the log is not."""
        self.stop()
        self.rooms, self.conductor = self.new_rooms()

    def stop(self) -> None:
        for live in self.rooms.live:
            live.stop()

    async def close(self) -> None:
        self.stop()
        await asyncio.sleep(0)
        await self.store.close()

    # --- commands -------------------------------------------------------------------------

    def next_id(self) -> str:
        self.command += 1
        return f"command-{self.command}"

    async def create(self, plan: str = "_ _ _", host: str = "Anna", **options) -> str:
        """A room; options are those of the set-up, and `start`."""
        start = options.pop("start", False)
        command = CreateRoom(
            self.next_id(), host, NONCE, seats(plan), Setup(**options), start=start
        )
        return (await self.rooms.create(person_of(host), command)).room

    async def do(self, person: str, room: str, kind: type, *values, **named) -> Accepted:
        command = kind(named.pop("id", None) or self.next_id(), *values, **named)
        return await self.rooms.perform(person_of(person), room, command)

    async def join(self, person: str, room: str, **named):
        name = named.pop("name", person)
        return await self.do(person, room, Join, name, NONCE, **named)

    async def leave(self, person, room, **named):
        return await self.do(person, room, Leave, **named)

    async def remove(self, person, room, seat):
        return await self.do(person, room, Remove, seat)

    async def hand_over(self, person, room, seat):
        return await self.do(person, room, HandOver, seat)

    async def set_seat(self, person, room, seat, bot):
        return await self.do(person, room, SetSeat, seat, bot)

    async def set_seat_count(self, person, room, count):
        return await self.do(person, room, SetSeatCount, count)

    async def ask_seat(self, person, room, *, name=None, is_wanted=True):
        return await self.do(person, room, AskSeat, name or person, is_wanted=is_wanted)

    async def change_setup(self, person, room, **options):
        return await self.do(person, room, ChangeSetup, Setup(**options))

    async def start(self, person, room):
        return await self.do(person, room, Start)

    async def play(self, person, room, move, decision=None, **named):
        """A move; unless it is told, the decision is the present one."""
        if decision is None and not move.startswith(("sell", "done")):
            decision = (await self.room(room)).game.decision
        return await self.do(person, room, Play, move, decision, **named)

    async def come_back(self, person, room):
        return await self.do(person, room, ComeBack)

    async def call_bot(self, person, room, seat):
        return await self.do(person, room, CallBot, seat)

    async def undo(self, person, room):
        return await self.do(person, room, Undo)

    async def abort(self, person, room, *, is_wanted=True):
        return await self.do(person, room, Abort, is_wanted=is_wanted)

    async def rematch(self, person, room, **named):
        return await self.do(person, room, Rematch, NONCE, **named)

    # --- longer scenes --------------------------------------------------------------------

    async def table(self, people: str = "Anna Ben Cleo", bots: str = "", **options) -> str:
        """A running game of these people and bots."""
        host, *guests = people.split()
        plan = " ".join(["_"] * (1 + len(guests)) + bots.split())
        room = await self.create(plan, host, **options)
        for guest in guests:
            await self.join(guest, room)
        await self.start(host, room)
        return room

    async def person_on_turn(self, room: str) -> str:
        seat = (await self.room(room)).turn
        assert seat is not None
        return seat.name

    # --- what is so -----------------------------------------------------------------------

    async def room(self, room: str) -> Room:
        async with self.rooms.held(room) as live:
            return live.room

    async def live(self, room: str):
        async with self.rooms.held(room) as live:
            return live

    async def seat(self, person: str, room: str) -> int:
        number = (await self.room(room)).seat_of(person_of(person))
        assert number is not None
        return number

    async def update(self, person: str | None, room: str, after: int = 0):
        return await self.rooms.update(person and person_of(person), room, after)

    async def follow(self, person: str | None, room: str, after: int = 0) -> "Follower":
        feed = await self.rooms.follow(person and person_of(person), room, after)
        return Follower(self, room, feed)

    async def log(self, room: str):
        """The bodies of the log, as entries."""
        return [DECODER.decode(entry.body) for entry in await self.store.log(room)]

    async def folded(self, room: str, outages: Outages | None = None) -> Room:
        """What the stored log says, read anew."""
        folded = Room(room, outages or Outages())
        for entry in await self.store.log(room):
            folded.add(entry.at, DECODER.decode(entry.body))
        return folded

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def now(self) -> int:
        """Milliseconds since the test began."""
        return self.clock.now() - START


class Follower:
    """A connection and what came over it."""

    def __init__(self, house: House, room: str, feed) -> None:
        self._house, self._room, self.feed = house, room, feed

    def read(self) -> list[Push]:
        """All that has come since."""
        messages = [msgspec.json.decode(each, type=Push) for each in self.feed._messages]
        self.feed._messages.clear()
        return messages

    def updates(self):
        return [each for each in self.read() if type(each).__name__ == "Update"]

    def notices(self) -> list[str]:
        return [each.code for each in self.read() if isinstance(each, Notice)]

    async def leave(self) -> None:
        await self._house.rooms.unfollow(self._room, self.feed)


async def refusal(awaitable) -> Refusal:
    """Why something is refused."""
    try:
        await awaitable
    except Refusal as refused:
        return refused
    raise AssertionError("it was not refused")
