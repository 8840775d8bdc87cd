"""A server process for tests, and people who use it over real HTTP and WebSockets."""

import itertools
import json
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.cli.calling import ENVIRONMENT

LAX = """
[limits]
people = 1000000
rooms = 1000000
commands = 1000000
reads = 1000000
misses = 1000000
codes = 1000000
hints = 1000000
replays = 1000000
analyses = 1000000
previews = 1000000
puzzles = 1000000
data = 1000000
connections = 1000
"""
BOTS = ("greedy", "solid", "greedy", "beginner", "solid")
numbers = itertools.count(1)
KEEP_ALIVE = httpx.Limits(keepalive_expiry=2)  # seconds; the server closes idle connections after 5


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


def command_id() -> str:
    return secrets.token_hex(8)


def serve_process(*arguments, env=None, stderr=subprocess.PIPE, cwd=None):
    return subprocess.Popen(
        [sys.executable, "-m", "byzanz", "serve", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=stderr, cwd=cwd, text=True,
        env={**ENVIRONMENT, "BYZANZ_THINKERS": "1", "BYZANZ_SEARCH": "false", **(env or {})},
    )  # fmt: skip


class RunningServer:
    """A server process with its log and store in a folder."""

    def __init__(
        self, folder: Path, config: str = "", env=None, port: int = 0, store: str | None = None
    ) -> None:
        self.store = store or folder / "games.db"
        self.log_file = folder / "log"
        self.admin_port = free_port()
        (folder / "config.toml").write_text(config)
        with self.log_file.open("w") as log:
            self.process = serve_process(
                "--port", port, "--admin-port", self.admin_port, "--store", self.store,
                "--config", folder / "config.toml", env=env, stderr=log,
            )  # fmt: skip
        assert self.process.stdout.readline().startswith("Byzanz is at http"), self.log
        self.port = json.loads(self.log.splitlines()[-1])["port"]
        self.url = f"http://127.0.0.1:{self.port}"
        admin_url = f"http://127.0.0.1:{self.admin_port}"
        self.admin = httpx.Client(base_url=admin_url, timeout=10, limits=KEEP_ALIVE)
        self.people = []

    def stop(self, number=signal.SIGTERM) -> int:
        self.process.send_signal(number)
        code = self.process.wait(10)
        self.process.stdout.close()
        self.admin.close()
        for person in self.people:
            person.http.close()
        return code

    def close(self) -> None:
        """Stop the server, and check its log."""
        assert self.stop() == 0
        self.check_log()

    @property
    def log(self) -> str:
        return self.log_file.read_text()

    def wait_for_log(self, text: str) -> None:
        """Wait until the log has a text: the server logs a request after it has answered."""
        end = time.monotonic() + 10
        while text not in self.log:
            assert time.monotonic() < end, self.log
            time.sleep(0.01)

    def entries(self, room: str) -> list[tuple]:
        sql = "SELECT seq, command, body FROM log WHERE room = ? ORDER BY seq"
        return self.query(sql, room)

    def query(self, sql: str, *values) -> list[tuple]:
        connection = sqlite3.connect(self.store, timeout=10)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def check_log(self) -> None:
        """Check that every line is JSON, and has neither an error nor a secret."""
        text = self.log
        for line in text.splitlines():
            assert json.loads(line)["level"] in ("info", "warning"), line
        bodies = [json.loads(body) for (body,) in self.query("SELECT body FROM log")]
        hidden = {body["secret"] for body in bodies if body["type"] == "created"}
        hidden |= {" ".join(body["deck"][:4]) for body in bodies if body.get("deck")}
        hidden |= {body["nonce"] for body in bodies if "nonce" in body}
        hidden |= {person.key for person in self.people if person.key}
        assert not [secret for secret in hidden if secret in text]
        assert not re.search(r"\b[CGOSVW][1-5]\b", text)  # no card


class Person:
    """A person with an IP address, by default a new one, and with a key unless a stranger."""

    def __init__(
        self, server: RunningServer, *, stranger: bool = False, address: str | None = None
    ) -> None:
        number = next(numbers)
        self.server = server
        self.address = address or f"127.1.{number // 250}.{number % 250 + 1}"
        transport = httpx.HTTPTransport(local_address=self.address, limits=KEEP_ALIVE)
        self.http = httpx.Client(base_url=server.url, transport=transport, timeout=10)
        self.key = None
        if not stranger:
            self.key = self.http.post("/api/people").json()["key"]
            self.http.cookies.clear()
            self.http.headers["authorization"] = f"Bearer {self.key}"
        server.people.append(self)

    def create(self, bots=(), seats=3, **fields):
        plans = [{"bot": bot} for bot in bots] + [{}] * (seats - len(bots))
        body = {"command": command_id(), "name": "Anna", "nonce": secrets.token_hex(16)}
        answer = self.http.post("/api/rooms", json={**body, "seats": plans, **fields})
        assert answer.status_code == 200, answer.text
        return answer.json()["room"]

    def send(self, room, command_type, **facts):
        body = {"type": command_type, "command": command_id(), **facts}
        return self.http.post(f"/api/rooms/{room}/commands", json=body)

    def join(self, room, name="Ben", **facts):
        return self.send(room, "join", name=name, nonce=secrets.token_hex(16), **facts)

    def update(self, room, after=0):
        answer = self.http.get(f"/api/rooms/{room}", params={"after": after})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def push(self, room, query="", **options):
        headers = {"authorization": self.http.headers["authorization"]} if self.key else {}
        return connect(
            f"ws://127.0.0.1:{self.server.port}/api/rooms/{room}/push{query}",
            additional_headers=headers, source_address=(self.address, 0), compression=None,
            **options,
        )  # fmt: skip


def start_room(server: RunningServer, people: int = 3) -> tuple[list[Person], str]:
    """Start a room of people; returns the people in the order of their seats, and the room."""
    persons = [Person(server) for _ in range(people)]
    room = persons[0].create(seats=people)
    for person, name in zip(persons[1:], ("Ben", "Cleo", "Dora", "Emil", "Fay"), strict=False):
        assert person.join(room, name).status_code == 200
    assert persons[0].send(room, "start").status_code == 200
    return sorted(persons, key=lambda person: person.update(room)["room"]["seat"]), room


def problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def close_code(socket) -> int:
    """Read until the socket is closed; returns the close code."""
    try:
        while True:
            socket.recv(timeout=15)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def refused_with(connecting) -> int:
    """Open a socket that is refused; returns the close code."""
    with connecting as socket:
        return close_code(socket)


def raw(server: RunningServer, *parts: bytes, address="127.0.0.1", timeout=5.0) -> bytes:
    """Send raw bytes; returns everything that the server answers."""
    with socket.create_connection(
        ("127.0.0.1", server.port), timeout=timeout, source_address=(address, 0)
    ) as connection:
        for part in parts:
            connection.sendall(part)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
        return answer
