"""Everything that a store, a backup and the memory of a process contain, as bytes to search."""

import asyncio
import io
import logging
import threading
import types
from collections.abc import Iterable, Mapping

import asyncpg
import msgspec

from tests.server.hosting.harness import InProcessBots

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
POSTGRES_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
MACHINERY = (
    *(type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.CodeType),
    *(threading.Thread, logging.Logger, io.IOBase, asyncio.AbstractEventLoop),
    InProcessBots,  # remembers for other tests what it was asked
)


async def stored(store) -> dict[str, list[str]]:
    """Return all rows of all tables, by table."""
    if hasattr(store, "_pool"):
        tables = [name for (name,) in await store._read(POSTGRES_TABLES)]
    else:
        tables = [name for (name,) in await store._read(TABLES)]
    return {
        table: [repr(tuple(row)) for row in await store._read(f"SELECT * FROM {table}")]
        for table in tables
    }


async def found_in_store(store, needles: Iterable[str]) -> list[str]:
    """Return the rows that have one of these texts."""
    return [
        f"{table}: {row}"
        for table, rows in (await stored(store)).items()
        for row in rows
        if any(needle in row for needle in needles)
    ]


async def found_in_backup(store, path, needles: Iterable[str]) -> list[str]:
    """Return the lines of a new backup that have one of these texts; blobs are decoded."""
    await store.backup(path)
    lines = [msgspec.json.decode(line) for line in path.read_bytes().splitlines()]
    texts = [repr([_unpacked(value) for value in line]) for line in lines]
    return [text for text in texts if any(needle in text for needle in needles)]


def _unpacked(value: object) -> object:
    """A bytes value of a backup is base64 in JSON."""
    try:
        return (value, msgspec.convert(value, bytes, strict=True))
    except (msgspec.ValidationError, ValueError):
        return value


def found_in_memory(root: object, needles: Iterable[str]) -> list[str]:
    """Return the paths to texts in memory that have one of these texts."""
    needles, found, seen = list(needles), [], set()
    todo: list[tuple[str, object]] = [(type(root).__name__, root)]
    while todo:
        path, each = todo.pop()
        if id(each) in seen or isinstance(each, MACHINERY) or len(path) > 400:
            continue
        seen.add(id(each))
        if isinstance(each, str | bytes):
            text = each if isinstance(each, str) else each.decode("utf-8", "replace")
            found += [f"{path}: {text[:80]}" for needle in needles if needle in text]
            continue
        todo += [(f"{path}.{name}", part) for name, part in _parts(each)]
    return found


def _parts(each: object) -> list[tuple[str, object]]:
    if isinstance(each, Mapping):
        return [(f"[{number}]", part) for number, pair in enumerate(each.items()) for part in pair]
    if isinstance(each, list | tuple | set | frozenset) or type(each).__name__ == "deque":
        return [(f"[{number}]", part) for number, part in enumerate(each)]
    if isinstance(each, asyncio.Future | asyncpg.Pool):
        return []
    names = [*getattr(each, "__struct_fields__", ())]
    for kind in type(each).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    parts = [(name, getattr(each, name)) for name in names if hasattr(each, name)]
    return parts + list(getattr(each, "__dict__", {}).items())
