"""The rows of the store, and the results of an append."""

import re
from typing import Literal

import msgspec

ROOM_ID = re.compile("[!-~]{1,64}")  # 100 ids fit into one NOTIFY payload of 8,000 bytes


class LogRow(msgspec.Struct, frozen=True):
    """One entry of a room's log; all times of the store are milliseconds since 1970."""

    seq: int  # from 1, without gaps
    at: int
    command: str  # unique in the room
    digest: bytes  # hash of the request's body
    body: bytes


class RoomRow(msgspec.Struct, frozen=True):
    """The facts about a room that lists and timers need without reading its log."""

    room: str
    head: int  # seq of the last entry
    status: str
    due: int | None  # when the server must act in the room next
    changed: int  # `at` of the last entry
    is_public: bool
    code: str | None  # for joining; unique among all rooms
    rules: str


class Append(msgspec.Struct, frozen=True):
    """An entry, with the room's row and members after it."""

    entry: LogRow
    row: RoomRow
    members: tuple[str, ...] | None = None  # None: unchanged

    def __post_init__(self) -> None:
        assert self.row.head == self.entry.seq
        assert self.row.changed == self.entry.at
        assert ROOM_ID.fullmatch(self.row.room)


class Appended(msgspec.Struct, frozen=True):
    """The entry is on disk."""


class Conflict(msgspec.Struct, frozen=True):
    """Nothing was written: the entry's `seq` or command exists, or another room has the code."""

    taken: Literal["entry", "code"]


class Outage(msgspec.Struct, frozen=True):
    """A period during which no server was running, so that clocks stood still."""

    began: int
    ended: int
