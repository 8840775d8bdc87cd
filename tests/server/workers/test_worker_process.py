"""Worker processes end together with their children, and can have a low priority."""

import asyncio

import pytest

from byzanz.server.workers import worker_process

PARENT = """
import subprocess, sys
subprocess.Popen([sys.executable, "-c", "import time; print('child', flush=True); time.sleep(60)"])
input()
"""


@pytest.fixture
def with_a_child(tmp_path, monkeypatch):
    """The name of a module that starts a child process."""
    (tmp_path / "parent_of_one.py").write_text(PARENT)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return "parent_of_one"


def test_the_children_of_a_process_end_with_it(with_a_child):
    """A child that still runs would hold the pipe open."""

    async def scenario():
        async with asyncio.timeout(20):
            async with worker_process.run_module(with_a_child) as process:
                assert await process.stdout.readline() == b"child\n"
            assert await process.stdout.read() == b""

    asyncio.run(scenario())


def test_a_process_that_has_ended_already_raises_no_error():
    async def scenario():
        async with worker_process.run_module("byzanz.server") as process:  # not a runnable module
            await process.wait()
        assert process.returncode == 1

    asyncio.run(scenario())


def test_a_process_can_have_a_lower_priority(tmp_path, monkeypatch):
    (tmp_path / "polite.py").write_text("import os; input(); print(os.nice(0))")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def niceness(**how):
        async with asyncio.timeout(20), worker_process.run_module("polite", **how) as process:
            return int(await worker_process.ask_process(process, b"\n", seconds=20))

    usual = asyncio.run(niceness())
    assert asyncio.run(niceness(has_low_priority=True)) == min(19, usual + worker_process.NICENESS)
