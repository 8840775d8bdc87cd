"""A SQLite file has at most one server, and any number of other programs."""

import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from byzanz.store.errors import StoreBusy, StoreInUse
from byzanz.store.opening import open_store
from byzanz.store.rows import Appended
from tests.store.samples import append, opened

SERVER = """
import asyncio, subprocess, sys, time
from byzanz.store.opening import open_store

async def main():
    store = await open_store(sys.argv[1], for_server=True)
    with subprocess.Popen(["sleep", "60"]) as worker:  # survives when the server is killed
        print(worker.pid, flush=True)
        time.sleep(60)

asyncio.run(main())
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "real").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    (tmp_path / "link.db").symlink_to("real/games.db")
    (tmp_path / "link to link.db").symlink_to("link.db")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "path",
    [
        *("real/games.db", "./real/../real/games.db", "sqlite:///real/games.db", "link.db"),
        *("linked/games.db", "link to link.db", "FOLDER/real/games.db", "sqlite:///FOLDER/link.db"),
    ],
)
async def test_a_second_server_is_refused(folder, path):
    path = path.replace("FOLDER", str(folder))
    orders = [("real/games.db", path), (path, "real/games.db")]
    for number, (first, second) in enumerate(orders):
        async with opened(first, for_server=True) as store:
            with pytest.raises(StoreInUse, match="another server is using"):
                await open_store(second, for_server=True)
            assert await store.append(append(f"r{number}")) == Appended()
    async with opened(path, for_server=True):
        pass


async def test_other_programs_may_use_the_file_of_a_running_server(folder):
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(opened("real/games.db", for_server=True))
        admin = await stack.enter_async_context(opened("link.db"))
        assert await admin.append(append()) == Appended()
        assert len(await server.log("r1")) == 1
        await admin.backup(folder / "backup")
    assert (folder / "real" / "games.db.lock").stat().st_mode & 0o777 == 0o600


async def test_a_file_that_is_not_a_database_is_unlocked_again(folder):
    Path("real/games.db").write_text("no database " * 1000)
    for _ in range(2):
        with pytest.raises(StoreBusy, match="not a database"):
            await open_store("real/games.db", for_server=True)


async def test_the_lock_ends_with_a_killed_server(folder):
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, "link.db"], stdout=subprocess.PIPE
    ) as server:
        worker = int(server.stdout.readline())
        with pytest.raises(StoreInUse):
            await open_store("real/games.db", for_server=True)
        server.kill()
    try:
        async with opened("real/games.db", for_server=True):
            pass
    finally:
        subprocess.run(["kill", str(worker)], check=True)


async def test_a_folder_that_does_not_exist_is_reported(folder):
    with pytest.raises(StoreBusy, match="No such file or directory"):
        await open_store("none/games.db", for_server=True)


async def test_postgres_allows_several_servers(postgres_url):
    async with opened(postgres_url, for_server=True), opened(postgres_url, for_server=True):
        pass
