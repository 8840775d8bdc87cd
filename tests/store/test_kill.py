"""Every acknowledged entry is in the log exactly once after a server or PostgreSQL is killed."""

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
    """Run an appender, then kill it; it writes the acknowledged entries to a file."""
    with path.open("ab") as acknowledged:
        command = [sys.executable, "-m", "tests.store.appender", url]
        process = subprocess.Popen(command, stdout=acknowledged)
        try:
            wait_for_more(path)
            yield
            assert process.poll() is None
        finally:
            process.kill()
            process.wait()


def wait_for_more(path, *, seconds=30):
    """Wait until the appender has written a new entry, and at least one of every room."""
    size, deadline = path.stat().st_size, time.monotonic() + seconds
    while path.stat().st_size == size or acknowledged_rooms(path) != {*ROOMS}:
        assert time.monotonic() < deadline
        time.sleep(0.005)


def acknowledged_rooms(path):
    return {line.split()[0] for line in path.read_text().splitlines() if " " in line}


def check_logs(url, path):
    """Every acknowledged entry is in its log exactly once, and no log has a gap."""
    acknowledged = [line.split() for line in path.read_text().splitlines()]
    logs = asyncio.run(read_logs(url))
    for room, log in logs.items():
        commands = {entry.seq: entry.command for entry in log}
        assert [*commands] == [*range(1, len(log) + 1)]
        assert len(set(commands.values())) == len(log)
        expected = {int(seq): command for name, seq, command in acknowledged if name == room}
        assert expected
        assert expected.items() <= commands.items()


async def read_logs(url):
    async with opened(url) as store:
        assert {row.room: row.head for row in await store.rows("waiting")} == {
            room: len(await store.log(room)) for room in ROOMS
        }
        return {room: await store.log(room) for room in ROOMS}


@pytest.mark.slow
def test_no_entry_is_lost_when_the_server_is_killed(url, tmp_path):
    path = tmp_path / "acknowledged"
    for _ in range(4):
        with appender(url, path):
            time.sleep(random.uniform(0, 0.3))
        check_logs(url, path)


@pytest.mark.slow
def test_no_entry_is_lost_when_postgres_is_killed(postgres, postgres_url, tmp_path):
    path = tmp_path / "acknowledged"
    with appender(postgres_url, path):
        for _ in range(2):
            time.sleep(random.uniform(0, 0.3))
            postgres.stop()
            postgres.start()
            wait_for_more(path)
    check_logs(postgres_url, path)
