"""The push socket: updates, resuming, limits and close codes."""

import contextlib
import json
import socket as sockets
import sqlite3
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from byzanz.wire.endpoints import CloseCode
from tests.server.http.running import Person, close_code, refused_with, start_room

NOWHERE = "0" * 32


def next_update(socket, timeout=5.0):
    """Return the next update, and skip other messages."""
    while True:
        message = json.loads(socket.recv(timeout=timeout))
        if message["type"] == "update":
            return message


def test_pushed_and_requested_updates_are_equal(server):
    people, room = start_room(server)
    turn = people[0].update(room)["view"]["turn"]
    with people[0].push(room, "?after=4") as socket:
        assert next_update(socket)["steps"] == []
        people[turn].send(room, "play", move="pass", decision=0)
        pushed = next_update(socket)
        assert pushed["after"] == 4
        assert [step["seq"] for step in pushed["steps"]] == [5]
        assert pushed | {"now": 0} == people[0].update(room, after=4) | {"now": 0}
    with people[0].push(room, "?after=2") as socket:
        resumed = next_update(socket)
        assert [step["seq"] for step in resumed["steps"]] == [3, 4, 5]
    with people[0].push(room, "?after=999") as socket:
        assert next_update(socket)["seq"] == 5


def test_presence_and_reactions_are_pushed(server):
    people, room = start_room(server)
    with people[1].push(room) as socket:
        next_update(socket)
        with people[0].push(room), Person(server, stranger=True).push(room):
            while True:
                message = json.loads(socket.recv(timeout=5))
                if message.get("spectators"):
                    break
            assert message == {"type": "presence", "connected": [0, 1], "spectators": 1}
        people[0].http.post(f"/api/rooms/{room}/reactions", json={"reaction": "ouch"})
        while message["type"] != "reacted":
            message = json.loads(socket.recv(timeout=5))
        assert message == {"type": "reacted", "seat": 0, "reaction": "ouch"}


def test_the_sockets_of_a_deleted_room_are_closed(server):
    people, room = start_room(server)
    with people[0].push(room) as socket:
        next_update(socket)
        with contextlib.closing(sqlite3.connect(server.store, timeout=10)) as connection:
            connection.execute("PRAGMA foreign_keys = ON")
            with connection:
                connection.execute("DELETE FROM room WHERE room = ?", (room,))
        assert close_code(socket) == CloseCode.NOT_FOUND
    assert people[0].send(room, "leave").status_code == 404


def test_threat_7_a_socket_follows_its_person_not_the_seat(server):
    anna, ben, cleo, dora = (Person(server) for _ in range(4))
    room = anna.create()
    ben.join(room, "Ben")
    seat = ben.update(room)["room"]["seat"]
    with ben.push(room) as removed, cleo.push(room) as guest:
        assert next_update(removed)["room"]["seat"] == seat
        assert next_update(guest)["room"]["seat"] is None
        anna.send(room, "remove", seat=seat)
        assert next_update(removed)["room"]["seat"] is None
        next_update(guest)
        cleo.join(room, "Cleo", seat=seat)
        assert next_update(guest)["room"]["seat"] == seat
        dora.join(room, "Dora")
        assert anna.send(room, "start").status_code == 200
        while (last := next_update(removed))["view"] is None:
            pass
        assert last["view"]["own"] is last["options"] is None
        while (last := next_update(guest))["view"] is None:
            pass
        assert last["view"]["own"]["hand"]
    assert ben.send(room, "abort").status_code == 403


def test_the_start_disconnects_spectators_who_are_not_allowed(server):
    anna, eve = Person(server), Person(server)
    room = anna.create(["greedy", "greedy"], setup={"spectators": False})
    with eve.push(room) as socket:
        next_update(socket)
        assert anna.send(room, "start").status_code == 200
        assert close_code(socket) in (4403, 4404)


def test_a_refused_socket_has_a_close_code(server):
    anna, eve = Person(server), Person(server)
    closed = anna.create(["greedy", "solid"], start=True, setup={"spectators": False})
    room = anna.create()
    assert refused_with(eve.push(closed)) == 4404
    assert refused_with(eve.push(NOWHERE)) == 4404
    assert refused_with(eve.push("x")) == 4404
    assert refused_with(eve.push(room, "?after=-1")) == 1008
    assert refused_with(eve.push(room, "?after=1&protocol=2")) == 4426
    with eve.push(room, "?protocol=1") as socket:
        next_update(socket)
    eve.http.headers["authorization"] = "Bearer " + "0" * 32
    assert refused_with(eve.push(room)) == 4401


def test_threat_1_guessing_by_socket_is_slow(server):
    eve = Person(server)
    codes = [refused_with(eve.push(NOWHERE)) for _ in range(32)]
    assert codes[:30] == [4404] * 30
    assert codes[31] == 4429


@pytest.mark.parametrize(
    ("message", "code"),
    [("hello", 1008), ("", 1008), (b"\0", 1003), (b"", 1003), ("x" * 2000, 1009), ("{}", 1008)],
)
def test_threat_13_a_client_that_sends_is_disconnected(server, message, code):
    anna = Person(server)
    room = anna.create()
    with anna.push(room) as socket, anna.push(room) as other:
        socket.send(message)
        assert close_code(socket) == code
        next_update(other)
        anna.http.post(f"/api/rooms/{room}/reactions", json={"reaction": "hello"})
        while json.loads(other.recv(timeout=5))["type"] != "reacted":
            pass


def test_threat_13_a_client_that_sends_endless_fragments_is_disconnected(server):
    anna = Person(server)
    room = anna.create()
    with anna.push(room) as socket:
        with contextlib.suppress(ConnectionClosed):
            socket.send(iter(["a"] * 5000))
        # On a busy machine many fragments arrive at once, and together they are too large.
        assert close_code(socket) in (1008, 1009)


def test_threat_13_a_client_that_pings_too_often_is_disconnected(server):
    anna = Person(server)
    room = anna.create()
    with anna.push(room) as socket:
        assert socket.ping().wait(5)
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                socket.ping()
        assert close_code(socket) == 1008


def test_threat_4_a_seat_has_at_most_four_sockets(server):
    anna = Person(server)
    room = anna.create()
    with contextlib.ExitStack() as stack:
        devices = [stack.enter_context(anna.push(room)) for _ in range(4)]
        assert refused_with(anna.push(room)) == 4429
        for device in devices:
            next_update(device)


def test_threat_15_connections_have_limits(narrow):
    with contextlib.ExitStack() as stack:
        anna = Person(narrow)
        room = anna.create()
        crowd = [anna, *[Person(narrow, stranger=True) for _ in range(3)]]
        pushes = [stack.enter_context(person.push(room)) for person in crowd[:2] for _ in "ab"]
        assert refused_with(anna.push(room)) == 4429  # the limit per address
        pushes.append(stack.enter_context(crowd[2].push(room)))
        assert refused_with(crowd[3].push(room)) == 1013  # the limit of the server
        assert anna.update(room)["seq"] == 1
        for socket in pushes:
            assert next_update(socket)["seq"] == 1
        pushes[0].close()
        time.sleep(0.2)
        with crowd[3].push(room) as socket:
            next_update(socket)


def test_threat_15_connections_of_one_address_are_limited(server):
    address = ("127.2.0.1", 0)
    with contextlib.ExitStack() as stack:
        connections = [
            stack.enter_context(sockets.create_connection(("127.0.0.1", server.port), 5, address))
            for _ in range(101)
        ]
        assert connections[100].recv(1) == b""  # disconnected
        for connection in connections[:100:20]:
            connection.sendall(b"GET /api/rooms HTTP/1.1\r\nhost: x\r\n\r\n")
            assert connection.recv(12) == b"HTTP/1.1 200"
    with sockets.create_connection(("127.0.0.1", server.port), 5, address) as connection:
        connection.sendall(b"GET /api/rooms HTTP/1.1\r\nhost: x\r\n\r\n")
        assert connection.recv(12) == b"HTTP/1.1 200"


def test_threat_14_a_client_that_never_reads_is_disconnected_and_delays_nobody(lax):
    anna, ben = Person(lax), Person(lax)
    room = anna.create()
    ben.join(room)
    open_seat = ({0, 1, 2} - {p.update(room)["room"]["seat"] for p in (anna, ben)}).pop()
    connection = sockets.socket()
    connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    connection.bind((ben.address, 0))
    connection.connect(("127.0.0.1", lax.port))
    connecting = connect(
        f"ws://127.0.0.1:{lax.port}/api/rooms/{room}/push", sock=connection, compression=None,
        additional_headers={"authorization": ben.http.headers["authorization"]},
        max_queue=1, close_timeout=1,
    )  # fmt: skip
    with connecting as stuck, anna.push(room) as socket:
        next_update(socket)
        slowest = 0.0
        for number in range(600):
            bot = "greedy" if number % 2 else None
            began = time.perf_counter()
            assert anna.send(room, "set_seat", seat=open_seat, bot=bot).status_code == 200
            next_update(socket)
            slowest = max(slowest, time.perf_counter() - began)
        assert slowest < 2
        last = 0
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = json.loads(stuck.recv(timeout=15))
                last = message.get("seq", last)
        assert stuck.close_code == 1013
        assert 0 < last < 602
        assert ben.update(room, after=last)["seq"] == 602  # nothing is lost
