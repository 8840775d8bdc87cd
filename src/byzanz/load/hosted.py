"""Servers that a run starts for itself, in processes of their own."""

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

SECONDS_TO_END = 15
ENOUGH = "1000000000"
LIMITS = ("PEOPLE", "ROOMS", "COMMANDS", "READS", "CONNECTIONS", "ALL_CONNECTIONS")
FURTHER_FILES = 300  # besides the sockets


class NotStarted(Exception):
    """A server that did not start, or can't, in a sentence."""


class Hosted(NamedTuple):
    """A server that runs."""

    url: str
    process: int


@contextmanager
def game_server() -> Iterator[Hosted]:
    """A server with a fresh store and without limits; raises `NotStarted`."""
    with TemporaryDirectory(prefix="byzanz-load-") as folder:
        words = ["-m", "byzanz", "serve", "--port", "0", "--admin-port", "0"]
        words += ["--store", str(Path(folder) / "games.db")]
        limits = {f"BYZANZ_LIMITS__{name}": ENOUGH for name in LIMITS}
        further = {"BYZANZ_THINKERS": "1", "BYZANZ_LOG_LEVEL": "error", **limits}
        with _running(words, {**os.environ, **further}) as hosted:
            yield hosted


@contextmanager
def echo_server(push_bytes: int) -> Iterator[Hosted]:
    """The bare stack; raises `NotStarted`."""
    with _running(["-m", "byzanz.load.echo", str(push_bytes)], dict(os.environ)) as hosted:
        yield hosted


@contextmanager
def _running(words: list[str], environment: dict[str, str]) -> Iterator[Hosted]:
    with subprocess.Popen(
        [sys.executable, *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,  # Ctrl-C is for us, who end it ourselves
    ) as process:
        try:
            assert process.stdout is not None
            greeting = re.search(r"http://\S+", process.stdout.readline())
            if greeting is None:
                raise NotStarted(f"byzanz: {' '.join(words)} does not start")
            yield Hosted(greeting[0], process.pid)
        finally:
            process.terminate()
            try:
                process.wait(SECONDS_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()


def allow_sockets(count: int) -> None:
    """Let this process, and those it starts, have so many sockets; raises `NotStarted`."""
    needed = count + FURTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        if hard not in (resource.RLIM_INFINITY,) and hard < needed:
            raise NotStarted(
                f"byzanz: {needed} open files are needed, but the system allows {hard}: "
                "expected fewer rooms, or a higher ulimit -n"
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def resident_bytes(process: int) -> int | None:
    """The memory of a process; None where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(match[1]) * 1024 if match else None
