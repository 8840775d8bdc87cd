"""Servers that a load test starts in processes of their own."""

import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

STOP_SECONDS = 15
UNLIMITED = "1000000000"
LIMITS = ("PEOPLE", "ROOMS", "COMMANDS", "READS", "CONNECTIONS", "ALL_CONNECTIONS")
OTHER_FILES = 300  # open files besides the sockets


class NotStarted(Exception):
    """The server did not start, or cannot; the message is a sentence."""


class RunningServer(NamedTuple):
    """A running server."""

    url: str
    pid: int  # 0: a server that the load test has not started


@contextmanager
def game_server() -> Iterator[RunningServer]:
    """Run a server with an empty store and without limits; raises `NotStarted`."""
    with TemporaryDirectory(prefix="byzanz-load-") as folder:
        arguments = ["-m", "byzanz", "serve", "--port", "0", "--admin-port", "0"]
        arguments += ["--store", str(Path(folder) / "games.db")]
        limits = {f"BYZANZ_LIMITS__{name}": UNLIMITED for name in LIMITS}
        settings = {"BYZANZ_THINKERS": "1", "BYZANZ_LOG_LEVEL": "error", **limits}
        with _running(arguments, {**os.environ, **settings}) as server:
            yield server


@contextmanager
def echo_server(push_bytes: int) -> Iterator[RunningServer]:
    """Run an echo server; raises `NotStarted`."""
    arguments = ["-m", "byzanz.load.echo_server", str(push_bytes)]
    with _running(arguments, dict(os.environ)) as server:
        yield server


@contextmanager
def _running(arguments: list[str], environment: dict[str, str]) -> Iterator[RunningServer]:
    with subprocess.Popen(
        [sys.executable, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C must not reach it: we stop it ourselves
    ) as process:
        try:
            assert process.stdout is not None
            greeting = re.search(r"http://\S+", process.stdout.readline())
            if greeting is None:
                raise NotStarted(f"byzanz: {' '.join(arguments)} does not start")
            yield RunningServer(greeting[0], process.pid)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def allow_sockets(count: int) -> None:
    """Raise the limit of open files for this process and those it starts; raises `NotStarted`."""
    needed = count + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        if hard not in (resource.RLIM_INFINITY,) and hard < needed:
            raise NotStarted(
                f"byzanz: {needed} open files are needed, but the system allows only {hard}: "
                "expected fewer rooms, or a higher ulimit -n"
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def resident_bytes(pid: int) -> int | None:
    """Return the resident memory of a process; None on a system without /proc."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) * 1024 if match else None
