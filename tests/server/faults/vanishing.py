"""People who vanish from waiting rooms and games and may return; a seed decides who and when.

After a time of random commands the people who are still present must be able to end the game. They
do only what a page could do: read updates, and send commands that the updates allow.
"""

import asyncio
from contextlib import ExitStack, suppress
from hashlib import blake2b
from random import Random
from unittest.mock import patch

from byzanz.server.call import Visitor
from byzanz.server.hosting.people import person_of
from byzanz.store.errors import StoreBusy
from byzanz.store.opening import open_store
from byzanz.wire.answers import Update
from byzanz.wire.commands import (
    Abort,
    CallBot,
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
)
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import (
    OVER,
    BankClock,
    BotId,
    MoveClock,
    Pace,
    RoomState,
    SeatKind,
    Setup,
    Status,
)
from tests.server.faults.choosing import choose
from tests.server.faults.database import Database
from tests.server.faults.process import Process, ProcessEnded, in_one_thread
from tests.server.hosting.harness import START, InlineSqliteThread
from tests.server.virtual import run_virtual

NONCE = "0f" * 16
NAMES = ("Anna", "Ben", "Cleo", "Dora")
LATE_COMER = "Emil"
CLOCKS = (None, None, None, MoveClock(20), MoveClock(600), BankClock(300))
TICK = 4.0  # seconds between two updates of a person who is present
WILD_SECONDS = 160  # at most, of random commands
TO_START = 200  # seconds to start a waiting room: a host is gone after 60
TO_END = 120  # seconds to end a game by vote: a person is gone after 60, and has 10 to object
TO_GO_ON = 400  # seconds to play `MOVES` more moves with called bots
TO_THE_END = 3 * 3600  # seconds to play a whole game
MOVES = 8
STRANGER = Visitor("127.0.0.1", None)
TRANSIENT = (ProcessEnded, StoreBusy, TimeoutError)


class Person:
    """A person, present or not, with a push socket or polling."""

    def __init__(self, run: "Vanishing", name: str) -> None:
        self.run, self.name, self.dice = run, name, run.dice
        self.key = blake2b(name.encode(), digest_size=16).hexdigest()
        self.visitor = Visitor("127.0.0.1", self.key)
        self.is_present = False
        self.polls = run.dice.random() < 0.3
        self._count = 0
        self._outbox = None
        self._process: Process | None = None

    async def register(self, store) -> None:
        await store.add_person(person_of(self.key), START)

    async def ask(self, name: str, **values):
        """Send a request until it is answered; raises `RequestRefused`."""
        while True:
            try:
                return await self.run.process.ask(name, self.visitor, **values)
            except TRANSIENT:
                await asyncio.sleep(0.3)
            except RequestRefused as refusal:
                if refusal.code is not Code.BUSY:
                    raise
                await asyncio.sleep(0.3)

    async def do(self, command_type: type, *values, **named) -> Code | None:
        """Send a command; returns the code of a refusal."""
        self._count += 1
        command = command_type(f"{self.name}-{self._count:08}", *values, **named)
        try:
            await self.ask("command", room=self.run.room, body=command)
        except RequestRefused as refusal:
            return refusal.code
        return None

    async def look(self) -> Update:
        """Connect if needed, and request an update."""
        await self.connect()
        return await self.ask("update", room=self.run.room, after=0)

    async def connect(self) -> None:
        """Be present; open a socket unless this person polls."""
        self.is_present = True
        if self.polls or (self._outbox is not None and self._process is self.run.process):
            return
        with suppress(*TRANSIENT):
            process = self.run.process
            self._outbox = await process.ask("follow", self.visitor, room=self.run.room, after=0)
            self._process = process

    async def vanish(self) -> None:
        """Close the socket, and send nothing more."""
        self.is_present = False
        outbox, process = self._outbox, self._process
        self._outbox = self._process = None
        if outbox is not None and process is not None and not process.has_ended:
            await process.service.rooms.unfollow(self.run.room, outbox)


class Vanishing:
    """One run; a room that the people present cannot end raises `AssertionError`."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.room = ""
        self.process: Process
        self.people: list[Person] = []
        self._source = Random(seed + 1).randbytes

    async def play(self) -> str:
        """Run; returns the final status of the room, and of its rematch if there is one."""
        with patch("byzanz.store.sqlite.SqliteThread", InlineSqliteThread):
            store = await open_store(":memory:", volatile=True)
        self.database = Database(store, self.dice)
        self.database.is_calm = True
        try:
            await self._start_process()
            self.people = [Person(self, name) for name in (*NAMES, LATE_COMER)]
            for person in self.people:
                await person.register(store)
            ends = [await self._game()]
            if self.dice.random() < 0.3 and await self._rematch():
                ends.append(await self._game(is_made=True))
            return " ".join(ends)
        finally:
            self.process.crash()
            await asyncio.sleep(0)
            self.database.close()
            await store.close()

    async def _start_process(self) -> None:
        self.process = Process(self.database, self._source)
        await self.process.start()

    async def _crash(self) -> None:
        self.process.crash()
        await asyncio.sleep(self.dice.choice((0.1, 3, 90)))
        await self._start_process()

    # --- a room ---------------------------------------------------------------------------

    async def _game(self, *, is_made: bool = False) -> str:
        """Play from the waiting room to the end; returns the final status."""
        dice = self.dice
        if not is_made:
            await self._open()
        await self._wild(self._disturb_waiting, dice.uniform(0, WILD_SECONDS))
        state = await self._state()
        assert state.status not in OVER, "leaving must not end a waiting room"
        if state.status is Status.WAITING:
            await self._begin()
        await self._wild(self._disturb_game, dice.uniform(0, WILD_SECONDS))
        if (await self._state()).status not in OVER:
            await self._finish()
        return (await self._state()).status

    async def _open(self) -> None:
        dice, host = self.dice, self.people[0]
        open_seats = dice.choice((1, 2, 3, 3, 4))
        bots = [SeatPlan(BotId.BEGINNER)] * max(3 - open_seats, dice.choice((0, 1)))
        setup = Setup(dice.choice(CLOCKS), pace=Pace.QUICK)
        seats = (*[SeatPlan()] * open_seats, *bots)
        command = CreateRoom("create-the-room", host.name, NONCE, seats, setup)
        self.room = (await host.ask("create", body=command)).room
        host.is_present = True

    async def _rematch(self) -> bool:
        """Let a player create a rematch; returns False if nobody has a seat."""
        state = await self._state()
        seated = [each for each in self.people if self._seat(state, each) is not None]
        if not seated:
            return False
        maker = self.dice.choice(seated)
        accepted = await maker.ask(
            "command", room=self.room, body=Rematch(f"again-{maker.name}", NONCE)
        )
        for person in self.people:
            await person.vanish()
        self.room = accepted.room
        maker.is_present = True
        return True

    async def _state(self) -> RoomState:
        """The room as a spectator sees it."""
        return (await self.process.ask("update", STRANGER, room=self.room, after=0)).room

    def _seat(self, state: RoomState, person: Person) -> int | None:
        names = [seat.name if seat.kind is SeatKind.PERSON else None for seat in state.seats]
        if person.name not in names or state.seats[names.index(person.name)].has_left:
            return None
        return names.index(person.name)

    # --- random commands ------------------------------------------------------------------

    async def _wild(self, disturb, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while loop.time() < end:
            if self.dice.random() < 0.05:
                await self._crash()
            person = self.dice.choice(self.people)
            state = await self._state()
            if state.status in OVER or (state.status, disturb) == (
                Status.RUNNING,
                self._disturb_waiting,
            ):
                return
            await disturb(person, state)
            await asyncio.sleep(self.dice.choice((0.2, 2, 10, 40)))

    async def _disturb_waiting(self, person: Person, state: RoomState) -> None:
        dice, seat = self.dice, self._seat(state, person)
        if dice.random() < 0.3:
            await person.vanish()
            return
        await person.connect()
        if seat is None:
            await person.do(Join, person.name, NONCE)
            return
        number = dice.randrange(len(state.seats))
        match dice.choice(("leave", "bot", "open", "count", "hand", "remove", "wait", "start")):
            case "leave":
                await person.do(Leave)
            case "bot":
                await person.do(SetSeat, number, BotId.BEGINNER)
            case "open":
                await person.do(SetSeat, number, None)
            case "count":
                await person.do(SetSeatCount, dice.randint(3, 6))
            case "hand":
                await person.do(HandOver, number)
            case "remove" if dice.random() < 0.3:
                await person.do(Remove, number)
            case "start":
                await person.do(Start)

    async def _disturb_game(self, person: Person, state: RoomState) -> None:
        dice, seat = self.dice, self._seat(state, person)
        if seat is None:
            return
        if dice.random() < 0.25:
            await person.vanish()
            return
        update = await person.look()
        other = dice.randrange(len(state.seats))
        match dice.choice(("play", "play", "play", "vote", "unvote", "call", "back", "leave")):
            case "play":
                await self._play(person, update)
            case "vote" if dice.random() < 0.5:
                await person.do(Abort)
            case "unvote":
                await person.do(Abort, is_wanted=False)
            case "call":
                await person.do(CallBot, other)
            case "back":
                await person.do(ComeBack)
            case "leave" if dice.random() < 0.1:
                await person.do(Leave)

    async def _play(self, person: Person, update: Update) -> None:
        options = update.options
        if options is None or update.view is None:
            return
        if update.view.turn == update.room.seat or options.may_be_done:
            await person.do(Play, choose(options, self.dice), options.decision)

    # --- the end of the game ------------------------------------------------------------------

    async def _stay(self, candidates: list[Person]) -> list[Person]:
        """Let some of these stay, and all other people vanish for good."""
        staying = self.dice.sample(candidates, self.dice.randint(1, len(candidates)))
        for person in self.people:
            if person not in staying:
                await person.vanish()
        return staying

    async def _begin(self) -> None:
        """Let the people present start the game."""
        state = await self._state()
        seated = [each for each in self.people if self._seat(state, each) is not None]
        staying = await self._stay(seated or [self.people[-1]])
        await self._until(TO_START, staying, self._step_to_start, self._has_begun)

    async def _step_to_start(self, person: Person, update: Update) -> None:
        room = update.room
        if room.seat is None:
            await person.do(Join, person.name, NONCE)
            return
        if room.host != room.seat:
            return
        for number, seat in enumerate(room.seats):
            if seat.kind is SeatKind.PERSON and seat.gone_since is not None:
                await person.do(Remove, number)
            if seat.kind is SeatKind.OPEN:
                await person.do(SetSeat, number, BotId.BEGINNER)
        await person.do(Start)

    async def _has_begun(self, update: Update) -> bool:
        return update.room.status is not Status.WAITING

    async def _finish(self) -> None:
        """Let the people present vote to end the game, or go on with bots for the others."""
        state = await self._state()
        seated = [each for each in self.people if self._seat(state, each) is not None]
        staying = await self._stay(seated)
        match self.dice.choice(("vote",) * 20 + ("bots",) * 18 + ("whole",)):
            case "bots":
                moves = (await staying[0].look()).seq + MOVES
                await self._until(TO_GO_ON, staying, self._step_on, _is_past(moves))
                await self._vote(staying)
            case "whole":
                await self._until(TO_THE_END, staying, self._step_on, _is_over)
            case _:
                await self._vote(staying)

    async def _vote(self, staying: list[Person]) -> None:
        if (await self._state()).status not in OVER:
            await self._until(TO_END, staying, self._step_to_end, _is_over)

    async def _step_to_end(self, person: Person, update: Update) -> None:
        room = update.room
        if room.seat is None or await self._comes_back(person, room):
            return
        if room.seat not in room.abort_asked:
            await person.do(Abort)

    async def _step_on(self, person: Person, update: Update) -> None:
        room = update.room
        if room.seat is None or await self._comes_back(person, room):
            return
        if room.seat in room.abort_asked:
            await person.do(Abort, is_wanted=False)
        for number, seat in enumerate(room.seats):
            if seat.gone_since is not None:
                await person.do(CallBot, number)
        await self._play(person, update)

    async def _comes_back(self, person: Person, room: RoomState) -> bool:
        """Let a person who is away come back; returns whether the person was away."""
        if room.seat is None or not room.seats[room.seat].is_away:
            return False
        await person.do(ComeBack)
        return True

    async def _until(self, seconds: float, staying: list[Person], step, is_done) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            for person in staying:
                update = await person.look()
                if await is_done(update):
                    return
                await step(person, update)
            names = [person.name for person in staying]
            assert loop.time() < end, f"{names} are present, and the room is stuck: {update.room}"
            await asyncio.sleep(TICK if step != self._step_on else 0.5)


async def _is_over(update: Update) -> bool:
    return update.room.status in OVER


def _is_past(seq: int):
    async def is_past(update: Update) -> bool:
        return update.seq >= seq or update.room.status in OVER

    return is_past


def _longer_intervals():
    """Patches for longer intervals of the background tasks, which take most of the real time."""
    yield patch("byzanz.server.hosting.heartbeat.INTERVAL", 4000)
    yield patch("byzanz.server.service.WAKE_INTERVAL", 4000)
    yield patch("byzanz.server.service.POLL_INTERVAL", 30_000)


def vanish(seed: int) -> str:
    """Run a seed; returns the final statuses."""
    with ExitStack() as stack:
        for each in (*in_one_thread(), *_longer_intervals()):
            stack.enter_context(each)
        return run_virtual(Vanishing(seed).play())
