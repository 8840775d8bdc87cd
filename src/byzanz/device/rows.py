"""The rows that a device keeps, and the writes that the page commits before an answer is shown."""

from typing import Literal

import msgspec

from byzanz.rooms.entries import DECODER, LEVEL, Entry, entry_level
from byzanz.wire.answers import RoomLine
from byzanz.wire.games import PlayedGame
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId

Store = Literal["rows", "entries", "records"]


class LogRow(msgspec.Struct, frozen=True):
    """One entry of a room's log."""

    seq: int  # from 1, without gaps
    at: int  # milliseconds since 1970
    command: str  # unique in the room
    digest: str  # hash of the request's body, in hexadecimal
    level: int  # that a program needs to read the entry
    body: msgspec.Raw


class RoomCard(msgspec.Struct, frozen=True):
    """What lists show of a room, so that they need not read its log."""

    line: RoomLine
    seq: int
    is_bots_only: bool
    game: PlayedGame | None = None  # once it is finished
    level: BotId | None = None  # of all opponents, if they are bots of one level
    version: str = ""  # of rules and bots, once the game is finished


class PuzzleTry(msgspec.Struct, frozen=True):
    """The latest answer to a puzzle."""

    puzzle: str
    version: str  # of the collection
    begun: int  # when it was answered first
    at: int
    tries: int
    is_right: bool
    due: int | None  # when it comes back; None: never


class Write(msgspec.Struct, frozen=True, omit_defaults=True):
    """One change of the device's database.

    `add` fails if the key exists: then another tab was first. `clear` deletes all entries of a
    room.
    """

    action: Literal["add", "put", "delete", "clear"]
    store: Store
    key: str | tuple[str, int]
    value: str = ""


def log_row(seq: int, at: int, command: str, entry: Entry, digest: str = "") -> LogRow:
    """Return the row of an entry; `command` is unique in the room."""
    body = msgspec.Raw(msgspec.json.encode(entry))
    return LogRow(seq, at, command, digest, entry_level(entry), body)


def entry_of(row: LogRow) -> Entry:
    """Decode the entry of a row; raises `RequestRefused` if a newer program wrote it."""
    if row.level > LEVEL:
        raise RequestRefused(Code.OTHER_VERSION, level=row.level)
    return DECODER.decode(row.body)


def text_of(value: object) -> str:
    """Return a value as the JSON that is stored."""
    return msgspec.json.encode(value).decode()
