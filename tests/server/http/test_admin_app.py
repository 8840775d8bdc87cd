"""The admin port, and the server's health while its store is locked."""

import json
import sqlite3
import time
from random import Random

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from byzanz.wire.endpoints import CloseCode
from tests.server.http.running import LAX, Person, RunningServer, problem, refused_with, start_room
from tests.store.damage import damage_pages


def test_metrics_count_requests_moves_and_connections(server):
    people, room = start_room(server)
    turn = people[0].update(room)["view"]["turn"]

    def metrics():
        lines = server.admin.get("/metrics").text.splitlines()
        return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))

    before = metrics()
    people[turn].send(room, "play", move="pass", decision=0)
    with people[0].push(room) as socket:
        socket.recv(timeout=5)
        after = metrics()
    commands = 'byzanz_requests_total{endpoint="command",status="200"}'
    assert float(after[commands]) == float(before[commands]) + 1
    assert float(after["byzanz_moves_total"]) == float(before["byzanz_moves_total"]) + 1
    assert float(after["byzanz_connections"]) == float(before["byzanz_connections"]) + 1
    assert float(after["byzanz_rooms_live"]) >= 1
    assert float(after["byzanz_commit_seconds_count"]) > 0
    labels = {name.partition("{")[2] for name in after}
    assert not [label for label in labels if room in label or "W1" in label]


def test_metrics_count_bot_tasks(server):
    anna = Person(server)
    room = anna.create(["greedy", "greedy"], start=True, setup={"pace": "quick"})
    after = 0
    for _ in range(50):
        update = anna.update(room, after)
        after = update["seq"]
        if update["options"]["bid"]:
            anna.send(room, "play", move="pass", decision=update["options"]["decision"])
        text = server.admin.get("/metrics").text
        if "byzanz_bot_seconds_count" in text:
            break
    assert 'byzanz_bot_queue{urgency="play"}' in text


def test_the_admin_port_has_no_other_endpoints(server):
    assert server.admin.get("/api/rooms").status_code == 404
    assert server.admin.get("/health").json() == {"status": "well"}


@pytest.mark.parametrize("path", ["/", "/health", "/api/rooms/x/push"])
def test_the_admin_port_has_no_sockets(server, path):
    logged = len(server.log)
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.admin_port}{path}")
    assert refused.value.response.status_code == 403
    server.admin.get("/health")  # an error of the socket would be logged by now
    assert '"level":"error"' not in server.log[logged:]


def test_threat_30_the_admin_port_listens_only_on_this_machine(server):
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.2:{server.admin_port}/health", timeout=2)


def test_threat_32_a_server_with_a_locked_store_is_busy_and_recovers(narrow):
    anna = Person(narrow)
    room = anna.create()
    lock = sqlite3.connect(narrow.store, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    body = {"type": "set_seat", "command": "0123456789", "seat": 0, "bot": "greedy"}
    body["seat"] = (anna.update(room)["room"]["seat"] + 1) % 3
    answer = anna.http.post(f"/api/rooms/{room}/commands", json=body)
    assert problem(answer) == (503, "busy")
    assert answer.headers["retry-after"]
    assert narrow.admin.get("/health").status_code == 503
    assert anna.update(room)["seq"] == 1  # reading still works
    lock.execute("ROLLBACK")
    lock.close()
    assert anna.http.post(f"/api/rooms/{room}/commands", json=body).json()["seq"] == 2
    assert narrow.admin.get("/health").status_code == 200


@pytest.mark.parametrize("extent", ["all", "all but the first"])
def test_threat_32_a_store_damaged_while_the_server_runs(tmp_path, extent):
    server = RunningServer(tmp_path, LAX)
    people = [Person(server) for _ in range(3)]
    rooms = [person.create(setup={"is_public": True}) for person in people for _ in range(10)]
    damage_pages(server.store, extent, Random(1))
    stranger, statuses = Person(server, stranger=True), set()

    def ask(client, path) -> int:
        status = client.get(path).status_code
        statuses.add(status)
        return status

    deadline = time.monotonic() + 10
    while {ask(stranger.http, "/api/rooms"), ask(server.admin, "/health")} != {503}:
        assert time.monotonic() < deadline  # the server may still answer from memory
        statuses |= {people[0].http.get(f"/api/rooms/{room}").status_code for room in rooms[::5]}
        statuses.add(people[1].send(rooms[10], "set_seat", seat=2, bot="greedy").status_code)
    assert statuses <= {200, 404, 409, 503}
    assert refused_with(people[0].push("0" * 32)) == CloseCode.TRY_LATER
    assert server.stop() == 0
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert {line["event"] for line in lines if line["level"] == "error"} <= {"store corrupt"}
