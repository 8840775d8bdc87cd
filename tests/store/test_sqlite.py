"""While SQLite fails, the store acknowledges nothing; afterwards it recovers by itself."""

import asyncio
import os
import sqlite3
import tempfile
import threading
import time
from pathlib import Path

import pytest

from byzanz.store.errors import StoreBusy
from byzanz.store.opening import open_store
from byzanz.store.rows import Appended
from byzanz.store.sqlite import open_sqlite
from tests.store.samples import append, entry, opened

NOBODY = 65534  # the user id of "nobody", who has no rights


async def pragma(store, text):
    return await store._writer.run(lambda c: c.execute(f"PRAGMA {text}").fetchone()[0])


async def test_a_store_on_a_full_disk_is_busy(sqlite_url):
    async with opened(sqlite_url) as store:
        await store.append(append())
        limit = await pragma(store, "max_page_count")
        await pragma(store, f"max_page_count = {await pragma(store, 'page_count')}")
        given = [append(f"big{n}", body=b"x" * 100_000) for n in range(3)]
        done = await asyncio.gather(*map(store.append, given), return_exceptions=True)
        assert [type(each) for each in done] == [StoreBusy] * 3
        assert await store.log("r1") == [entry()]
        assert await store.rows("waiting") == [append().row]
        await pragma(store, f"max_page_count = {limit}")
        assert await asyncio.gather(*map(store.append, given)) == [Appended()] * 3


async def test_a_store_locked_by_another_process_is_busy(tmp_path):
    store = await open_sqlite(f"{tmp_path}/games.db", lock_timeout=0.05)
    await store.append(append())
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy, match="locked"):
        await store.append(append(seq=2))
    waiting = asyncio.create_task(store.append(append(seq=2)))
    assert await store.log("r1") == [entry()]  # reads do not wait
    with pytest.raises(StoreBusy):
        await waiting
    other.execute("ROLLBACK")
    assert await store.append(append(seq=2)) == Appended()
    other.close()
    await store.close()


async def test_the_store_waits_for_a_short_lock(sqlite_url, tmp_path):
    async with opened(sqlite_url) as store:
        other = sqlite3.connect(
            tmp_path / "games.db", isolation_level=None, check_same_thread=False
        )
        other.execute("BEGIN EXCLUSIVE")
        release = threading.Timer(0.2, other.execute, ["ROLLBACK"])
        release.start()
        assert await store.append(append()) == Appended()
        release.join()
        other.close()


async def test_a_file_that_becomes_read_only_is_busy(sqlite_url):
    async with opened(sqlite_url) as store:
        await store.append(append())
        await store._writer.run(lambda c: c.execute("PRAGMA query_only = ON"))
        with pytest.raises(StoreBusy, match="readonly"):
            await store.append(append(seq=2))
        await store._writer.run(lambda c: c.execute("PRAGMA query_only = OFF"))
        assert await store.append(append(seq=2)) == Appended()


@pytest.fixture
def foreign_folder():
    """A folder that can be made read-only, even for root after `seteuid`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield folder
        folder.chmod(0o700)


async def test_a_store_in_a_read_only_file_is_busy(foreign_folder):
    file = foreign_folder / "games.db"
    async with opened(str(file)) as store:
        await store.append(append())
    file.chmod(0o444)
    foreign_folder.chmod(0o555)
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        with pytest.raises(StoreBusy):
            await open_store(str(file))
    finally:
        os.seteuid(user)
    foreign_folder.chmod(0o755)
    file.chmod(0o644)
    async with opened(str(file)) as store:
        assert await store.append(append(seq=2)) == Appended()


async def test_many_appends_share_few_commits(sqlite_url):
    async with opened(sqlite_url) as store:
        seen = []
        await store._writer.run(lambda c: c.set_trace_callback(seen.append))
        done = await asyncio.gather(*(store.append(append(f"r{n}")) for n in range(200)))
        assert done == [Appended()] * 200
        assert len(await store.rows("waiting")) == 200
        assert 1 <= seen.count("COMMIT") <= 4


async def test_other_writes_share_the_commit(sqlite_url):
    async with opened(sqlite_url) as store:
        seen = []
        await store._writer.run(lambda c: c.set_trace_callback(seen.append))
        await asyncio.gather(
            *(store.add_person(f"p{n}", 1) for n in range(20)), store.record_heartbeat(1)
        )
        assert seen.count("COMMIT") == 1


async def test_sqlite_has_no_notifications(sqlite_url):
    async with opened(sqlite_url) as store:
        assert [notified async for notified in store.notifications()] == []


async def test_a_slow_disk_does_not_block_the_event_loop(tmp_path):
    store = await open_sqlite(f"{tmp_path}/games.db")
    slow = asyncio.create_task(store._writer.run(lambda _: time.sleep(0.2)))
    await asyncio.sleep(0)
    began = time.monotonic()
    assert await store.log("r1") == []
    assert time.monotonic() - began < 0.15
    await slow
    await store.close()
