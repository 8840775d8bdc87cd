"""Helpers that build appends, and that open a store and close it again."""

from contextlib import asynccontextmanager

from byzanz.store.opening import open_store
from byzanz.store.rows import Append, LogRow, RoomRow


@asynccontextmanager
async def opened(url, **options):
    store = await open_store(url, **options)
    try:
        yield store
    finally:
        await store.close()


def entry(seq=1, *, command=None, at=None, body=b"{}"):
    return LogRow(seq, at or 1000 * seq, command or f"auto:{seq}", b"\x00" * 16, body)


def append(room="r1", seq=1, *, members=None, command=None, at=None, body=b"{}", **facts):
    new = entry(seq, command=command, at=at, body=body)
    facts = {"status": "waiting", "due": None, "is_public": True, "code": None} | facts
    row = RoomRow(room=room, head=seq, changed=new.at, rules="1", **facts)
    return Append(new, row, members)
