"""Damaged pages of an open database raise `CorruptStore`."""

import asyncio
import sqlite3
from contextlib import closing
from random import Random

import asyncpg
import pytest

from byzanz.store.errors import CorruptStore, StoreBusy
from byzanz.store.opening import sqlite_path
from byzanz.store.postgres_errors import transient_as_busy
from byzanz.store.rows import Appended
from tests.store.damage import PAGE_SIZE, damage_pages
from tests.store.samples import append, opened

SEEDS = 40


async def ask_everything(store) -> list[StoreBusy | None]:
    """Make one call of each type; returns the errors, None for each success."""
    calls = [
        store.rows("waiting", is_public=True), store.log("r7"), store.heads(["r1"]),
        store.due_rows(10**6), store.has_person("p3"), store.outages(), store.last_heartbeat(),
        store.record_heartbeat(9), store.mark_seen("p3", 3), store.append(append("r7", 2)),
        store.private_data("r7"), store.room_of_code("C5"), store.delete_people(seen_before=2),
    ]  # fmt: skip
    errors = []
    for call in calls:
        try:
            await call
        except StoreBusy as error:
            errors.append(error)
        else:
            errors.append(None)
    return errors


async def fill(store) -> None:
    for number in range(30):
        await store.append(append(f"r{number}", body=b"x" * 900, due=5, code=f"C{number}"))
        await store.add_person(f"p{number}", 1)


@pytest.mark.parametrize("extent", ["all", "all but the first", "half", "some bytes"])
async def test_damaged_pages_raise_no_other_error(sqlite_url, extent):
    corrupt = 0
    async with opened(sqlite_url) as store:
        await fill(store)
    intact = sqlite_path(sqlite_url).read_bytes()
    for seed in range(SEEDS):
        path = sqlite_path(sqlite_url).with_name(f"{seed}.db")
        path.write_bytes(intact)
        async with opened(str(path)) as store:
            await store.record_heartbeat(1)
            damage_pages(path, extent, Random(seed))
            errors = await ask_everything(store)  # any other error is raised
        corrupt += any(isinstance(error, CorruptStore) for error in errors)
        assert "x" * 20 not in "".join(map(str, errors))
    assert corrupt > SEEDS / 4


async def test_writes_to_undamaged_pages_succeed(sqlite_url):
    """If the table of members is damaged, only the write that needs it fails in a group commit."""
    path = sqlite_path(sqlite_url)
    async with opened(sqlite_url) as store:
        await fill(store)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'member'"
            (page,) = connection.execute(sql).fetchone()
        with path.open("r+b") as file:
            file.seek((page - 1) * PAGE_SIZE)
            file.write(b"\xff" * PAGE_SIZE)
        damaged, intact, _ = await asyncio.gather(
            store.append(append("r1", 2, members=("p1",))),
            store.append(append("r2", 2)),
            store.record_heartbeat(9),
            return_exceptions=True,
        )
        assert isinstance(damaged, CorruptStore)
        assert intact == Appended()
        assert await store.last_heartbeat() == 9


@pytest.mark.parametrize("error", [asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError])
def test_damaged_pages_of_postgres_are_reported_as_a_corrupt_store(error):
    with pytest.raises(CorruptStore), transient_as_busy():
        raise error("invalid page in block 7")
