"""A process that appends to its rooms until it is killed, and prints every acknowledged entry.

It retries while the store is busy, as a client does.
"""

import asyncio
import os
import secrets
import sys

from byzanz.store.errors import StoreBusy
from byzanz.store.opening import open_store
from byzanz.store.rows import Appended
from tests.store.samples import append

ROOMS = [f"r{n}" for n in range(16)]


async def play(store, room):
    head = (await store.heads([room])).get(room)
    seq = head.seq if head else 0
    while True:
        seq += 1
        given = append(room, seq, command=secrets.token_hex(4))
        await append_until_acknowledged(store, given)
        os.write(1, f"{room} {seq} {given.entry.command}\n".encode())


async def append_until_acknowledged(store, given):
    """Append an entry; after a retry the store may report that it is there already."""
    while True:
        try:
            if await store.append(given) == Appended():
                return
            assert given.entry in await store.log(given.row.room, after=given.entry.seq - 1)
            return
        except StoreBusy:
            await asyncio.sleep(0.02)


async def main(url):
    store = await open_store(url)
    await asyncio.gather(*(play(store, room) for room in ROOMS))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
