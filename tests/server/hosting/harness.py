"""A server without HTTP and worker processes: rooms, autoplay and a store in one thread."""

import asyncio
from random import Random
from unittest.mock import patch

import msgspec

from byzanz.rooms.bot_task import answer_task
from byzanz.rooms.entries import DECODER
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.server.call import Call
from byzanz.server.hosting.autoplay import Autoplay
from byzanz.server.hosting.people import person_of
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.clock import SteadyClock
from byzanz.server.ops.metrics import Metrics
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.store.opening import open_store
from byzanz.store.sqlite_thread import SqliteThread
from byzanz.wire.answers import Accepted, Notice, Push
from byzanz.wire.commands import (
    Abort,
    AllowListing,
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
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import BotId, MoveClock, Setup

START = 1_000_000_000_000  # the clock at the start of a test, in milliseconds since 1970
NONCE = "0f" * 16
MINUTE = MoveClock(60)


class InlineSqliteThread(SqliteThread):
    """Runs every query at once, in the event loop's thread."""

    async def run(self, job):
        await asyncio.sleep(0)
        return self._run_job(job)

    async def close(self):
        self._is_closed = True
        self._disconnect()
        self._thread.shutdown()


class InProcessBots(BotPool):
    """Lets the bot solid answer for every bot, in this process, after a delay in virtual time."""

    def __init__(self):
        super().__init__(1, CompiledCode(has_search=True), Metrics())
        self.seconds = 0.0
        self.delay = lambda view: self.seconds
        self.error: Exception | None = None  # raised instead of an answer
        self.bot_ids: list[str] = []
        self.tasks: list[object] = []
        self.move: str | None = None  # replaces the bot's move

    async def answer(self, task, urgency, room):
        self.bot_ids.append(task.bot)
        self.tasks.append(task)
        await asyncio.sleep(self.delay(task.view))
        if self.error is not None:
            raise self.error
        answer = answer_task(msgspec.structs.replace(task, bot="solid"))
        return answer if self.move is None else msgspec.structs.replace(answer, move=self.move)


async def handled(handlers, name, visitor, *, body=None, **arguments):
    """Call a handler: `str` arguments go into the path, `int` arguments into the query."""
    path = {key: value for key, value in arguments.items() if isinstance(value, str)}
    query = {key: value for key, value in arguments.items() if isinstance(value, int)}
    call = Call(visitor, path, query, body)
    return await (handlers.follow(call) if name == "follow" else handlers.answer(name, call))


def seats(text: str) -> tuple[SeatPlan, ...]:
    """Parse seats such as `_ _ solid`: open seats and bot ids."""
    return tuple([SeatPlan(None if part == "_" else BotId(part)) for part in text.split()])


class Harness:
    """Commands and queries in short form; a person's name is also their key."""

    def __init__(self, store, seed: int) -> None:
        self.store = store
        self.clock = SteadyClock(START)
        self.random_bytes = Random(seed).randbytes
        self.bots = InProcessBots()
        self.command = 0
        self.known: set[str] = set()  # people who are stored
        self.rooms, self.autoplay = self.new_rooms()

    @classmethod
    async def open(cls, seed: int = 7) -> "Harness":
        with patch("byzanz.store.sqlite.SqliteThread", InlineSqliteThread):
            return cls(await open_store(":memory:", volatile=True), seed)

    def new_rooms(self) -> tuple[RoomRegistry, Autoplay]:
        """Return the registry and autoplay of another process on the same store."""
        autoplay = Autoplay(self.bots, self.clock)
        return RoomRegistry(self.store, self.clock, autoplay, self.random_bytes), autoplay

    async def restart(self) -> None:
        """Replace the process: memory is lost, the log is not."""
        self.stop()
        self.rooms, self.autoplay = self.new_rooms()

    def stop(self) -> None:
        for live in self.rooms.live:
            live.stop()

    async def close(self) -> None:
        self.stop()
        await asyncio.sleep(0)
        await self.store.close()

    # --- commands -------------------------------------------------------------------------

    async def meet(self, person: str) -> None:
        """Store a person, as their first visit does."""
        if person not in self.known:
            self.known.add(person)
            await self.store.add_person(person_of(person), self.clock.now())

    def next_id(self) -> str:
        self.command += 1
        return f"command-{self.command}"

    async def create(self, plan: str = "_ _ _", host: str = "Anna", **options) -> str:
        """Create a room; options are the fields of `Setup`, `start` and `allows_listing`."""
        start, is_allowed = options.pop("start", False), options.pop("allows_listing", False)
        command = CreateRoom(
            *(self.next_id(), host, NONCE, seats(plan), Setup(**options)),
            start=start,
            allows_listing=is_allowed,
        )
        await self.meet(host)
        return (await self.rooms.create(person_of(host), command)).room

    async def do(self, person: str, room: str, command_type: type, *values, **named) -> Accepted:
        command = command_type(named.pop("id", None) or self.next_id(), *values, **named)
        await self.meet(person)
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

    async def allow_listing(self, person, room, *, is_allowed=True):
        return await self.do(person, room, AllowListing, is_allowed=is_allowed)

    async def start(self, person, room):
        return await self.do(person, room, Start)

    async def play(self, person, room, move, decision=None, **named):
        """Play a move; `decision` defaults to the current one."""
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

    # --- scenarios ------------------------------------------------------------------------

    async def table(self, people: str = "Anna Ben Cleo", bots: str = "", **options) -> str:
        """Create and start a game of these people and bots; returns the room's id."""
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

    # --- queries --------------------------------------------------------------------------

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
        outbox = await self.rooms.follow(person and person_of(person), room, after)
        return Follower(self, room, outbox)

    async def log(self, room: str):
        """Return the decoded entries of the log."""
        return [DECODER.decode(entry.body) for entry in await self.store.log(room)]

    async def room_from_log(self, room: str, outages: Outages | None = None) -> Room:
        """Fold the stored log again."""
        rebuilt = Room(room, outages or Outages())
        for entry in await self.store.log(room):
            rebuilt.add(entry.at, DECODER.decode(entry.body))
        return rebuilt

    async def wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    def now(self) -> int:
        """Return the milliseconds since the test began."""
        return self.clock.now() - START


class Follower:
    """A push connection and its messages."""

    def __init__(self, harness: Harness, room: str, outbox) -> None:
        self._harness, self._room, self.outbox = harness, room, outbox

    def read(self) -> list[Push]:
        """Return the messages since the last call."""
        messages = [msgspec.json.decode(each, type=Push) for each in self.outbox._messages]
        self.outbox._messages.clear()
        return messages

    def updates(self):
        return [each for each in self.read() if type(each).__name__ == "Update"]

    def notices(self) -> list[str]:
        return [each.code for each in self.read() if isinstance(each, Notice)]

    async def leave(self) -> None:
        await self._harness.rooms.unfollow(self._room, self.outbox)


async def refusal(awaitable) -> RequestRefused:
    """Await and return the `RequestRefused` that is raised; fails if none is."""
    try:
        await awaitable
    except RequestRefused as refused:
        return refused
    raise AssertionError("expected RequestRefused, but nothing was raised")
