"""Processes end with what they began."""

import asyncio

import pytest

from byzanz.server import processes

PARENT = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; print('child', flush=True); time.sleep(60)"])
input()
"""


@pytest.fixture
def with_a_child(tmp_path, monkeypatch):
    """The name of a module that begins another process."""
    (tmp_path / "parent_of_one.py").write_text(PARENT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "parent_of_one"


def test_nothing_is_left_of_a_process(with_a_child):
    """Whoever still lived would hold the pipe open."""

    async def scene():
        async with asyncio.timeout(20):
            async with processes.running(with_a_child) as process:
                assert await process.stdout.readline() == b"child\n"
            assert await process.stdout.read() == b""

    asyncio.run(scene())


def test_a_process_that_has_ended_is_left_alone():
    async def scene():
        async with processes.running("byzanz.server") as process:  # which is no program
            await process.wait()
        assert process.returncode == 1

    asyncio.run(scene())


def test_a_process_that_gives_way_is_nice(tmp_path, monkeypatch):
    (tmp_path / "polite.py").write_text("import os; input(); print(os.nice(0))")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def niceness(**how):
        async with asyncio.timeout(20), processes.running("polite", **how) as process:
            return int(await processes.asked(process, b"\n", seconds=20))

    usual = asyncio.run(niceness())
    assert asyncio.run(niceness(gives_way=True)) == min(19, usual + processes.NICENESS)
