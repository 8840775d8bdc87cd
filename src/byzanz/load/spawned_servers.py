"""Servers that a load test starts as separate processes."""

import os
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import NamedTuple

STOP_SECONDS = 15  # seconds that a server has to end
UNLIMITED = "1000000000"  # requests per minute, or connections
LIMITS = ("PEOPLE", "ROOMS", "COMMANDS", "READS", "CONNECTIONS", "ALL_CONNECTIONS")
OTHER_FILES = 300  # open files that are not sockets of players


class NotStarted(Exception):
    """The server did not or cannot start; the message can be shown to the user."""


class RunningServer(NamedTuple):
    """A running server."""

    url: str
    pid: int  # 0: the load test has not started the server
    admin_url: str | None = None  # None: unknown


@contextmanager
def game_server(store: str | None = None) -> Iterator[RunningServer]:
    """Run a server without limits, with an empty store if none is given; raises `NotStarted`."""
    with TemporaryDirectory(prefix="byzanz-load-") as folder:
        admin_port = _free_port()
        arguments = ["-m", "byzanz", "serve", "--port", "0", "--admin-port", str(admin_port)]
        arguments += ["--store", store or str(Path(folder) / "games.db")]
        limits = {f"BYZANZ_LIMITS__{name}": UNLIMITED for name in LIMITS}
        settings = {"BYZANZ_THINKERS": "1", "BYZANZ_LOG_LEVEL": "error", **limits}
        with _run_server(arguments, {**os.environ, **settings}) as server:
            yield server._replace(admin_url=f"http://127.0.0.1:{admin_port}")


@contextmanager
def game_servers(count: int, store: str | None) -> Iterator[list[RunningServer]]:
    """Run several servers on one store; raises `NotStarted`."""
    with ExitStack() as stack:
        yield [stack.enter_context(game_server(store)) for _ in range(count)]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def echo_server(push_bytes: int) -> Iterator[RunningServer]:
    """Run an echo server; raises `NotStarted`."""
    arguments = ["-m", "byzanz.load.servers.echo_server", str(push_bytes)]
    with _run_server(arguments, dict(os.environ)) as server:
        yield server


@contextmanager
def _run_server(arguments: list[str], environment: dict[str, str]) -> Iterator[RunningServer]:
    with (
        TemporaryFile() as errors,
        subprocess.Popen(
            [sys.executable, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,  # Ctrl-C must not reach it: we stop it ourselves
        ) as process,
    ):
        try:
            assert process.stdout is not None
            greeting = re.search(r"http://\S+", process.stdout.readline())
            if greeting is None:
                process.wait(STOP_SECONDS)
                errors.seek(0)
                reason = errors.read().decode(errors="replace").strip().rpartition("\n")[2]
                raise NotStarted(f"a server did not start: {reason.removeprefix('byzanz: ')}")
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
                f"{needed} open files are needed, but the system allows only {hard}: "
                "use fewer rooms, or raise ulimit -n"
            )
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
