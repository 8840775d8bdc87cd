"""A person of a simulation: follows a room over bad connections, and retries every request."""

import asyncio

import msgspec

from byzanz.rooms.audience import update as fresh_update
from byzanz.rooms.command_keys import command_key
from byzanz.server.call import Visitor
from byzanz.server.hosting.people import person_of
from byzanz.store.errors import StoreBusy
from byzanz.wire.answers import Accepted, Push, Update
from byzanz.wire.commands import (
    Abort,
    AuctionNumber,
    BidPlan,
    ComeBack,
    Leave,
    Play,
    React,
    Reaction,
    Undo,
)
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import Status
from tests.server.faults.choosing import choose
from tests.server.faults.process import ProcessEnded

TRANSIENT = (ProcessEnded, StoreBusy, TimeoutError)
PUSHES = msgspec.json.Decoder(Push)


class Person:
    """A person with a key, and usually a seat in a room."""

    def __init__(self, simulation, name: str) -> None:
        self.simulation, self.name = simulation, name
        self.dice = simulation.dice
        self.room = ""
        self.seq = 0
        self.last: Update | None = None
        self.steps: list = []  # all steps received since the last undo
        self.has_left = False
        self._updated = asyncio.Event()
        self._count = 0

    async def register(self) -> None:
        self.key = (await self.ask("new_person", Visitor("127.0.0.1", None))).key
        self.visitor = Visitor("127.0.0.1", self.key)
        self.id = person_of(self.key)

    def next_id(self) -> str:
        self._count += 1
        return f"{self.name}-{self._count:08}"

    # --- requests -------------------------------------------------------------------------

    async def ask(self, name: str, visitor=None, **values):
        """Send a request until it is answered; raises `RequestRefused` unless a retry may help."""
        while True:
            patience = self.dice.choice((0.02, 1, 5, 30))
            try:
                process = await self.simulation.some_process()
                async with asyncio.timeout(patience):
                    return await process.ask(name, visitor or self.visitor, **values)
            except TRANSIENT:
                pass
            except RequestRefused as refusal:
                if refusal.code not in (Code.BUSY, Code.TOO_FAST):
                    raise
            await asyncio.sleep(self.dice.uniform(0.01, 0.5))

    async def command(self, body) -> Accepted | str:
        """Send a command, sometimes twice at once; returns the answer, or the refusal's code."""
        is_twice = self.dice.random() < 0.2 and self.simulation.injects_faults
        answers = await asyncio.gather(*[self._command(body) for _ in range(1 + is_twice)])
        accepted = [each for each in answers if isinstance(each, Accepted)]
        assert len(set(accepted)) <= 1, f"{body}: {answers}"
        return (accepted or answers)[0]

    async def _command(self, body) -> Accepted | str:
        simulation, key = self.simulation, command_key(self.id, body.command)
        try:
            answer = await self.ask("command", room=self.room, body=body)
        except RequestRefused as refusal:
            simulation.database.read(self.room)
            if key in simulation.database.seq_by_command[self.room]:
                raise AssertionError(f"{body}: {refusal}") from refusal
            simulation.trace("refused", body, refusal.code)
            return str(refusal.code)
        simulation.trace("accepted", body, answer)
        simulation.acknowledge(self.room, key, answer.seq)
        return answer

    # --- following ------------------------------------------------------------------------

    async def follow(self) -> None:
        while True:
            process = await self.simulation.some_process()
            try:
                outbox = await process.ask("follow", self.visitor, room=self.room, after=self.seq)
            except TRANSIENT:
                await asyncio.sleep(self.dice.uniform(0.05, 0.5))
                continue
            except RequestRefused as refusal:
                if refusal.code is not Code.TOO_FAST:
                    raise
                await asyncio.sleep(1)
                continue
            try:
                await self._read(outbox)
            finally:
                if not process.has_ended:
                    await process.service.rooms.unfollow(self.room, outbox)
            await self._stay_away()

    async def _stay_away(self) -> None:
        if not self.simulation.injects_faults:
            await asyncio.sleep(0.1)
        else:
            await self.simulation.rest(self.dice.uniform(0, self.dice.choice((0.1, 0.1, 5, 200))))

    async def _read(self, outbox) -> None:
        """Read messages until the connection ends, sometimes slowly."""
        while (message := await outbox.next()) is not None:
            push = PUSHES.decode(message)
            if isinstance(push, Update):
                self._receive(push)
            if self.simulation.injects_faults:
                if self.dice.random() < 0.01:
                    return
                if self.dice.random() < 0.01:
                    await self.simulation.rest(self.dice.uniform(1, 60))

    def _receive(self, push: Update) -> None:
        assert push.after == self.seq, f"{self.name} had {self.seq}, and got {push.after}"
        assert push.seq >= self.seq
        if push.is_rewound:
            self.steps.clear()
        numbers = [step.seq for step in push.steps]
        assert push.is_rewound or not numbers or numbers[0] == self.seq + 1
        assert numbers == list(range(push.seq + 1 - len(numbers), push.seq + 1))
        self.steps += push.steps
        self.seq, self.last = push.seq, push
        self.simulation.trace(self.name, push.after, push.seq, push.now)
        self._check(push)
        self._updated.set()

    def _check(self, push: Update) -> None:
        """Check that the update agrees with the log, and shows no hand of another seat."""
        fold = self.simulation.database.read(self.room)
        seat = fold.seat_of(self.id)
        if fold.seq == push.seq:
            fresh = fresh_update(fold, seat, push.after, push.now)
            assert self.simulation.database.is_same(push, fresh)
        if push.view is not None and push.room.status is Status.RUNNING:
            assert push.view.seat == push.room.seat
            assert (push.view.own is None) == (push.room.seat is None)
            assert push.room.deal is None or push.room.deal.secret is None
            if fold.seq == push.seq and push.view.own is not None:
                assert fold.game is not None
                assert len(push.view.own.hand) == fold.game.table.hand_sizes[seat]

    # --- playing --------------------------------------------------------------------------

    async def play(self) -> None:
        while not self.has_left:
            self._updated.clear()
            if self.last is not None and self.last.room.status is Status.RUNNING:
                await self._act(self.last)
            longest = 30 if self.simulation.injects_faults else 2
            try:
                async with asyncio.timeout(self.dice.uniform(0.5, longest)):
                    await self._updated.wait()
            except TimeoutError:
                pass

    async def _act(self, last: Update) -> None:
        seat, dice = last.room.seat, self.dice
        if seat is None or last.view is None or last.options is None:
            return
        if not self.simulation.injects_faults and last.room.seats[seat].is_away:
            await self.command(ComeBack(self.next_id()))
            return
        if self.simulation.injects_faults and dice.random() < 0.1:
            await self._do_something_else(last)
        await self._think()
        last = self.last if dice.random() < 0.9 and self.last else last  # sometimes a stale update
        is_on_turn = last.view is not None and last.view.turn == seat
        if last.options and (is_on_turn or last.options.may_be_done or dice.random() < 0.1):
            move = choose(last.options, dice)
            await self.command(Play(self.next_id(), move, last.options.decision))

    async def _think(self) -> None:
        if not self.simulation.injects_faults:
            await asyncio.sleep(self.dice.uniform(0, 1))
        else:
            longest = self.dice.choice((0.1, 0.1, 1, 1, 5, 5, 70))
            await self.simulation.rest(self.dice.uniform(0, longest))

    async def _do_something_else(self, last: Update) -> None:
        dice = self.dice
        choices = ("plan", "plan", "skip", "undo", "undo", "come_back", "react", "leave", "abort")
        match dice.choice(choices):
            case "plan" if last.view and last.view.lot and last.view.lot.beat is not None:
                auction = AuctionNumber(last.view.round, last.view.lot.number)
                limits = ((None, None), (0, None), (3, None), (None, 2), (None, 40))
                await self._ask_unless_refused("wish", body=BidPlan(auction, *dice.choice(limits)))
            case "skip":
                await self._ask_unless_refused("skip")
            case "undo":
                await self.command(Undo(self.next_id()))
            case "come_back":
                await self.command(ComeBack(self.next_id()))
            case "react":
                await self._ask_unless_refused("react", body=React(Reaction.OUCH))
            case "leave" if dice.random() < 0.05:
                self.has_left = isinstance(await self.command(Leave(self.next_id())), Accepted)
            case "abort" if dice.random() < 0.2:
                await self.command(Abort(self.next_id()))

    async def _ask_unless_refused(self, name: str, **values) -> None:
        try:
            await self.ask(name, room=self.room, **values)
        except RequestRefused as refusal:
            self.simulation.trace(name, refusal.code)
