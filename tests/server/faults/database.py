"""The store of a simulation: shared by all processes, sometimes busy, and checked on each read."""

import asyncio
import sqlite3
from collections import defaultdict
from random import Random

import msgspec
from msgspec.structs import replace

from byzanz.rooms.entries import DECODER
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.store.errors import StoreBusy
from byzanz.store.rows import Appended, LogRow, Notifications
from byzanz.wire.answers import Update

SNAPSHOT_ENCODER = msgspec.json.Encoder(enc_hook=list)  # growing lists become plain ones
READ = "SELECT seq, at, command, digest, body FROM log WHERE room = ? AND seq > ? ORDER BY seq"


class Database:
    """The stored logs, and an independent fold of each."""

    def __init__(self, store, dice: Random) -> None:
        self.store = store
        self.dice = dice
        self.injects_faults = True  # the store is sometimes busy, and notifications are lost
        self.busy_until = 0.0
        self.outages = Outages()
        self.may_outages_differ = False  # whether processes may know different outages
        self.links: list[Link] = []
        self.logs: dict[str, list[LogRow]] = defaultdict(list)
        self.seq_by_command: dict[str, dict[str, int]] = defaultdict(dict)  # room: command: seq
        self.folds: dict[str, Room] = {}
        self.states: dict[str, list[Room]] = defaultdict(lambda: [Room("", self.outages)])  # by seq
        self._reader = sqlite3.connect(store._path)

    def read(self, room: str) -> Room:
        """Fold the new entries of a room's log and check each; returns the room."""
        fold = self.folds.setdefault(room, Room(room, self.outages))
        for row in self._reader.execute(READ, (room, fold.seq)):
            entry = LogRow(*row)
            assert entry.seq == fold.seq + 1, "a gap in the log"
            assert entry.command not in self.seq_by_command[room], "a command was logged twice"
            assert not self.logs[room] or entry.at >= self.logs[room][-1].at
            fold.add(entry.at, DECODER.decode(entry.body))
            self.logs[room].append(entry)
            self.seq_by_command[room][entry.command] = entry.seq
            self.states[room].append(fold.copy())
        return fold

    def add_outage(self, began: int, ended: int, *, is_running: bool) -> None:
        """Add an outage, which stops all clocks, and fold all logs again."""
        self.may_outages_differ |= is_running or len(self.links) > 1
        self.outages.add(began, ended)
        rooms = list(self.folds)
        for cached in (self.folds, self.logs, self.seq_by_command, self.states):
            cached.clear()
        for room in rooms:
            self.read(room)

    def is_same(self, one: Update, other: Update) -> bool:
        """Whether two updates are equal; who is gone may differ between processes.

        Clocks are compared only if all processes know the same outages.
        """
        if self.may_outages_differ:
            one, other = _without_clocks(one), _without_clocks(other)
        return _without_gone(one) == _without_gone(other)

    def snapshot(self, room: Room) -> bytes:
        """Encode the state of a room for comparisons, without time banks if outages may differ."""
        room = room.copy()
        if self.may_outages_differ:
            for seat in room.seats:
                seat.bank = None
        return snapshot(room)

    def is_busy(self) -> bool:
        if not self.injects_faults:
            return False
        is_in_busy_period = asyncio.get_running_loop().time() < self.busy_until
        return is_in_busy_period or self.dice.random() < 0.01

    def notify(self, notified: Notifications, sender: "Link") -> None:
        for link in self.links:
            if link is not sender and (not self.injects_faults or self.dice.random() < 0.7):
                link.notified.put_nowait(notified)

    def close(self) -> None:
        self._reader.close()


def snapshot(room: Room) -> bytes:
    """Encode the state of a room for comparisons."""
    game = room.game and (room.game.table, room.game.decision, len(room.game.events))
    excluded = ("game", "_outages", "deal_id", "secret")
    facts = {name: value for name, value in vars(room).items() if name not in excluded}
    for name in ("removed", "abort_asked", "without_vote"):
        facts[name] = sorted(facts[name])
    return SNAPSHOT_ENCODER.encode((facts, game))


def _without_clocks(update: Update) -> Update:
    seats = tuple([replace(seat, bank=None) for seat in update.room.seats])
    return replace(update, room=replace(update.room, due=None, ends_at=None, seats=seats))


def _without_gone(update: Update) -> Update:
    seats = tuple([replace(seat, gone_since=None) for seat in update.room.seats])
    return replace(update, room=replace(update.room, seats=seats))


class Link:
    """A process's connection to the store: slow, sometimes busy, closed when the process ends."""

    def __init__(self, database: Database) -> None:
        self.notified: asyncio.Queue[Notifications] = asyncio.Queue()
        self.is_cut = False
        self._has_sent_heartbeat = False
        self._database = database
        database.links.append(self)

    def cut(self) -> None:
        self.is_cut = True
        self._database.links.remove(self)

    is_shared = True

    async def notifications(self):
        while True:
            yield await self.notified.get()

    async def send(self, messages) -> None:
        await self._transfer()
        self._database.notify(Notifications(set(), list(messages)), self)

    async def close(self) -> None:
        """Do nothing: the next process uses the same store."""

    def __getattr__(self, name: str):
        database = self._database
        call = getattr(database.store, name)

        async def call_over_link(*values, **named):
            await self._transfer()
            result = await call(*values, **named)
            if name == "append" and result == Appended():
                database.notify(Notifications({values[0].row.room}, []), self)
            if name == "add_outage":
                database.add_outage(*values, is_running=self._has_sent_heartbeat)
            self._has_sent_heartbeat |= name == "record_heartbeat"
            await self._transfer()
            return result

        return call_over_link

    async def _transfer(self) -> None:
        """Delay or lose a request or its answer; a lost answer does not undo the request."""
        dice = self._database.dice
        pause = 0 if dice.random() < 0.5 else dice.choice((0.001, 0.004, 0.03))
        await asyncio.sleep(pause)
        if self.is_cut:
            await asyncio.Event().wait()
        if self._database.is_busy():
            raise StoreBusy("simulated")
