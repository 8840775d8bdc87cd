"""A store is opened by its address; an unsafe one is refused."""

import asyncio
import sqlite3
import subprocess
import sys
from functools import partial

import asyncpg
import pytest

from byzanz.store import migrations
from byzanz.store.errors import StoreBusy, UnsafeStore
from byzanz.store.opening import open_store
from tests.store.samples import append, opened


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "empty"),
        ("mysql://me:secret@host/db", "mysql"),
        ("sqlite://games.db", "sqlite:///"),
        ("sqlite:///", "path"),
        ("postgresql://host:port/db", "port"),
    ],
)
async def test_an_invalid_address_is_explained(url, message):
    with pytest.raises(ValueError, match=message) as error:
        await open_store(url)
    assert "secret" not in str(error.value)


async def test_a_bare_path_is_sqlite(tmp_path):
    async with opened(str(tmp_path / "games.db")) as store:
        await store.append(append())
    async with opened(f"sqlite:///{tmp_path}/games.db") as store:
        assert (await store.heads(["r1"]))["r1"].seq == 1
    assert (tmp_path / "games.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("url", [":memory:", "sqlite:///:memory:"])
async def test_a_store_in_memory_must_be_requested(url):
    with pytest.raises(UnsafeStore, match="memory"):
        await open_store(url)
    async with opened(url, volatile=True) as store:
        await store.append(append())
        assert len(await store.log("r1")) == 1


@pytest.mark.parametrize("url", ["sqlite:////no/such/folder/games.db", "postgresql:///x?host=/no"])
async def test_an_unreachable_store_is_busy(url):
    with pytest.raises(StoreBusy):
        await open_store(url)


async def test_many_processes_can_open_a_new_store_at_once(url):
    stores = await asyncio.gather(*(open_store(url) for _ in range(8)))
    for number, store in enumerate(stores):
        await store.append(append(f"r{number}"))
    for store in stores:
        assert len(await store.rows("waiting")) == 8
        await store.close()


async def test_a_failed_migration_is_rolled_back(url, monkeypatch):
    real_migrations = migrations.all_migrations
    broken = (99, "CREATE TABLE half (a INTEGER); SELECT nonsense FROM nowhere")
    with monkeypatch.context() as newer:
        newer.setattr(
            migrations, "all_migrations", lambda database: [*real_migrations(database), broken]
        )
        with pytest.raises(Exception, match="nowhere"):
            await open_store(url)
    async with opened(url) as store:
        await store.append(append())


@pytest.mark.parametrize("settings", ["synchronous = NORMAL", "synchronous = OFF"])
async def test_sqlite_without_fsync_is_refused(sqlite_url, monkeypatch, settings):
    monkeypatch.setattr("byzanz.store.sqlite.SYNCHRONOUS", settings)
    with pytest.raises(UnsafeStore, match="synchronous"):
        await open_store(sqlite_url)


@pytest.mark.parametrize("mode", ["OFF", "MEMORY", "DELETE"])
async def test_sqlite_without_write_ahead_log_is_refused(sqlite_url, monkeypatch, mode):
    monkeypatch.setattr("byzanz.store.sqlite.JOURNAL", f"journal_mode = {mode}")
    with pytest.raises(UnsafeStore, match="journal_mode"):
        await open_store(sqlite_url)


async def test_postgres_without_synchronous_commit_is_refused(postgres_url):
    connection = await asyncpg.connect(postgres_url)
    setting = "ALTER DATABASE postgres SET synchronous_commit ="
    try:
        await connection.execute(f"{setting} off")
        with pytest.raises(UnsafeStore, match="synchronous_commit"):
            await open_store(postgres_url)
        await connection.execute(f"{setting} local")
        await (await open_store(postgres_url)).close()
    finally:
        await connection.execute(f"{setting} DEFAULT")
        await connection.close()


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
async def test_postgres_that_a_crash_can_corrupt_is_refused(postgres_url, setting):
    connection = await asyncpg.connect(postgres_url)

    async def switch(value):
        await connection.execute(f"ALTER SYSTEM SET {setting} = {value}")
        await connection.execute("SELECT pg_reload_conf()")
        while await connection.fetchval(f"SHOW {setting}") != value:
            await asyncio.sleep(0.01)

    await switch("off")
    try:
        with pytest.raises(UnsafeStore, match=setting):
            await open_store(postgres_url)
    finally:
        await switch("on")
        await connection.close()


async def test_a_migration_does_not_wait_long_for_a_table(postgres_url, monkeypatch):
    await (await open_store(postgres_url)).close()
    real_migrations = migrations.all_migrations
    added = (99, "ALTER TABLE room ADD COLUMN mood text")
    monkeypatch.setattr(
        migrations, "all_migrations", lambda database: [*real_migrations(database), added]
    )
    monkeypatch.setattr("byzanz.store.postgres.TABLE_LOCK_WAIT", "200ms")
    connection = await asyncpg.connect(postgres_url)
    try:
        async with connection.transaction():
            await connection.fetch("SELECT 1 FROM room")  # as a backup does, for minutes
            with pytest.raises(StoreBusy, match="lock timeout"):
                await asyncio.wait_for(open_store(postgres_url), 20)
        await (await open_store(postgres_url)).close()
    finally:
        await connection.close()


def test_sqlite_needs_no_asyncpg():
    code = (
        "import asyncio, sys\n"
        "from byzanz.store.opening import open_store\n"
        "async def main(): await (await open_store(':memory:', volatile=True)).close()\n"
        "asyncio.run(main())\n"
        "assert 'asyncpg' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


class LockedOnce(sqlite3.Connection):
    """A connection whose first change of the journal fails, as beside one that changes it too."""

    failures = 0

    def execute(self, sql, *values):
        if "journal_mode" in sql and not LockedOnce.failures:
            LockedOnce.failures += 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        return super().execute(sql, *values)


async def test_a_new_file_is_opened_beside_others_that_open_it(tmp_path, monkeypatch):
    """SQLite does not wait if two connections begin to use the log of writes at once."""
    connect = partial(sqlite3.connect, factory=LockedOnce)
    monkeypatch.setattr("byzanz.store.sqlite.sqlite3.connect", connect)
    async with opened(str(tmp_path / "games.db")) as store:
        await store.append(append())
    assert LockedOnce.failures == 1
