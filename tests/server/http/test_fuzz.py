"""Thousands of mutated requests and frames do not disturb a game that runs meanwhile."""

import contextlib
import json
import random
import re
import socket as sockets
import threading
import time

import pytest

from tests.server.http.running import Person, command_id

SOME, MANY = 5_000, 200_000  # numbers of requests
FRAGMENTS = [
    b"\0", b"\xff", b"\xed\xa0\x80", b"[" * 50, b"}" * 3, b'"', b"\\ud800", b"1e999", b"-1", b"NaN",
    b"null", b"true", b"9" * 400, b"%00", b"../", b"\r\n", b"\r\n\r\n", b"0\r\n\r\n", b"exec:x",
    "\u202e".encode(), b"' OR 1=1", b"{}", b"[]", b",", b":", b" " * 100,
]  # fmt: skip


class Sentinel(threading.Thread):
    """Changes a room repeatedly, and measures the seconds until each push."""

    def __init__(self, server) -> None:
        super().__init__()
        self.person = Person(server)
        self.room = self.person.create()
        self.seat = (self.person.update(self.room)["room"]["seat"] + 1) % 3
        self.latencies: list[float] = []
        self.is_over = threading.Event()
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            with self.person.push(self.room, "?after=1") as socket:
                seq = 1
                while not self.is_over.wait(0.05):
                    began = time.monotonic()
                    bot = "greedy" if seq % 2 else None
                    answer = self.person.send(self.room, "set_seat", seat=self.seat, bot=bot)
                    assert answer.json()["seq"] == seq + 1
                    while seq < answer.json()["seq"]:
                        message = json.loads(socket.recv(timeout=5))
                        if message["type"] == "update" and message["seq"] > 1:
                            assert message["seq"] == seq + 1
                            seq += 1
                    self.latencies.append(time.monotonic() - began)
        except BaseException as error:
            self.error = error


class Connection:
    """A connection that is reopened whenever the server closes it."""

    def __init__(self, server, address) -> None:
        self._server = server
        self._address = address
        self._socket = None

    def ask(self, data: bytes) -> int:
        """Send bytes; returns the status of the answer, or 0 without one."""
        for _ in "ab":
            if self._socket is None:
                self._socket = sockets.create_connection(
                    ("127.0.0.1", self._server.port), 0.5, (self._address, 0)
                )
                self._socket.setsockopt(sockets.IPPROTO_TCP, sockets.TCP_NODELAY, 1)
            try:
                self._socket.sendall(data)
                return self._answer()
            except OSError:
                self.close()
        return 0

    def _answer(self) -> int:
        """Read one whole answer; returns its status. Closes the connection if bytes follow."""
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._more()
        head, _, body = answer.partition(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head)
        while length and len(body) < int(length[1]):
            body += self._more()
        if not length or len(body) > int(length[1]) or b"connection: close" in head:
            self.close()
        return int(head.split(b" ", 2)[1])

    def _more(self) -> bytes:
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionError
        return data

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None


def samples(person: Person, room: str) -> list[tuple[str, str, dict | None]]:
    """Return valid requests to many endpoints."""
    bid_plan = {"auction": {"round": 1, "number": 1}, "above": 3}
    commands = [
        {"type": "play", "move": "bid W1 W2", "decision": 0},
        {"type": "play", "move": "sell W1 W1 W1"},
        {"type": "join", "name": "Ben", "nonce": "0" * 32, "seat": 1},
        {"type": "set_seat", "seat": 1, "bot": "solid"},
        {"type": "change_setup", "setup": {"clock": {"type": "move", "seconds": 60}}},
        {"type": "rematch", "nonce": "0" * 32},
        {"type": "hand_over", "seat": 1},
        {"type": "remove", "seat": 1},
        *[{"type": name} for name in ("undo", "abort", "come_back")],
    ]
    create = {"name": "Anna", "nonce": "0" * 32, "seats": [{}, {"bot": "greedy"}, {}]}
    return [
        *[("POST", f"/api/rooms/{room}/commands", body) for body in commands],
        ("POST", "/api/rooms", create),
        ("POST", f"/api/rooms/{room}/hints", {"decision": 0}),
        ("POST", f"/api/rooms/{room}/wishes", bid_plan),
        ("POST", f"/api/rooms/{room}/reactions", {"reaction": "hello"}),
        ("POST", "/api/people/claims", {"code": "0" * 32}),
        ("POST", "/api/people/codes", None),
        ("GET", f"/api/rooms/{room}?after=0", None),
        ("GET", f"/api/rooms/{room}/record", None),
        ("GET", "/api/me/rooms", None),
        ("GET", "/api/rooms", None),
        ("GET", "/api/codes/ABCDE", None),
    ]


def mutated(dice: random.Random, data: bytes) -> bytes:
    """Return the data with one to three random changes."""
    mutant = bytearray(data)
    for _ in range(dice.randint(1, 3)):
        index = dice.randrange(len(mutant) + 1)
        match dice.randrange(5):
            case 0:
                mutant[index:index] = dice.choice(FRAGMENTS)
            case 1:
                del mutant[index : index + dice.randint(1, 8)]
            case 2:
                mutant[index : index + 1] = bytes([dice.randrange(256)])
            case 3:
                mutant[index:index] = mutant[index : index + dice.randint(1, 40)]
            case 4:
                mutant[index : index + dice.randint(1, 8)] = dice.choice(FRAGMENTS)
    return bytes(mutant)


def request(dice: random.Random, sample, key: str) -> bytes:
    """Return a request with random changes, mostly in its body."""
    method, path, body = sample
    data = b"" if body is None else json.dumps({**body, "command": command_id()}).encode()
    where = dice.random()
    if body is not None and where < 0.7:
        data = mutated(dice, data)
    target = path.encode()
    if where > 0.95 or (body is None and where < 0.8):
        target = mutated(dice, target)
    head = b"%s %s HTTP/1.1\r\nhost: x\r\nauthorization: Bearer %s\r\n" % (
        method.encode(), target, key.encode(),
    )  # fmt: skip
    if body is not None:
        head += b"content-type: application/json\r\n"
    head += b"content-length: %d\r\n" % len(data)
    if 0.7 < where < 0.75:
        head = mutated(dice, head)
    return head + b"\r\n" + data


def send_frames(dice: random.Random, server, room: str) -> None:
    """Open a push socket and send it mutated frames."""
    good = b"\x81\x85\0\0\0\0hello"
    hello = (
        f"GET /api/rooms/{room}/push?after=0 HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n"
        "connection: Upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    if dice.random() < 0.2:
        hello = mutated(dice, hello)
    with (
        contextlib.suppress(OSError),
        sockets.create_connection(("127.0.0.1", server.port), 0.2) as connection,
    ):
        connection.sendall(hello)
        connection.recv(65536)
        connection.sendall(mutated(dice, good * dice.randint(1, 3)))
        if dice.random() < 0.5:
            connection.recv(65536)


def fuzz(server, count: int, seed: int) -> None:
    dice = random.Random(seed)
    person = Person(server)
    room = person.create(["greedy", "solid"], start=True)
    sentinel = Sentinel(server)
    sentinel.start()
    connection, statuses = Connection(server, person.address), {}
    try:
        requests = samples(person, room)
        for number in range(count):
            if number % 50 == 0:
                send_frames(dice, server, room)
                continue
            data = request(dice, dice.choice(requests), person.key)
            status = connection.ask(data)
            statuses[status] = statuses.get(status, 0) + 1
            assert status < 500 or status == 503, data
    finally:
        connection.close()
        sentinel.is_over.set()
        sentinel.join()
    assert sentinel.error is None, sentinel.error
    assert len(sentinel.latencies) > 5
    assert max(sentinel.latencies) < 3
    assert statuses[400] > count / 4
    assert statuses[200] > count / 50
    server.check_log()


def test_mutated_requests_disturb_nobody(lax):
    fuzz(lax, SOME, seed=1)


@pytest.mark.long
def test_many_mutated_requests_disturb_nobody(lax):
    fuzz(lax, MANY, seed=2)
