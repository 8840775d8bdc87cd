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


async def append_forever(store, room):
    head = (await store.heads([room])).get(room)
    seq = head.seq if head else 0
    while True:
        seq += 1
        new = append(room, seq, command=secrets.token_hex(4))
        await append_until_acknowledged(store, new)
        os.write(1, f"{room} {seq} {new.entry.command}\n".encode())


async def append_until_acknowledged(store, new):
    """Append an entry; after a retry the store may report that it already has it."""
    while True:
        try:
            if await store.append(new) == Appended():
                return
            assert new.entry in await store.log(new.row.room, after=new.entry.seq - 1)
            return
        except StoreBusy:
            await asyncio.sleep(0.02)


async def main(url):
    store = await open_store(url)
    await asyncio.gather(*(append_forever(store, room) for room in ROOMS))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
