"""PostgreSQL in trouble: nothing is acknowledged, and it goes on by itself."""

import asyncio
import itertools
from contextlib import aclosing, asynccontextmanager

import asyncpg
import pytest

from byzanz.store.entry import Appended
from byzanz.store.listener import CHANNEL
from byzanz.store.postgres import open_postgres
from byzanz.store.trouble import StoreBusy
from tests.store.proxy import Proxy
from tests.store.samples import append, entry, opened


@asynccontextmanager
async def session(url):
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def cut_all(connection):
    """End everyone's connections but this one."""
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )


async def until_done(work):
    """As a client does: ask again while the store is busy."""
    while True:
        try:
            return await work()
        except StoreBusy:
            await asyncio.sleep(0.05)


async def test_cut_connections_are_made_again(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        await store.append(append())
        for seq in range(2, 5):
            await cut_all(admin)
            await asyncio.sleep(0.05)
            assert await store.append(append(seq=seq)) == Appended()


async def test_a_connection_cut_in_the_middle(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        await store.append(append())
        async with admin.transaction():
            await admin.execute("LOCK TABLE log")
            waiting = asyncio.create_task(store.append(append(seq=2)))
            await asyncio.sleep(0.2)
            await cut_all(admin)
            with pytest.raises(StoreBusy):
                await waiting
        assert await store.entry_of("r1", "auto:2") is None
        assert await store.append(append(seq=2)) == Appended()


async def test_postgres_is_restarted(postgres, postgres_url):
    async with opened(postgres_url) as store:
        await store.append(append())
        postgres.stop()
        try:
            for _ in range(2):
                with pytest.raises(StoreBusy):
                    await store.append(append(seq=2))
                with pytest.raises(StoreBusy):
                    await store.log("r1")
        finally:
            postgres.start()
        assert await until_done(lambda: store.append(append(seq=2))) == Appended()
        assert await store.log("r1") == [entry(1), entry(2)]


async def test_a_connection_cut_after_the_commit(postgres_url, tmp_path):
    async with Proxy(postgres_url) as proxy, opened(proxy.url) as store:
        await store.append(append())
        proxy.swallow_answer()
        with pytest.raises(StoreBusy):
            await store.append(append(seq=2, command="p:7"))
        found = await until_done(lambda: store.entry_of("r1", "p:7"))
        assert found == entry(2, command="p:7")
        assert await store.append(append(seq=3)) == Appended()


async def test_a_lock_held_too_long(postgres_url):
    store = await open_postgres(postgres_url, timeout=0.2)
    async with session(postgres_url) as admin:
        async with admin.transaction():
            await admin.execute("LOCK TABLE room")
            with pytest.raises(StoreBusy):
                await store.append(append())
            with pytest.raises(StoreBusy):
                await store.row("r1")
        assert await until_done(lambda: store.append(append())) == Appended()
    await store.close()


async def test_a_database_that_becomes_read_only(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        setting = "ALTER DATABASE postgres SET default_transaction_read_only ="
        await store.append(append())
        await admin.execute(f"{setting} on")
        await cut_all(admin)
        await asyncio.sleep(0.05)
        try:
            with pytest.raises(StoreBusy, match="read-only"):
                await store.append(append(seq=2))
            assert await store.log("r1") == [entry()]
        finally:
            await admin.execute(f"{setting} DEFAULT")
        await cut_all(admin)
        await asyncio.sleep(0.05)
        assert await store.append(append(seq=2)) == Appended()


async def test_many_appends_share_few_transactions(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        before = await admin.fetchval("SELECT pg_current_xact_id()::text::bigint")
        done = await asyncio.gather(*(store.append(append(f"r{n}")) for n in range(200)))
        after = await admin.fetchval("SELECT pg_current_xact_id()::text::bigint")
        assert done == [Appended()] * 200
        assert len(await store.rows("waiting")) == 200
        assert after - before <= 5


async def test_one_call_tells_a_whole_group(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        calls = []
        await admin.add_listener(CHANNEL, lambda *call: calls.append(call[3].split(" ")[1:]))
        await asyncio.gather(*(store.append(append(f"r{n}")) for n in range(50)))
        await store.append(append("r1"))
        await admin.fetch("SELECT 1")
        assert [sorted(rooms) for rooms in calls] == [sorted(f"r{n}" for n in range(50))]


async def heard(wakes):
    return await asyncio.wait_for(anext(wakes), 5)


async def test_others_are_heard(postgres_url):
    async with (
        opened(postgres_url) as store,
        opened(postgres_url) as other,
        aclosing(store.wakes()) as wakes,
    ):
        first = asyncio.create_task(heard(wakes))
        for number in itertools.count():
            await store.append(append(f"mine{number}"))
            await other.append(append(f"theirs{number}"))
            await asyncio.sleep(0.02)
            if first.done():
                break
        assert await first <= {f"theirs{n}" for n in range(number + 1)}


async def test_a_lost_listener_hears_again(postgres_url, monkeypatch):
    monkeypatch.setattr("byzanz.store.listener.RETRY_SECONDS", 0.01)
    async with (
        opened(postgres_url) as store,
        opened(postgres_url) as other,
        session(postgres_url) as admin,
        aclosing(store.wakes()) as wakes,
    ):
        for round_ in "ab":
            first = asyncio.create_task(heard(wakes))
            number = 0
            while not first.done():
                number += 1
                await until_done(lambda: other.append(append(f"{round_}{number}")))  # noqa: B023
                await asyncio.sleep(0.02)
            assert all(room[0] == round_ for room in await first)
            await cut_all(admin)
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("seconds", [0, 0.001, 0.1])
async def test_listening_ends_with_the_store(postgres_url, seconds):
    async with opened(postgres_url) as store:

        async def listen():
            return [rooms async for rooms in store.wakes()]

        listening = asyncio.create_task(listen())
        await asyncio.sleep(seconds)
    assert await asyncio.wait_for(listening, 5) == []
