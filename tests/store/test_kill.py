"""Whatever is killed: what was acknowledged is in the log, once."""

import asyncio
import random
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from tests.store.appender import ROOMS
from tests.store.samples import opened


@contextmanager
def appender(url, path):
    """A process that appends, killed in the end; it tells in a file what was acknowledged."""
    with path.open("ab") as told:
        command = [sys.executable, "-m", "tests.store.appender", url]
        process = subprocess.Popen(command, stdout=told)
        try:
            wait_for_more(path)
            yield
            assert process.poll() is None
        finally:
            process.kill()
            process.wait()


def wait_for_more(path, *, seconds=30):
    """Until the appender has told something new, and of every room."""
    size, deadline = path.stat().st_size, time.monotonic() + seconds
    while path.stat().st_size == size or told_rooms(path) != {*ROOMS}:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def told_rooms(path):
    return {line.split()[0] for line in path.read_text().splitlines() if " " in line}


def check(url, path):
    """Every acknowledged entry is in its log, once, and no log has a gap."""
    told = [line.split() for line in path.read_text().splitlines()]
    logs = asyncio.run(read_logs(url))
    for room, log in logs.items():
        commands = {entry.seq: entry.command for entry in log}
        assert [*commands] == [*range(1, len(log) + 1)]
        assert len(set(commands.values())) == len(log)
        mine = {int(seq): command for name, seq, command in told if name == room}
        assert mine
        assert mine.items() <= commands.items()


async def read_logs(url):
    async with opened(url) as store:
        assert {row.room: row.head for row in await store.rows("waiting")} == {
            room: len(await store.log(room)) for room in ROOMS
        }
        return {room: await store.log(room) for room in ROOMS}


@pytest.mark.slow
def test_the_server_is_killed(url, tmp_path):
    path = tmp_path / "told"
    for _ in range(4):
        with appender(url, path):
            time.sleep(random.uniform(0, 0.3))
        check(url, path)


@pytest.mark.slow
def test_postgres_is_killed(postgres, postgres_url, tmp_path):
    path = tmp_path / "told"
    with appender(postgres_url, path):
        for _ in range(2):
            time.sleep(random.uniform(0, 0.3))
            postgres.stop()
            postgres.start()
            wait_for_more(path)
    check(postgres_url, path)
