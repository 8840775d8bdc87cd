"""Conversion between rooms and rows of the store; no other module encodes or decodes rows."""

from collections.abc import Iterable

import msgspec

from byzanz.rooms.alerts import alerts_after
from byzanz.rooms.bid_plan import DECODER as BID_PLANS
from byzanz.rooms.entries import DECODER, Entry
from byzanz.rooms.results import results_of
from byzanz.rooms.room import Room
from byzanz.store.errors import CorruptStore
from byzanz.store.rows import Append, LogRow, NewAlert, ResultRow, RoomRow
from byzanz.wire.commands import BidPlan
from byzanz.wire.room import Status

ENCODER = msgspec.json.Encoder()
ALERT_AFTER = 15_000  # milliseconds until an alert is sent: who is there may just have moved


def log_row(seq: int, at: int, command: str, entry: Entry, digest: bytes = b"") -> LogRow:
    """Return the row of an entry; `command` is unique in the room, `digest` a hash of its body."""
    return LogRow(seq, at, command, digest, ENCODER.encode(entry))


def entry_of(row: LogRow) -> Entry:
    """Decode the entry of a row; raises `CorruptStore` if it can't be read."""
    try:
        return DECODER.decode(row.body)
    except msgspec.MsgspecError:
        raise CorruptStore(f"entry {row.seq} of a log can't be read") from None


def bid_plan_of(body: bytes) -> BidPlan:
    """Decode the bid plan in a seat's private data; raises `CorruptStore` if it can't be read."""
    try:
        return BID_PLANS.decode(body)
    except msgspec.MsgspecError:
        raise CorruptStore("a bid plan can't be read") from None


def append_of(
    row: LogRow,
    room: Room,
    before: Room | None = None,
    *,
    private_version: int | None = None,
    rewrites: int = 0,
    named: Iterable[str] = (),
) -> Append:
    """Return the append of an entry: its row, the room's row, and the members if they changed.

    If the entry finishes the game, the append has the results of its people. `room` is the room
    after the entry, `before` the room before it. The entry is committed only if the room's private
    data has the version `private_version`, unless that is None, if its log was rewritten `rewrites`
    times, and if all people whom the entry names, `named`, are stored.
    """
    is_same = before is not None and before.seq > 0 and before.members == room.members
    is_finishing = room.status is Status.FINISHED and (
        before is None or before.status is not Status.FINISHED
    )
    return Append(
        row,
        msgspec.structs.replace(room_row(room), rewrites=rewrites),
        members=None if is_same else room.members,
        private_version=private_version,
        results=result_rows(room) if is_finishing else None,
        named=tuple(sorted(named)),
        alerts=tuple(
            [
                NewAlert(alert.person, alert.kind, row.at + ALERT_AFTER)
                for alert in alerts_after(before, room)
            ]
        ),
    )


def result_rows(room: Room) -> tuple[ResultRow, ...]:
    """Return the results of a finished game, for each person who played it."""
    return tuple(
        [
            ResultRow(
                person=result.person,
                room=room.id,
                at=room.at,
                seat=result.seat,
                place=result.own.place,
                profit=result.own.profit,
                seat_count=len(result.seats),
                person_count=result.person_count,
                level=result.level,
                is_counted=result.is_counted,
                version=result.version,
                seats=ENCODER.encode(result.seats).decode(),
            )
            for result in results_of(room)
        ]
    )


def room_row(room: Room) -> RoomRow:
    """Return the room's row, which lists and timers read instead of the log."""
    return RoomRow(
        room=room.id,
        head=room.seq,
        status=room.status,
        due=room.wake_at,
        changed=room.at,
        is_public=room.setup.is_public,
        code=room.code,
        rules=room.rules,
        is_listed=room.is_listed,
    )
