"""Appends to its rooms without end, and tells every entry that was acknowledged.

As a client would, it asks again when the store is busy.
"""

import asyncio
import os
import secrets
import sys

from byzanz.store.entry import Appended
from byzanz.store.opening import open_store
from byzanz.store.trouble import StoreBusy
from tests.store.samples import append

ROOMS = [f"r{n}" for n in range(16)]


async def play(store, room):
    seq = (await store.heads([room])).get(room, 0)
    while True:
        seq += 1
        given = append(room, seq, command=secrets.token_hex(4))
        await acknowledged(store, given)
        os.write(1, f"{room} {seq} {given.entry.command}\n".encode())


async def acknowledged(store, given):
    while True:
        try:
            if await store.append(given) == Appended():
                return
            assert await store.entry_of(given.row.room, given.entry.command) == given.entry
            return
        except StoreBusy:
            await asyncio.sleep(0.02)


async def main(url):
    store = await open_store(url)
    await asyncio.gather(*(play(store, room) for room in ROOMS))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
