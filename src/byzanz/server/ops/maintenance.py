"""What an operator does with the rooms in a store, even while the server runs."""

from collections.abc import AsyncIterator

import msgspec

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.entries import Aborted, Moved, Undone
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.rooms.room_record import room_record
from byzanz.server.log_entries import entry_of, log_row
from byzanz.store.errors import StoreBusy
from byzanz.store.event_store import EventStore
from byzanz.store.rows import Append, Appended, LogRow, RoomRow
from byzanz.wire.room import OVER, Status

ATTEMPTS = 20  # attempts to append an entry while people play


class AlreadyOver(Exception):
    """The game is already over."""


def fold_log(
    room: str, entries: list[LogRow], outages: Outages, *, with_moves: bool = True
) -> Room:
    """Fold the log of a room; `with_moves=False` skips moves that may be under other rules."""
    result = Room(room, outages)
    for stored in entries:
        entry = entry_of(stored)
        if with_moves or not isinstance(entry, Moved | Undone):
            result.add(stored.at, entry)
    return result


async def server_time(store: EventStore) -> int:
    """Return the time of the servers on this store; it may be ahead of the machine's clock."""
    return max(await store.now(), await store.latest_time() or 0)


async def abort_room(store: EventStore, row: RoomRow) -> int:
    """End a room's game and return the number of its new entry; raises `AlreadyOver`.

    The log is not folded, so a game with other rules can be ended too.
    """
    for _ in range(ATTEMPTS):
        if row.status in OVER:
            raise AlreadyOver(row.status)
        seq, at = row.head + 1, max(await server_time(store), row.changed)
        entry = log_row(seq, at, f"admin:{seq}", Aborted())
        row = msgspec.structs.replace(
            row, head=seq, status=Status.ABORTED.value, due=None, changed=at, code=None
        )
        if isinstance(await store.append(Append(entry, row)), Appended):
            return seq
        row = await store.row(row.room) or row
    raise StoreBusy(f"the room changed {ATTEMPTS} times meanwhile: try again")


async def finished_records(store: EventStore) -> AsyncIterator[tuple[str, str | None]]:
    """Yield the deal's id and the record of every game that is over.

    The record is None if the game had other rules. Rooms that never started are left out, and so
    are deals of a day that are not open yet.
    """
    outages = Outages()  # clocks no longer matter
    for status in OVER:
        for row in await store.rows(status):
            is_known = row.rules == RULES_VERSION
            entries = await store.log(row.room)
            room = fold_log(row.room, entries, outages, with_moves=is_known)
            if room.game is not None and not await _is_sealed(store, room):
                yield room.deal_id, room_record(room) if is_known else None


async def _is_sealed(store: EventStore, room: Room) -> bool:
    deal = None if room.day is None else await store.daily_deal(room.day)
    return deal is not None and deal.opened is None
