"""Backups: one JSON array a line, the same for both kinds of store."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from byzanz.store.trouble import RestoreRefused

VERSION = 1
PAGE = 500  # lines read or written at once


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A row of a table, or one of the two lines around them all."""


class Start(Line, frozen=True, tag="byzanz-store"):
    """The first line."""

    version: int


class Room(Line, frozen=True, tag="room"):
    """See `RoomRow`."""

    room: str
    head: int
    status: str
    due: int | None
    changed: int
    is_public: bool
    code: str | None
    rules: str


class LogEntry(Line, frozen=True, tag="log"):
    """See `Entry`."""

    room: str
    seq: int
    at: int
    command: str
    digest: bytes
    body: bytes


class Member(Line, frozen=True, tag="member"):
    """Someone who sits in a room."""

    room: str
    person: str


class Private(Line, frozen=True, tag="private"):
    """What only one seat may know."""

    room: str
    seat: int
    body: bytes


class Replay(Line, frozen=True, tag="replay"):
    """A record that was sent. What was found about it is left out: it can be found again."""

    replay: str
    body: bytes
    at: int


class Person(Line, frozen=True, tag="person"):
    """Someone known."""

    person: str
    added: int
    seen: int


class Code(Line, frozen=True, tag="code"):
    """A one-time code."""

    hash: str
    person: str
    until: int


class Beat(Line, frozen=True, tag="beat"):
    """The last sign of life."""

    one: int
    at: int


class OutageLine(Line, frozen=True, tag="outage"):
    """See `Outage`."""

    began: int
    ended: int


class End(Line, frozen=True, tag="end"):
    """The last line: so many rows stand before it."""

    rows: int


TABLES: tuple[type[Line], ...] = (
    *(Room, LogEntry, Member, Private, Replay, Person, Code, Beat, OutageLine),
)
"""Each after those that it refers to."""

Rows = Sequence[Any]  # each is a sequence of values

_AnyLine = (
    Start | Room | LogEntry | Member | Private | Replay | Person | Code | Beat | OutageLine | End
)
_DECODER = msgspec.json.Decoder(_AnyLine, strict=False)  # SQLite's booleans are 0 and 1


def name(table: type[Line]) -> str:
    """The table's name in the database."""
    return str(table.__struct_config__.tag)


def selection(table: type[Line]) -> str:
    """The query for all its rows."""
    return f"SELECT {', '.join(table.__struct_fields__)} FROM {name(table)}"


def insertion(table: type[Line]) -> str:
    """The order that adds a row."""
    places = ", ".join(f"${n}" for n, _ in enumerate(table.__struct_fields__, 1))
    return f"INSERT INTO {name(table)} ({', '.join(table.__struct_fields__)}) VALUES ({places})"


def anything() -> str:
    """The query that has a row if any table has."""
    return " UNION ALL ".join(f"SELECT 1 FROM {name(table)}" for table in TABLES) + " LIMIT 1"


@contextmanager
def writing(path: Path) -> Iterator[Callable[[type[Line], Rows], None]]:
    """What adds rows to a backup, which is there when all of it is on disk."""
    part = path.with_name(f"{path.name}.part")
    count = 0

    def add(table: type[Line], rows: Rows) -> None:
        nonlocal count
        count += len(rows)
        file.write(_lines([table(*row) for row in rows]))

    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(_lines([Start(VERSION)]))
            yield add
            file.write(_lines([End(count)]))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def read_pages(file: BinaryIO) -> Iterator[tuple[type[Line], Rows]]:
    """The rows of a backup, table by table; raises `RestoreRefused` where it is not whole."""
    for table, run in groupby(_rows(file), type):
        while page := list(islice(run, PAGE)):
            yield table, [msgspec.structs.astuple(row) for row in page]


def _rows(file: BinaryIO) -> Iterator[Line]:
    count = 0
    try:
        if _DECODER.decode(file.readline()) != Start(VERSION):
            raise RestoreRefused(f"this is no backup of version {VERSION}")
        while not isinstance(row := _DECODER.decode(file.readline()), End):
            count += 1
            yield row
    except msgspec.MsgspecError as error:
        raise RestoreRefused(f"the backup is broken after {count} rows: {error}") from None
    if row.rows != count:
        raise RestoreRefused(f"the backup has {count} rows instead of {row.rows}")


def _lines(lines: Sequence[Line]) -> bytes:
    return msgspec.json.Encoder().encode_lines(lines)
