"""Rows of the store for a room's log: the only place that builds them."""

import msgspec

from byzanz.rooms.entries import Entry
from byzanz.rooms.room import Room
from byzanz.store.rows import Append, LogRow, RoomRow

ENCODER = msgspec.json.Encoder()


def log_row(seq: int, at: int, command: str, entry: Entry, digest: bytes = b"") -> LogRow:
    """The row of an entry; `command` tells the same command sent twice, `digest` its body."""
    return LogRow(seq, at, command, digest, ENCODER.encode(entry))


def append_of(
    row: LogRow, room: Room, before: Room | None = None, *, plans: int | None = None
) -> Append:
    """What is committed with an entry: its row, the room's row, and the members if they changed.

    `room` is the room after the entry, `before` the room before it. With `plans` the entry is
    committed only if the room's private data has this version.
    """
    is_same = before is not None and before.seq > 0 and before.members == room.members
    return Append(row, room_row(room), None if is_same else room.members, plans)


def room_row(room: Room) -> RoomRow:
    """The columns that lists and timers read."""
    return RoomRow(
        room=room.id,
        head=room.seq,
        status=room.status,
        due=room.wake_at,
        changed=room.at,
        is_public=room.setup.is_public,
        code=room.code,
        rules=room.rules,
    )
