"""Damages the pages of a SQLite file, as a failing disk does."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

PAGE_SIZE = 4096


def damage_pages(path: Path, extent: str, random: Random) -> None:
    """Overwrite pages: `all`, `all but the first`, `half`, or `some bytes` of half of them."""
    with closing(sqlite3.connect(path, timeout=10)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # moves the newest pages to the file
    data = bytearray(path.read_bytes())
    pages = range(len(data) // PAGE_SIZE)
    if extent == "all but the first":
        pages = pages[1:]
    elif extent != "all":
        pages = random.sample(pages, len(pages) // 2)
    for page in pages:
        start = page * PAGE_SIZE
        if extent == "some bytes":
            for _ in range(20):
                data[start + random.randrange(PAGE_SIZE)] = random.randrange(256)
        else:
            data[start : start + PAGE_SIZE] = random.randbytes(PAGE_SIZE)
    with path.open("r+b") as file:  # in place: the server has it open
        file.write(data)
