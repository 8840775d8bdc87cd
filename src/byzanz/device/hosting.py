"""Executes what the person asks for in rooms."""

from collections.abc import Callable
from functools import partial

import msgspec

from byzanz.device.automatic_play import next_at, next_moves, skipped_moves
from byzanz.device.bots import check_bots
from byzanz.device.own_room import OwnRoom
from byzanz.device.shelf import Shelf
from byzanz.rooms.audience import audience_of, personal_update, update
from byzanz.rooms.bid_plan import planning_seat
from byzanz.rooms.bot_task import answer_task
from byzanz.rooms.command_keys import NewRoom, body_digest, command_key
from byzanz.rooms.creation import (
    RandomBytes,
    new_random,
    new_room,
    rematch_room,
    rematching_seat,
    room_id,
)
from byzanz.rooms.decide import Outcome, decide
from byzanz.rooms.entries import Created, Entry, HintAsked, Rematched
from byzanz.rooms.hints import hint_task
from byzanz.rooms.room_record import room_record
from byzanz.rooms.skip import skipping_seat
from byzanz.wire.answers import Accepted, Hint, Update
from byzanz.wire.commands import BidPlan, ChangeSetup, Command, CreateRoom, Rematch, SetSeat
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId, Setup

PREFIX = "device-"
"""The ids of a device begin with it; those of servers are hexadecimal digits alone."""


def device_id(id_: str) -> str:
    """Return the id on a device for 32 hexadecimal digits."""
    return PREFIX + id_


class Hosting:
    """Makes rooms, and changes them by commands, plans, skips and the moves of bots."""

    def __init__(self, shelf: Shelf, random_bytes: RandomBytes) -> None:
        self._shelf = shelf
        self._random_bytes = random_bytes

    # --- new rooms --------------------------------------------------------------------------

    def create(self, now: int, command: CreateRoom) -> Accepted:
        """Make a room, but only one if the command is sent again; raises `RequestRefused`."""
        check_bots([seat.bot for seat in command.seats])
        check_setup(command.setup)
        if sum(seat.bot is None for seat in command.seats) > 1:
            raise RequestRefused(Code.SEATS_OPEN)  # nobody else can take a seat here
        return self.make(
            now,
            command,
            "",
            lambda: new_room(self._shelf.person, command, self._random_bytes),
        )

    def make(
        self, now: int, command: NewRoom, before: str, first: Callable[[], Created]
    ) -> Accepted:
        """Make a room whose first entry is `first()`, unless the command has made it before.

        `before` is the room or replay that the new room continues. Nobody joins with a code.
        """
        person = self._shelf.person
        room = device_id(room_id(person, command.command, before))
        if room in self._shelf.cards:
            answer = self._shelf.room(room).answer(person, command)
            return answer or Accepted(room, self._shelf.cards[room].seq)
        own = OwnRoom(room)
        entry = msgspec.structs.replace(first(), code=None)
        self._shelf.hold(own)
        self._append(now, own, command, Outcome(entry))
        return Accepted(room, own.room.seq)

    # --- commands ---------------------------------------------------------------------------

    def perform(self, now: int, room: str, command: Command) -> Accepted:
        """Execute a command; raises `RequestRefused`."""
        own = self._shelf.room(room)
        answer = own.answer(self._shelf.person, command)
        if answer is not None:
            return answer
        self._append(now, own, command, self._decide(now, own, command))
        done = own.answer(self._shelf.person, command)
        assert done is not None
        return done

    def _decide(self, now: int, own: OwnRoom, command: Command) -> Outcome:
        person = self._shelf.person
        audience_of(own.room, person)
        if isinstance(command, SetSeat):
            check_bots([command.bot])
        if isinstance(command, ChangeSetup):
            check_setup(command.setup)
        if not isinstance(command, Rematch):
            return decide(own.room, person, command, partial(new_random, self._random_bytes))
        seat = rematching_seat(own.room, person)
        made = self.make(
            now,
            command,
            own.room.id,
            lambda: rematch_room(own.room, seat, command, self._random_bytes),
        )
        return Outcome(Rematched(seat, made.room))

    def _append(self, now: int, own: OwnRoom, command: Command | NewRoom, outcome: Outcome) -> None:
        key = command_key(self._shelf.person, command.command)
        digest = body_digest(command).hex()
        row = own.append(now, key, outcome.entry, digest=digest, move=outcome.move)
        self._shelf.add_entry(own, row)

    def _append_automatic(self, now: int, own: OwnRoom, entry: Entry) -> None:
        self._shelf.add_entry(own, own.append_automatic(now, entry))

    # --- what is not a command --------------------------------------------------------------

    def set_bid_plan(self, room: str, plan: BidPlan) -> None:
        """Store the person's bid plan; raises `RequestRefused`."""
        own = self._shelf.room(room)
        seat = planning_seat(own.room, self._shelf.person, plan)
        own.plans[seat] = plan
        self._shelf.put_plans(own)

    def skip(self, now: int, room: str) -> None:
        """Let bots move at once until the person must decide; raises `RequestRefused`."""
        own = self._shelf.room(room)
        seat = skipping_seat(own.room, self._shelf.person)
        for move in skipped_moves(own, seat):
            self._append_automatic(now, own, move)

    def hint(self, now: int, room: str, decision: int) -> Hint:
        """Let the bot solid judge the person's current decision; raises `RequestRefused`."""
        own = self._shelf.room(room)
        seat, task = hint_task(own.room, self._shelf.person, decision, BotId.SOLID)
        if own.room.logs_hints and seat not in own.room.hinted:
            self._append_automatic(now, own, HintAsked(seat))
        explanation = answer_task(task).explanation
        assert explanation is not None
        return Hint(decision, explanation)

    def record(self, room: str) -> str:
        """Return the record of a game; while it runs, only its public part."""
        return room_record(self._shelf.room(room).room)

    # --- what happens by itself -------------------------------------------------------------

    def next_at(self, room: str) -> int | None:
        """Return when the next bot or bid plan moves in a room; None: none does."""
        return next_at(self._shelf.room(room))

    def play_next(self, now: int, room: str) -> None:
        """Make the next automatic move, if it is due."""
        own = self._shelf.room(room)
        due = next_at(own)
        if due is None or due > now:
            return
        for move in next_moves(own):
            self._append_automatic(now, own, move)

    def update(self, now: int, room: str, after: int) -> Update:
        """Return everything after an entry, and the current state of the room."""
        folded, person = self._shelf.room(room).room, self._shelf.person
        seat = audience_of(folded, person)
        common = update(folded, seat, min(after, folded.seq), now)
        return personal_update(folded, person, common)


def check_setup(setup: Setup) -> None:
    """Raise `RequestRefused` if a setup has a clock: it would run while the page is closed."""
    if setup.clock is not None:
        raise RequestRefused(Code.BAD_REQUEST, field="setup.clock")
