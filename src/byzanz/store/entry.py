"""What is stored of a room, and what becomes of an append."""

import re
from typing import Literal

import msgspec

ROOM = re.compile("[!-~]{1,64}")  # a hundred of them fit into one NOTIFY


class Entry(msgspec.Struct, frozen=True):
    """One line of a room's log; times are milliseconds since 1970."""

    seq: int  # from 1, without gaps
    at: int
    command: str  # unique in the room
    digest: bytes  # of the request's body
    body: bytes


class RoomRow(msgspec.Struct, frozen=True):
    """What lists and timers need of a room without its log."""

    room: str
    head: int  # seq of the last entry
    status: str
    due: int | None  # when the room wants to be woken
    changed: int  # at of the last entry
    is_public: bool
    code: str | None  # leads to the room; no two rooms have the same
    rules: str


class Append(msgspec.Struct, frozen=True):
    """An entry, the row as it is after it, and who sits there then (None: as before)."""

    entry: Entry
    row: RoomRow
    members: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        assert self.row.head == self.entry.seq
        assert self.row.changed == self.entry.at
        assert ROOM.fullmatch(self.row.room)


class Appended(msgspec.Struct, frozen=True):
    """The entry is on disk."""


class Conflict(msgspec.Struct, frozen=True):
    """Nothing was written: another entry has this number or command, or another room this code."""

    taken: Literal["entry", "code"]


class Outage(msgspec.Struct, frozen=True):
    """A time in which nobody could play."""

    began: int
    ended: int
