"""`byzanz admin` while the server runs."""

import json
import threading
import time
from contextlib import closing

import pytest

from tests.cli.calling import output, printed_json, refused
from tests.server.http.running import LAX, Person, RunningServer, problem, start_room


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with closing(RunningServer(tmp_path_factory.mktemp("admin"), LAX)) as running:
        yield running


def read_until(push, status: str) -> dict:
    """The first update in which the room has this status."""
    while True:
        message = json.loads(push.recv(timeout=5))
        if message["type"] == "update" and message["room"]["status"] == status:
            return message


def test_everybody_in_the_room_sees_an_abort(server):
    people, room = start_room(server)
    with people[0].push(room) as seated, Person(server, stranger=True).push(room) as watching:
        assert read_until(seated, "running")["room"]["deal"]["secret"] is None
        read_until(watching, "running")
        assert output("admin", "abort", room, "--store", server.store).startswith("Aborted")
        began = time.monotonic()
        updates = [read_until(push, "aborted") for push in (seated, watching)]
        assert time.monotonic() - began < 2
    for update in updates:
        assert len(update["room"]["deal"]["secret"]) == 64
        assert update["seq"] == len(server.entries(room))
    move = people[0].send(room, "play", move="pass", decision=0)
    assert problem(move) == (409, "not_running")
    record = people[0].http.get(f"/api/rooms/{room}/record").text
    assert "\nsecret " in record
    assert "already over" in refused(1, "admin", "abort", room, "--store", server.store)


def test_an_abort_while_bots_play_leaves_a_consistent_log(server):
    """The admin and the server race for the next entry; the log stays consistent."""
    rooms = []
    for _ in range(4):
        host = Person(server)
        room = host.create(["greedy", "solid", "greedy"], start=True, setup={"pace": "quick"})
        with host.push(room) as push:
            read_until(push, "running")
            output("admin", "abort", room, "--store", server.store)
            read_until(push, "aborted")
        rooms.append(room)
    time.sleep(0.5)
    for room in rooms:
        entries = server.entries(room)
        assert [seq for seq, _, _ in entries] == list(range(1, len(entries) + 1))
        assert json.loads(entries[-1][2]) == {"type": "aborted"}
        assert entries[-1][1] == f"admin:{len(entries)}"


@pytest.mark.slow
def test_a_backup_while_games_are_played_is_complete(server, tmp_path):
    """The backup has a complete log of every room, and a server can start with it."""
    is_over = threading.Event()
    moves = [0]

    def play():
        host = Person(server)
        bots = ["greedy", "solid"]
        room = host.create(bots, start=True, setup={"pace": "quick"})
        while not is_over.is_set():
            update = host.update(room)
            options = update["options"]
            if update["room"]["status"] != "running":
                room = host.create(bots, start=True, setup={"pace": "quick"})
            elif (move := first_move(options)) is not None:
                decision = options["decision"]
                host.send(room, "play", move=move, decision=decision)
                moves[0] += 1

    player = threading.Thread(target=play)
    player.start()
    try:
        counts = []
        for number in range(3):
            before = moves[0]
            while moves[0] < before + 5:
                time.sleep(0.01)
            file, copy = tmp_path / f"{number}.jsonl", tmp_path / f"{number}.db"
            output("admin", "backup", file, "--store", server.store)
            output("admin", "restore", file, "--store", copy)
            counts.append(check_copy(file))
    finally:
        is_over.set()
        player.join()
    assert counts == sorted(set(counts))
    assert printed_json("admin", "list", "--store", copy)["counts"]["running"] >= 1
    (tmp_path / "2").mkdir()
    copy.rename(tmp_path / "2" / "games.db")
    with closing(RunningServer(tmp_path / "2")) as restored:
        assert restored.admin.get("/health").status_code == 200


def first_move(options: dict | None) -> str | None:
    """A legal move, if it is the seat's turn."""
    if options is None:
        return None
    if options["bid"]:
        return "pass"
    for verb in ("give", "discard"):
        if options[verb]:
            return f"{verb} {options[verb]['cards'][0]}"
    if options["take"]:
        return f"take {options['take'][0]['stall']}"
    return "done" if options["may_be_done"] else None


def check_copy(file) -> int:
    """Check that the logs of a backup have no gaps; returns the number of all entries."""
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    heads = {line[1]: line[2] for line in lines if line[0] == "room"}
    for room, head in heads.items():
        log = [line[2:] for line in lines if line[:2] == ["log", room]]
        assert [seq for seq, *_ in sorted(log)] == list(range(1, head + 1))
    return sum(heads.values())
