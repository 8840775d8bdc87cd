"""What whoever runs the server does with the rooms of a store, also while the server runs."""

from collections.abc import AsyncIterator

import msgspec

from byzanz.game.record import RULES_VERSION
from byzanz.server.entries import DECODER, Aborted, Moved, Undone
from byzanz.server.outages import Outages
from byzanz.server.records import room_record
from byzanz.server.room import Room
from byzanz.store.entry import Append, Appended, Entry, RoomRow
from byzanz.store.eventstore import EventStore
from byzanz.store.trouble import StoreBusy
from byzanz.wire.room import OVER, Status

ATTEMPTS = 20  # while moves go on in the room


class AlreadyOver(Exception):
    """Nothing is left to abort."""


def folded(room: str, entries: list[Entry], outages: Outages, *, with_moves: bool = True) -> Room:
    """The room that a log tells of; without its moves, also one under other rules."""
    fold = Room(room, outages)
    for stored in entries:
        entry = DECODER.decode(stored.body)
        if with_moves or not isinstance(entry, Moved | Undone):
            fold.add(stored.at, entry)
    return fold


async def abort_room(store: EventStore, row: RoomRow) -> int:
    """End a room's game from outside; the number of the entry. Raises `AlreadyOver`.

    The log is not folded: a game under other rules can be ended too.
    """
    for _ in range(ATTEMPTS):
        if row.status in OVER:
            raise AlreadyOver(row.status)
        seq, at = row.head + 1, max(await store.now(), row.changed)
        entry = Entry(seq, at, f"admin:{seq}", b"", msgspec.json.encode(Aborted()))
        row = msgspec.structs.replace(
            row, head=seq, status=Status.ABORTED.value, due=None, changed=at, code=None
        )
        if isinstance(await store.append(Append(entry, row)), Appended):
            return seq
        row = await store.row(row.room) or row
    raise StoreBusy("moves go on in the room")


async def finished_records(store: EventStore) -> AsyncIterator[tuple[str, str | None]]:
    """The deal's id and the record of every game that is over; None: it had other rules.

    Rooms that were aborted before the start have no game.
    """
    outages = Outages()  # clocks make no difference any more
    for status in OVER:
        for row in await store.rows(status):
            is_known = row.rules == RULES_VERSION
            entries = await store.log(row.room)
            room = folded(row.room, entries, outages, with_moves=is_known)
            if room.game is not None:
                yield room.deal_id, room_record(room) if is_known else None
