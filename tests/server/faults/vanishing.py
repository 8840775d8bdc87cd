"""People vanish from waiting rooms and games and may return; a seed determines who and when.

After random commands, some of the people present must be able to end the game. They do only what a
page can do: they read updates, and send commands that the updates allow.
"""

import asyncio
from contextlib import ExitStack
from random import Random
from unittest.mock import patch

from byzanz.server.call import Visitor
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
from tests.server.faults.process import Process, in_one_thread
from tests.server.faults.vanishing_person import VanishingPerson
from tests.server.hosting.harness import InlineSqliteThread
from tests.server.virtual_time import run_in_virtual_time

NONCE = "0f" * 16
NAMES = ("Anna", "Ben", "Cleo", "Dora")
LATE_COMER = "Emil"
CLOCKS = (None, None, None, MoveClock(20), MoveClock(600), BankClock(300))
TICK = 4.0  # seconds between two updates of a person present
RANDOM_SECONDS = 160  # the longest time of random commands
START_SECONDS = 200  # seconds until people must be able to start: a host is gone after 60
VOTE_SECONDS = 120  # seconds until a vote must end a game: 60 until a person is gone, 10 to object
ENTRIES_SECONDS = 400  # seconds until a game with called bots must have grown by `ENTRIES` entries
GAME_SECONDS = 3 * 3600  # seconds until a game with called bots must have ended
ENTRIES = 8  # how many more entries a game with called bots must have
STRANGER = Visitor("127.0.0.1", None)


class Vanishing:
    """One run; a room that the people present cannot end raises `AssertionError`."""

    def __init__(self, seed: int) -> None:
        self.dice = Random(seed)
        self.room = ""
        self.process: Process
        self.people: list[VanishingPerson] = []
        self._source = Random(seed + 1).randbytes

    async def play(self) -> str:
        """Run the simulation; returns the final status of the room and of its rematch."""
        with patch("byzanz.store.sqlite.SqliteThread", InlineSqliteThread):
            store = await open_store(":memory:", volatile=True)
        self.database = Database(store, self.dice)
        self.database.injects_faults = False
        try:
            await self._start_process()
            self.people = [VanishingPerson(self, name) for name in (*NAMES, LATE_COMER)]
            for person in self.people:
                await person.register(store)
            ends = [await self._game()]
            if self.dice.random() < 0.3 and await self._rematch():
                ends.append(await self._game(has_room=True))
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

    async def _game(self, *, has_room: bool = False) -> str:
        """Play from the waiting room to the end; returns the final status."""
        dice = self.dice
        if not has_room:
            await self._open()
        await self._disturb(self._disturb_waiting, dice.uniform(0, RANDOM_SECONDS))
        state = await self._state()
        assert state.status not in OVER, "leaving must not end a waiting room"
        if state.status is Status.WAITING:
            await self._begin()
        await self._disturb(self._disturb_game, dice.uniform(0, RANDOM_SECONDS))
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
        """Let a player create a rematch; False if nobody is seated."""
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
        """Return the room as a spectator sees it."""
        return (await self.process.ask("update", STRANGER, room=self.room, after=0)).room

    def _seat(self, state: RoomState, person: VanishingPerson) -> int | None:
        names = [seat.name if seat.kind is SeatKind.PERSON else None for seat in state.seats]
        if person.name not in names or state.seats[names.index(person.name)].has_left:
            return None
        return names.index(person.name)

    # --- random commands ------------------------------------------------------------------

    async def _disturb(self, disturb, seconds: float) -> None:
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

    async def _disturb_waiting(self, person: VanishingPerson, state: RoomState) -> None:
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

    async def _disturb_game(self, person: VanishingPerson, state: RoomState) -> None:
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

    async def _play(self, person: VanishingPerson, update: Update) -> None:
        options = update.options
        if options is None or update.view is None:
            return
        if update.view.turn == update.room.seat or options.may_be_done:
            await person.do(Play, choose(options, self.dice), options.decision)

    # --- start and end of a game ----------------------------------------------------------------

    async def _stay(self, candidates: list[VanishingPerson]) -> list[VanishingPerson]:
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
        await self._until(START_SECONDS, staying, self._step_to_start, self._has_begun)

    async def _step_to_start(self, person: VanishingPerson, update: Update) -> None:
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
        """Let the people present vote for the end, or play on with bots for the others."""
        state = await self._state()
        seated = [each for each in self.people if self._seat(state, each) is not None]
        staying = await self._stay(seated)
        match self.dice.choice(("vote",) * 20 + ("bots",) * 18 + ("whole",)):
            case "bots":
                last = (await staying[0].look()).seq + ENTRIES
                await self._until(ENTRIES_SECONDS, staying, self._step_on, _has_reached(last))
                await self._vote(staying)
            case "whole":
                await self._until(GAME_SECONDS, staying, self._step_on, _is_over)
            case _:
                await self._vote(staying)

    async def _vote(self, staying: list[VanishingPerson]) -> None:
        if (await self._state()).status not in OVER:
            await self._until(VOTE_SECONDS, staying, self._step_to_end, _is_over)

    async def _step_to_end(self, person: VanishingPerson, update: Update) -> None:
        room = update.room
        if room.seat is None or await self._come_back(person, room):
            return
        if room.seat not in room.abort_asked:
            await person.do(Abort)

    async def _step_on(self, person: VanishingPerson, update: Update) -> None:
        room = update.room
        if room.seat is None or await self._come_back(person, room):
            return
        if room.seat in room.abort_asked:
            await person.do(Abort, is_wanted=False)
        for number, seat in enumerate(room.seats):
            if seat.gone_since is not None:
                await person.do(CallBot, number)
        await self._play(person, update)

    async def _come_back(self, person: VanishingPerson, room: RoomState) -> bool:
        """Let a person who is away come back; returns whether they were away."""
        if room.seat is None or not room.seats[room.seat].is_away:
            return False
        await person.do(ComeBack)
        return True

    async def _until(self, seconds: float, staying: list[VanishingPerson], step, is_done) -> None:
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


def _has_reached(seq: int):
    async def has_reached(update: Update) -> bool:
        return update.seq >= seq or update.room.status in OVER

    return has_reached


def _longer_intervals():
    """Yield patches that make background work rarer, because it takes most of the time here."""
    yield patch("byzanz.server.hosting.heartbeat.INTERVAL", 4000)
    yield patch("byzanz.server.service.WAKE_INTERVAL", 4000)
    yield patch("byzanz.server.service.POLL_INTERVAL", 30_000)


def vanish(seed: int) -> str:
    """Run the simulation of a seed; returns the final statuses."""
    with ExitStack() as stack:
        for each in (*in_one_thread(), *_longer_intervals()):
            stack.enter_context(each)
        return run_in_virtual_time(Vanishing(seed).play())
