"""Removes a person from the logs of rooms: the only change of entries that are written already."""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import suppress

import msgspec
import structlog

from byzanz.rooms.anonymous import (
    DELETED,
    people_in,
    without_borrowed_names,
    without_person,
)
from byzanz.rooms.display_names import BOT_NAMES
from byzanz.rooms.entries import DECODER, Created, Entry, Left
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.log_entries import ENCODER
from byzanz.server.peers.messages import Rewritten
from byzanz.store.deletion_queries import ALL_SEATS, NO_SEAT
from byzanz.store.errors import CorruptStore, StoreBusy
from byzanz.store.rows import RoomDeletion, RoomRewrite, RoomRow
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import OVER

log = structlog.get_logger()

PAGE = 1000  # rooms that are searched at once
ATTEMPTS = 20  # attempts to rewrite a room while people play in it


class Continued(msgspec.Struct, frozen=True):
    """A game that continues another one, with bots that have the names of its players."""

    source: str | None  # None: made by a release that did not note it
    names: frozenset[str]


class NamingRooms:
    """The rooms that may name a person."""

    def __init__(self) -> None:
        self.naming: set[str] = set()  # rooms whose logs have the person
        self._continued: dict[str, Continued] = {}
        self._by_source: defaultdict[str | None, list[str]] = defaultdict(list)

    def add_continued(self, room: str, body: bytes) -> None:
        """Add a room with a given deck."""
        try:
            entry = DECODER.decode(body)
        except msgspec.MsgspecError:
            return
        if isinstance(entry, Created):
            bots = zip(entry.bots, entry.names, strict=True)
            names = frozenset([name for bot, name in bots if bot is not None])
            self._continued[room] = Continued(entry.continues, names)
            self._by_source[entry.continues].append(room)

    def borrowing(self, names: Iterable[str], sources: Iterable[str]) -> list[str]:
        """Return the games whose bots have one of these names from one of these games.

        A game that continues such a game counts too, and one without a known source.
        """
        wanted, todo, found = set(names) - BOT_NAMES, [None, *sources], dict[str, None]()
        while todo:
            for room in self._by_source.get(todo.pop(), ()):
                if room not in found and self._continued[room].names & wanted:
                    found[room] = None
                    todo.append(room)
        return list(found)

    def has_any(self, names: Iterable[str], sources: Iterable[str]) -> bool:
        """Whether anything is left to rewrite."""
        return bool(self.naming or self.borrowing(names, sources))


class RoomRewriting:
    """Finds the rooms that name a person, and rewrites or deletes them."""

    def __init__(self, rooms: RoomRegistry) -> None:
        self._rooms = rooms
        self._store = rooms.store

    async def find(self, person: str) -> NamingRooms:
        """Search all rooms for a person; raises `StoreBusy`."""
        found, last = NamingRooms(), ""
        while page := await self._store.rooms_naming(person, last, PAGE):
            last = page[-1].room
            for each in page:
                if each.has_person:
                    found.naming.add(each.room)
                if each.first_entry is not None:
                    found.add_continued(each.room, each.first_entry)
        return found

    async def entries(self, room: str) -> list[Entry]:
        """Return the entries of a room that name people, without those that can't be read."""
        bodies = await self._store.naming_entries(room)
        return [entry for entry in map(_read, bodies.values()) if entry is not None]

    async def remove_person(self, room: str, person: str) -> None:
        """Remove a person from a room; delete the room if nobody else has ever been there.

        The person leaves it first, so that a bot plays on. Raises `StoreBusy`.
        """
        for _ in range(ATTEMPTS):
            row = await self._store.row(room)
            if row is None or await self._remove_person(row, person):
                await self._reload(room)
                return
        raise StoreBusy("a room changed too often meanwhile")

    async def _remove_person(self, row: RoomRow, person: str) -> bool:
        """Remove a person from a room, unless it has changed since its row was read."""
        bodies = await self._store.naming_entries(row.room)
        if not _others(bodies.values(), person):
            return await self._store.delete_own_room(RoomDeletion(row.room, row.head, row.rewrites))
        seat = ALL_SEATS if row.status in OVER else await self._leave(row.room, person)
        row = await self._store.row(row.room) or row
        return await self._store.rewrite_room(_rewrite(row, person, seat, bodies))

    async def remove_borrowed_names(self, room: str, person: str, names: Collection[str]) -> None:
        """Give the bots of a continued game other names than these; raises `StoreBusy`."""
        for _ in range(ATTEMPTS):
            row = await self._store.row(room)
            if row is None:
                return
            entry = _read((await self._store.naming_entries(room))[1])
            assert isinstance(entry, Created)
            body = ENCODER.encode(without_borrowed_names(entry, names))
            rewrite = RoomRewrite(room, row.head, row.rewrites, person, {1: body}, NO_SEAT)
            if await self._store.rewrite_room(rewrite):
                await self._reload(room)
                return
        raise StoreBusy("a room changed too often meanwhile")

    async def _leave(self, room: str, person: str) -> int:
        """Let a person leave a room, and return their former seat; `NO_SEAT` if they had none."""
        with suppress(RequestRefused, CorruptStore):  # deleted, or nobody can load it
            async with self._rooms.held_fresh(room) as live:
                seat = live.room.seat_of(person)
                is_seated = seat is not None and live.room.status not in OVER
                if not is_seated or await self._rooms.write(live, Left(seat or 0)):
                    people = [each.person for each in live.room.seats]
                    return people.index(person) if person in people else NO_SEAT
        return NO_SEAT

    async def _reload(self, room: str) -> None:
        """Load a rewritten room again, here and at the other processes."""
        self._rooms.peers.post(Rewritten(room))
        await self._rooms.reload_rewritten(room)


def _others(bodies: Iterable[bytes], person: str) -> set[str]:
    """Everybody else who is named in these entries; unreadable ones name somebody."""
    entries = [(_read(body), body) for body in bodies]
    found = {
        other for entry, body in entries for other in (people_in(entry) if entry else {str(body)})
    }
    return found - {person}


def _rewrite(row: RoomRow, person: str, seat: int, bodies: dict[int, bytes]) -> RoomRewrite:
    substitute = f"{DELETED}{secrets.token_hex(8)}"  # not that of other rooms: nothing links them
    new = {
        seq: _without(body, person, substitute)
        for seq, body in bodies.items()
        if person.encode() in body
    }
    return RoomRewrite(row.room, row.head, row.rewrites, person, new, seat)


def _without(body: bytes, person: str, substitute: str) -> bytes:
    entry = _read(body)
    if entry is None:  # nobody can read its names, but the hash of the key must not stay
        return body.replace(person.encode(), substitute.encode())
    return ENCODER.encode(without_person(entry, person, substitute))


def _read(body: bytes) -> Entry | None:
    try:
        return DECODER.decode(body)
    except msgspec.MsgspecError:
        log.error("store corrupt")
        return None
