"""People who vanish from waiting rooms and tables, come back or not; a seed decides who and when.

After a wild time somebody of those who are there tries to bring the room to its end, and does only
what a page could do: it looks at updates, and sends commands that they allow.
"""

import asyncio
from contextlib import ExitStack, suppress
from hashlib import blake2b
from random import Random
from unittest.mock import patch

from byzanz.server.people import person_of
from byzanz.server.visitor import Visitor
from byzanz.store.opening import open_store
from byzanz.store.trouble import StoreBusy
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
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.room import (
    OVER,
    BankClock,
    BotWord,
    MoveClock,
    Pace,
    RoomState,
    SeatKind,
    Setup,
    Status,
)
from tests.server.core.house import START, InlineLane
from tests.server.faults.choosing import choose
from tests.server.faults.database import Database
from tests.server.faults.process import Gone, Process, in_one_thread
from tests.server.virtual import run_virtual

NONCE = "0f" * 16
NAMES = ("Anna", "Ben", "Cleo", "Dora")
LATE_COMER = "Emil"
CLOCKS = (None, None, None, MoveClock(20), MoveClock(600), BankClock(300))
TICK = 4.0  # seconds between two looks of somebody who is there
WILD_SECONDS = 160
TO_START = 200  # seconds in which a waiting room begins: a host is gone after 60
TO_END = 120  # in which a game ends by vote: somebody is gone after 60, and has ten to object
TO_GO_ON = 400
TO_THE_END = 3 * 3600
MOVES = 8  # that a game must go on for with called bots
STRANGER = Visitor("127.0.0.1", None)
PASSING = (Gone, StoreBusy, TimeoutError)


class Person:
    """One who is there or not: with a socket, or only asking now and then."""

    def __init__(self, run: "Vanishing", name: str) -> None:
        self.run, self.name, self.dice = run, name, run.dice
        self.key = blake2b(name.encode(), digest_size=16).hexdigest()
        self.visitor = Visitor("127.0.0.1", self.key)
        self.is_here = False
        self.polls = run.dice.random() < 0.3
        self._count = 0
        self._feed = None
        self._process: Process | None = None

    async def become(self, store) -> None:
        await store.add_person(person_of(self.key), START)

    async def ask(self, name: str, **values):
        """What is answered in the end; raises `Refusal`."""
        while True:
            try:
                return await self.run.process.ask(name, self.visitor, **values)
            except PASSING:
                await asyncio.sleep(0.3)
            except Refusal as refusal:
                if refusal.code is not Code.BUSY:
                    raise
                await asyncio.sleep(0.3)

    async def do(self, kind: type, *values, **named) -> Code | None:
        """Send a command; why it is refused, if it is."""
        self._count += 1
        command = kind(f"{self.name}-{self._count:08}", *values, **named)
        try:
            await self.ask("command", room=self.run.room, body=command)
        except Refusal as refusal:
            return refusal.code
        return None

    async def look(self) -> Update:
        """The room, by the way that this person goes."""
        await self.connect()
        return await self.ask("update", room=self.run.room, after=0)

    async def connect(self) -> None:
        """Have a socket, unless this person only asks."""
        self.is_here = True
        if self.polls or (self._feed is not None and self._process is self.run.process):
            return
        with suppress(*PASSING):
            process = self.run.process
            self._feed = await process.ask("follow", self.visitor, room=self.run.room, after=0)
            self._process = process

    async def vanish(self) -> None:
        """Neither a socket nor a request from now on."""
        self.is_here = False
        feed, process = self._feed, self._process
        self._feed = self._process = None
        if feed is not None and process is not None and not process.is_gone:
            await process.service.rooms.unfollow(self.run.room, feed)


class Vanishing:
    """One run; a room that nobody can bring to its end raises `AssertionError`."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.room = ""
        self.process: Process
        self.people: list[Person] = []
        self._source = Random(seed + 1).randbytes

    async def play(self) -> str:
        """How it ended: the statuses that the room, and its rematch, came to."""
        with patch("byzanz.store.sqlite.Lane", InlineLane):
            store = await open_store(":memory:", volatile=True)
        self.database = Database(store, self.dice)
        self.database.is_calm = True
        try:
            await self._start_process()
            self.people = [Person(self, name) for name in (*NAMES, LATE_COMER)]
            for person in self.people:
                await person.become(store)
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
        """From the waiting room to the end; the status."""
        dice = self.dice
        if not is_made:
            await self._open()
        await self._wild(self._disturb_waiting, dice.uniform(0, WILD_SECONDS))
        state = await self._state()
        assert state.status not in OVER, "nobody ends a room that waits by leaving it"
        if state.status is Status.WAITING:
            await self._begin()
        await self._wild(self._disturb_game, dice.uniform(0, WILD_SECONDS))
        if (await self._state()).status not in OVER:
            await self._finish()
        return (await self._state()).status

    async def _open(self) -> None:
        dice, host = self.dice, self.people[0]
        open_seats = dice.choice((1, 2, 3, 3, 4))
        bots = [SeatPlan(BotWord.BEGINNER)] * max(3 - open_seats, dice.choice((0, 1)))
        setup = Setup(dice.choice(CLOCKS), pace=Pace.QUICK)
        seats = (*[SeatPlan()] * open_seats, *bots)
        command = CreateRoom("create-the-room", host.name, NONCE, seats, setup)
        self.room = (await host.ask("create", body=command)).room
        host.is_here = True

    async def _rematch(self) -> bool:
        """Whether somebody who played has made a room for the next game."""
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
        maker.is_here = True
        return True

    async def _state(self) -> RoomState:
        """As a stranger sees it."""
        return (await self.process.ask("update", STRANGER, room=self.room, after=0)).room

    def _seat(self, state: RoomState, person: Person) -> int | None:
        names = [seat.name if seat.kind is SeatKind.PERSON else None for seat in state.seats]
        if person.name not in names or state.seats[names.index(person.name)].has_left:
            return None
        return names.index(person.name)

    # --- the wild time --------------------------------------------------------------------

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
                await person.do(SetSeat, number, BotWord.BEGINNER)
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

    # --- those who are left bring it to its end -----------------------------------------------

    async def _stay(self, candidates: list[Person]) -> list[Person]:
        """Some of these stay, all others vanish for good."""
        staying = self.dice.sample(candidates, self.dice.randint(1, len(candidates)))
        for person in self.people:
            if person not in staying:
                await person.vanish()
        return staying

    async def _begin(self) -> None:
        """Whoever is there and has, or gets, a seat brings the waiting room to its start."""
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
                await person.do(SetSeat, number, BotWord.BEGINNER)
        await person.do(Start)

    async def _has_begun(self, update: Update) -> bool:
        return update.room.status is not Status.WAITING

    async def _finish(self) -> None:
        """Those who are there end the game by vote, or go on with bots for those who are gone."""
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
        if room.seat is None or await self._is_coming_back(person, room):
            return
        if room.seat not in room.abort_asked:
            await person.do(Abort)

    async def _step_on(self, person: Person, update: Update) -> None:
        room = update.room
        if room.seat is None or await self._is_coming_back(person, room):
            return
        if room.seat in room.abort_asked:
            await person.do(Abort, is_wanted=False)
        for number, seat in enumerate(room.seats):
            if seat.gone_since is not None:
                await person.do(CallBot, number)
        await self._play(person, update)

    async def _is_coming_back(self, person: Person, room: RoomState) -> bool:
        if room.seat is None or not room.seats[room.seat].is_away:
            return False
        await person.do(ComeBack)
        return True

    async def _until(self, seconds: float, staying: list[Person], step, is_so) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            for person in staying:
                update = await person.look()
                if await is_so(update):
                    return
                await step(person, update)
            names = [person.name for person in staying]
            assert loop.time() < end, f"{names} are there, and the room is stuck: {update.room}"
            await asyncio.sleep(TICK if step != self._step_on else 0.5)


async def _is_over(update: Update) -> bool:
    return update.room.status in OVER


def _is_past(seq: int):
    async def is_past(update: Update) -> bool:
        return update.seq >= seq or update.room.status in OVER

    return is_past


def _seldom():
    """Patches by which a server does at longer intervals what takes most of the time here."""
    for name, interval in {"BEAT": 4000, "LOOK": 4000, "POLL": 30_000}.items():
        yield patch(f"byzanz.server.service.{name}", interval)


def vanish(seed: int) -> str:
    """Run a seed; how it ended."""
    with ExitStack() as stack:
        for each in (*in_one_thread(), *_seldom()):
            stack.enter_context(each)
        return run_virtual(Vanishing(seed).play())
