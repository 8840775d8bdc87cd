"""The format of backups: one JSON array per line, the same for both databases."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from byzanz.store.backup_lines import TABLES, AnyLine, End, Line, Start
from byzanz.store.errors import RestoreRefused

VERSION = 1
PAGE = 500  # rows that are read or written at once

Rows = Sequence[Any]  # each row is a sequence of values

_DECODER = msgspec.json.Decoder(AnyLine, strict=False)  # SQLite's booleans are 0 and 1


def table_name(table: type[Line]) -> str:
    """Return the table's name in the database."""
    return str(table.__struct_config__.tag)


def select_all(table: type[Line]) -> str:
    """Return the SQL that selects all rows of a table."""
    return f"SELECT {', '.join(table.__struct_fields__)} FROM {table_name(table)}"


def insert_row(table: type[Line]) -> str:
    """Return the SQL that inserts one row into a table."""
    columns = ", ".join(table.__struct_fields__)
    parameters = ", ".join(f"${n}" for n, _ in enumerate(table.__struct_fields__, 1))
    return f"INSERT INTO {table_name(table)} ({columns}) VALUES ({parameters})"


def select_any() -> str:
    """Return the SQL that selects one row if any table has one."""
    return " UNION ALL ".join(f"SELECT 1 FROM {table_name(table)}" for table in TABLES) + " LIMIT 1"


@contextmanager
def backup_writer(path: Path) -> Iterator[Callable[[type[Line], Rows], None]]:
    """Write a backup with the yielded function, which adds rows of a table.

    The file appears at `path`, readable by its owner only, once it is complete and on disk; if
    an error is raised, a previous file stays.
    """
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
    """Yield the rows of a backup, table by table; raises `RestoreRefused` if it is incomplete."""
    for table, rows in groupby(_read_rows(file), type):
        while page := list(islice(rows, PAGE)):
            yield table, [msgspec.structs.astuple(row) for row in page]


def _read_rows(file: BinaryIO) -> Iterator[Line]:
    count = 0
    try:
        if _DECODER.decode(file.readline()) != Start(VERSION):
            raise RestoreRefused(f"the file is not a backup of version {VERSION}")
        while not isinstance(row := _DECODER.decode(file.readline()), End):
            count += 1
            yield row
    except msgspec.MsgspecError as error:
        raise RestoreRefused(f"the backup is broken after {count} rows: {error}") from None
    if row.rows != count:
        raise RestoreRefused(f"the backup has {count} rows, expected {row.rows}")


def _lines(lines: Sequence[Line]) -> bytes:
    return msgspec.json.Encoder().encode_lines(lines)
