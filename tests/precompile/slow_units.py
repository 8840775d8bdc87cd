"""Slow units of compilation for tests, with a cache folder of their own."""

import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from byzanz.fast import cache
from byzanz.precompile import play_lease

PATIENCE = 60.0  # the longest wait in seconds; the machine may be busy
ROOT = Path(__file__).parents[2]


class SlowUnits:
    """Compiles units `NAME:SECONDS`, which take that much processor time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes = []

    def start(self, *units: str) -> subprocess.Popen:
        """Start a supervisor, as a server does."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.precompile.slow_supervisor", *units],
            cwd=ROOT,
            start_new_session=True,
        )
        self.processes.append(process)
        return process

    def begun(self) -> list[str]:
        """Return the units that have begun so far, in order."""
        path = self.folder / "begun"
        return path.read_text().split() if path.exists() else []

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


def wait_until(is_true, seconds=PATIENCE):
    """Wait until a condition holds; fails after `seconds`."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@contextmanager
def lease_held():
    """Renew the lease, as a server does while many moves are played."""
    has_ended = threading.Event()

    def renew():
        while not has_ended.is_set():
            play_lease.renew()
            has_ended.wait(0.2)

    thread = threading.Thread(target=renew)
    thread.start()
    try:
        yield
    finally:
        has_ended.set()
        thread.join()


@contextmanager
def slow_units(folder: Path, monkeypatch):
    """Use this folder for all caches; ends every supervisor at the end."""
    monkeypatch.setenv("BYZANZ_CACHE_DIR", str(folder))
    cache.cache_directory.cache_clear()
    units = SlowUnits(folder)
    try:
        yield units
    finally:
        units.end()
        cache.cache_directory.cache_clear()


def child_of(process: subprocess.Popen) -> int | None:
    """Return the process id of a supervisor's compiler, on Linux."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    pids = children.read_text().split() if children.exists() else []
    return int(pids[0]) if pids else None


def state_of(pid: int) -> str:
    """Return the letter of a process's state on Linux: T for stopped, Z for ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used, on Linux."""
    columns = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(columns[11]) + int(columns[12])) / os.sysconf("SC_CLK_TCK")
