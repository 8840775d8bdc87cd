"""Requests leave no reference cycles, so that full garbage collections can wait."""

import contextlib
import json
import signal
import socket
import struct
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import WebSocketException

from byzanz.game.record import write_record
from tests.cli.calling import ENVIRONMENT
from tests.server.http.running import Person, start_room
from tests.web.sample_games import played

ROUNDS = 4  # repetitions of each use
MOST_OBJECTS = 8  # objects in cycles after all rounds; a leaked socket would be 90


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that never collects garbage, with a function that counts the garbage by type."""
    folder = tmp_path_factory.mktemp("cycles")
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "tests.server.http.cycle_server", str(folder / "games.db")],
            stdout=subprocess.PIPE, stderr=log, text=True, env=ENVIRONMENT,
            cwd=Path(__file__).parents[3],
        ) as process,
    ):  # fmt: skip
        port = int(process.stdout.readline())

        def garbage() -> Counter[str]:
            process.send_signal(signal.SIGUSR1)
            return Counter(json.loads(process.stdout.readline()))

        yield SimpleNamespace(port=port, url=f"http://127.0.0.1:{port}", people=[], garbage=garbage)
        process.terminate()
        assert process.wait(10) == 0
    assert (folder / "log").read_text() == ""


def open_and_close(server) -> None:
    people, room = start_room(server)
    with people[0].push(room) as one, people[1].push(room) as other:
        one.recv(timeout=5)
        other.recv(timeout=5)


def cut(server) -> None:
    """Cut a connection without a close frame."""
    anna = Person(server)
    with anna.push(anna.create()) as push:
        push.recv(timeout=5)
        push.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        push.socket.shutdown(socket.SHUT_RDWR)


def send_messages(server) -> None:
    """Send messages to push sockets, which is not allowed."""
    anna = Person(server)
    for message in ("hello", b"hello"):
        with anna.push(anna.create()) as push, contextlib.suppress(WebSocketException):
            push.send(message)
            while True:
                push.recv(timeout=5)


def send_bad_requests(server) -> None:
    anna, nowhere = Person(server), "0" * 32
    for path in (
        f"/api/rooms/{nowhere}",
        "/api/rooms/x",
        "/api/nothing",
        f"/api/replays/{nowhere}",
    ):
        assert anna.http.get(path).status_code == 404
    with contextlib.suppress(WebSocketException), anna.push(nowhere) as push:
        push.recv(timeout=5)
    with contextlib.suppress(WebSocketException), anna.push(nowhere, origin="http://evil") as push:
        push.recv(timeout=5)
    httpx.post(
        f"{server.url}/api/rooms", content=b"{", headers={"content-type": "application/json"}
    )
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"no HTTP\r\n\r\n")
        connection.recv(100)


def play(server) -> None:
    people, room = start_room(server)
    with people[0].push(room) as push:
        for _ in range(4):
            turn = people[0].update(room)["view"]
            people[turn["turn"]].send(room, "play", move="pass", decision=turn["decision"])
            people[turn["turn"]].send(room, "play", move="pass", decision=turn["decision"])
        people[1].http.post(f"/api/rooms/{room}/reactions", json={"reaction": "ouch"})
        for person in people:
            person.send(room, "abort")
        people[0].send(room, "rematch", nonce="0f" * 16)
        push.recv(timeout=5)


def play_with_bots(server) -> None:
    anna = Person(server)
    setup = {"pace": "quick", "clock": {"type": "move", "seconds": 60}, "hints": True}
    room = anna.create(["greedy", "solid"], start=True, setup=setup)
    with anna.push(room) as push:
        push.recv(timeout=5)
        anna.http.post(f"/api/rooms/{room}/skip")
        update = anna.update(room)
        decision = update["view"]["decision"]
        anna.http.post(f"/api/rooms/{room}/hints", json={"decision": decision})
        anna.send(room, "play", move="pass", decision=decision)
        anna.send(room, "undo")
    anna.send(room, "leave")


def look_back(server) -> None:
    game = played(3, seed=1)
    anna = Person(server)
    text = {"content-type": "text/plain"}
    answer = anna.http.post("/api/replays", content=write_record(game), headers=text)
    replay = answer.json()["replay"]
    assert anna.http.get(f"/api/replays/{replay}").status_code == 200
    assert anna.http.get(f"/api/replays/{replay}/analysis").status_code == 200


USES = (open_and_close, cut, send_messages, send_bad_requests, play, play_with_bots, look_back)


@pytest.mark.parametrize("use", USES)
def test_use_of_the_server_leaves_no_cycles(server, use):
    use(server)
    server.garbage()  # that of imports and caches
    for _ in range(ROUNDS):
        use(server)
    for person in server.people:
        person.http.close()
    server.people.clear()
    time.sleep(0.6)  # connections end, and rooms are evicted
    garbage = server.garbage()
    assert garbage.total() <= MOST_OBJECTS, garbage.most_common(20)
