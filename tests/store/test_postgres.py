"""While PostgreSQL fails, the store acknowledges nothing; afterwards it recovers by itself."""

import asyncio
import itertools
from contextlib import aclosing, asynccontextmanager

import asyncpg
import pytest

from byzanz.store.errors import StoreBusy
from byzanz.store.notifications import ROOMS
from byzanz.store.postgres import open_postgres
from byzanz.store.rows import Appended
from tests.store.proxy import Proxy
from tests.store.samples import append, entry, opened


@asynccontextmanager
async def session(url):
    connection = await asyncpg.connect(url)
    try:
        yield connection
    finally:
        await connection.close()


async def terminate_others(connection):
    """Terminate all connections except this one."""
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )


async def retried(call):
    """Retry while the store is busy, as a client does."""
    while True:
        try:
            return await call()
        except StoreBusy:
            await asyncio.sleep(0.05)


async def test_the_store_reconnects(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        await store.append(append())
        for seq in range(2, 5):
            await terminate_others(admin)
            await asyncio.sleep(0.05)
            assert await store.append(append(seq=seq)) == Appended()


async def test_an_append_whose_connection_is_cut_is_not_written(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        await store.append(append())
        async with admin.transaction():
            await admin.execute("LOCK TABLE log")
            waiting = asyncio.create_task(store.append(append(seq=2)))
            await asyncio.sleep(0.2)
            await terminate_others(admin)
            with pytest.raises(StoreBusy):
                await waiting
        assert await store.log("r1", after=1) == []
        assert await store.append(append(seq=2)) == Appended()


async def test_the_store_survives_a_restart_of_postgres(postgres, postgres_url):
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
        assert await retried(lambda: store.append(append(seq=2))) == Appended()
        assert await store.log("r1") == [entry(1), entry(2)]


async def test_an_append_whose_answer_is_lost_is_written_once(postgres_url, tmp_path):
    async with Proxy(postgres_url) as proxy, opened(proxy.url) as store:
        await store.append(append())
        proxy.drop_next_answer()
        with pytest.raises(StoreBusy):
            await store.append(append(seq=2, command="p:7"))
        found = await retried(lambda: store.log("r1", after=1))
        assert found == [entry(2, command="p:7")]
        assert await store.append(append(seq=3)) == Appended()


async def test_a_store_locked_for_longer_than_the_timeout_is_busy(postgres_url):
    store = await open_postgres(postgres_url, timeout=0.2)
    async with session(postgres_url) as admin:
        async with admin.transaction():
            await admin.execute("LOCK TABLE room")
            with pytest.raises(StoreBusy):
                await store.append(append())
            with pytest.raises(StoreBusy):
                await store.row("r1")
        assert await retried(lambda: store.append(append())) == Appended()
    await store.close()


async def test_a_database_that_becomes_read_only_is_busy(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        setting = "ALTER DATABASE postgres SET default_transaction_read_only ="
        await store.append(append())
        await admin.execute(f"{setting} on")
        await terminate_others(admin)
        await asyncio.sleep(0.05)
        try:
            with pytest.raises(StoreBusy, match="read-only"):
                await store.append(append(seq=2))
            assert await store.log("r1") == [entry()]
        finally:
            await admin.execute(f"{setting} DEFAULT")
        await terminate_others(admin)
        await asyncio.sleep(0.05)
        assert await store.append(append(seq=2)) == Appended()


async def test_a_process_whose_row_was_deleted_is_busy(postgres_url):
    """A process that was suspended for hours renews its row before it claims a lease again."""
    async with opened(postgres_url) as store:
        with pytest.raises(StoreBusy):
            await store.claim_lease("r1", "forgotten", 5)
        with pytest.raises(StoreBusy):
            await store.set_presence("forgotten", {"r1": "{}"}, at=5)


async def test_many_appends_share_few_transactions(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        before = await admin.fetchval("SELECT pg_current_xact_id()::text::bigint")
        done = await asyncio.gather(*(store.append(append(f"r{n}")) for n in range(200)))
        after = await admin.fetchval("SELECT pg_current_xact_id()::text::bigint")
        assert done == [Appended()] * 200
        assert len(await store.rows("waiting")) == 200
        assert after - before <= 5


async def test_one_notification_lists_all_rooms_of_a_group_commit(postgres_url):
    async with opened(postgres_url) as store, session(postgres_url) as admin:
        notifications = []
        await admin.add_listener(
            ROOMS, lambda *values: notifications.append(values[3].split(" ")[1:])
        )
        await asyncio.gather(*(store.append(append(f"r{n}")) for n in range(50)))
        await store.append(append("r1"))
        await admin.fetch("SELECT 1")
        assert [sorted(rooms) for rooms in notifications] == [sorted(f"r{n}" for n in range(50))]


async def next_change(changes):
    return await asyncio.wait_for(anext(changes), 5)


async def test_changes_of_other_processes_are_received(postgres_url):
    async with (
        opened(postgres_url) as store,
        opened(postgres_url) as other,
        aclosing(store.notifications()) as changes,
    ):
        first = asyncio.create_task(next_change(changes))
        for number in itertools.count():
            await store.append(append(f"mine{number}"))
            await other.append(append(f"theirs{number}"))
            await asyncio.sleep(0.02)
            if first.done():
                break
        assert (await first).rooms <= {f"theirs{n}" for n in range(number + 1)}


async def test_messages_of_other_processes_are_received(postgres_url):
    async with (
        opened(postgres_url) as store,
        opened(postgres_url) as other,
        aclosing(store.notifications()) as changes,
    ):
        first = asyncio.create_task(next_change(changes))
        while not first.done():
            await store.send(["mine"])
            await other.send(["a message", "another"])
            await asyncio.sleep(0.02)
        assert set((await first).messages) == {"a message", "another"}


async def test_the_listener_reconnects(postgres_url, monkeypatch):
    monkeypatch.setattr("byzanz.store.notifications.RETRY_SECONDS", 0.01)
    async with (
        opened(postgres_url) as store,
        opened(postgres_url) as other,
        session(postgres_url) as admin,
        aclosing(store.notifications()) as changes,
    ):
        for prefix in "ab":
            first = asyncio.create_task(next_change(changes))
            number = 0
            while not first.done():
                number += 1
                await retried(lambda: other.append(append(f"{prefix}{number}")))  # noqa: B023
                await asyncio.sleep(0.02)
            assert all(room[0] == prefix for room in (await first).rooms)
            await terminate_others(admin)
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("seconds", [0, 0.001, 0.1])
async def test_listening_ends_with_the_store(postgres_url, seconds):
    async with opened(postgres_url) as store:

        async def listen():
            return [notified async for notified in store.notifications()]

        listening = asyncio.create_task(listen())
        await asyncio.sleep(seconds)
    assert await asyncio.wait_for(listening, 5) == []
