"""What the device has in memory: cards of all rooms, a few loaded rooms, and collected writes."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec

from byzanz.device.own_room import OwnRoom
from byzanz.device.rows import LogRow, PuzzleTry, RoomCard, Store, Write, text_of
from byzanz.wire.problems import Code, RequestRefused

MOST_LOADED = 4  # rooms; a room is loaded again within a few milliseconds
PERSON, ROOM, PLANS, TRY = "person", "room:", "plans:", "try:"  # prefixes of keys
Value = TypeVar("Value")


class Missing(Exception):
    """A log or a record that the page has to read first; then the request is repeated."""

    def __init__(self, store: Store, key: str) -> None:
        super().__init__(store, key)
        self.store = store
        self.key = key


class Shelf:
    """Keeps rows, and collects the writes of one request."""

    def __init__(self, rows: Mapping[str, str], person: str) -> None:
        self.cards: dict[str, RoomCard] = {}
        self.tries: dict[str, PuzzleTry] = {}
        self.records: dict[str, str] = {}  # uploaded records that were read
        self.writes: list[Write] = []
        self._plans: dict[str, str] = {}
        self._loaded: dict[str, OwnRoom] = {}  # the one used last is the last one
        self.person = person
        if PERSON in rows:
            self.person = rows[PERSON]
        else:
            self.write(Write("put", "rows", PERSON, person))
        for key, text in rows.items():
            self.read(key, text)

    def read(self, key: str, text: str | None) -> None:
        """Take over a row that is stored, or was changed by another tab; None: it was deleted."""
        kind, colon, name = key.partition(":")
        match kind + colon:
            case "room:":
                _replace(self.cards, name, text, RoomCard)
                self._loaded.pop(name, None)
            case "plans:":
                self._plans.pop(name, None)
                if text is not None:
                    self._plans[name] = text
                self._loaded.pop(name, None)
            case "try:":
                _replace(self.tries, name, text, PuzzleTry)

    # --- rooms ------------------------------------------------------------------------------

    def room(self, room: str) -> OwnRoom:
        """Return a loaded room; raises `Missing` or, if there is none, `RequestRefused`."""
        if room not in self.cards:
            raise RequestRefused(Code.NOT_FOUND)
        if room not in self._loaded:
            raise Missing("entries", room)
        own = self._loaded.pop(room)
        self._loaded[room] = own
        return own

    def load(self, room: str, rows: Sequence[LogRow]) -> None:
        """Fold the log of a room; raises `Damaged`."""
        own = OwnRoom(room, rows)
        if room in self._plans:
            own.set_plans(self._plans[room])
        self.hold(own)

    def hold(self, own: OwnRoom) -> None:
        """Keep a room in memory, and drop the one that was not used for longest."""
        self._loaded[own.room.id] = own
        while len(self._loaded) > MOST_LOADED:
            del self._loaded[next(iter(self._loaded))]

    def forget(self, room: str) -> None:
        """Drop a room from memory; its log has everything."""
        self._loaded.pop(room, None)

    # --- writes -----------------------------------------------------------------------------

    def write(self, write: Write) -> None:
        """Have a row written with the current request."""
        self.writes.append(write)

    def add_entry(self, own: OwnRoom, row: LogRow) -> None:
        """Have an entry written, with the room's card and, if they have changed, its plans."""
        room = own.room.id
        self.write(Write("add", "entries", (room, row.seq), text_of(row)))
        former = self.cards.get(room)
        is_kept = former is not None and former.game is not None and former.game.is_kept
        self.put_card(own.card(self.person, is_kept=is_kept))
        if room in self._plans and self._plans[room] != text_of(own.plans):
            self.put_plans(own)

    def put_card(self, card: RoomCard) -> None:
        """Have a room's card written."""
        self.cards[card.line.room] = card
        key = ROOM + card.line.room
        self.writes = [each for each in self.writes if each.key != key]  # only the last one counts
        self.write(Write("put", "rows", key, text_of(card)))

    def put_plans(self, own: OwnRoom) -> None:
        """Have a room's bid plans written."""
        text = self._plans[own.room.id] = text_of(own.plans)
        self.write(Write("put", "rows", PLANS + own.room.id, text))

    def put_try(self, tried: PuzzleTry) -> None:
        """Have an answer to a puzzle written."""
        self.tries[tried.puzzle] = tried
        self.write(Write("put", "rows", TRY + tried.puzzle, text_of(tried)))

    def put_record(self, key: str, text: str) -> None:
        """Have an uploaded record written."""
        self.records[key] = text
        self.write(Write("put", "records", key, text))

    def remove_room(self, room: str) -> None:
        """Have a room deleted, with everything that belongs to it."""
        if room not in self.cards:
            raise RequestRefused(Code.NOT_FOUND)
        del self.cards[room]
        self._plans.pop(room, None)
        self.forget(room)
        self.write(Write("delete", "rows", ROOM + room))
        self.write(Write("delete", "rows", PLANS + room))
        self.write(Write("clear", "entries", room))


def _replace(
    values: dict[str, Value], name: str, text: str | None, value_type: type[Value]
) -> None:
    values.pop(name, None)
    if text is not None:
        values[name] = msgspec.json.decode(text, type=value_type)
