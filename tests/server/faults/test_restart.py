"""The restart of a killed server: its first move is fast, and its clock may have been ahead."""

import signal
import sqlite3
import time
from contextlib import closing

import pytest

from tests.cli.calling import output
from tests.server.http.running import LAX, Person, RunningServer

GAMES = 500
SECONDS = 2  # the longest time from the restart to the first move
CLOCK = {"type": "move", "seconds": 3600}


@pytest.mark.long
def test_a_move_is_accepted_soon_after_a_restart_with_many_games(tmp_path):
    before = RunningServer(tmp_path, LAX)
    anna = Person(before)
    setup = {"clock": CLOCK}
    rooms = [anna.create(["solid", "greedy"], setup=setup, start=True) for _ in range(GAMES)]
    room = room_on_annas_turn(anna, rooms)
    decision = anna.update(room)["view"]["decision"]
    assert before.stop(signal.SIGKILL) == -signal.SIGKILL

    began = time.perf_counter()
    with closing(RunningServer(tmp_path, LAX)) as after:
        again = Person(after, stranger=True)
        again.http.headers["authorization"] = anna.http.headers["authorization"]
        answer = again.send(room, "play", move="pass", decision=decision)
        seconds = time.perf_counter() - began
        assert answer.status_code == 200, answer.text
        assert len(after.query("SELECT room FROM room WHERE status = 'running'")) == GAMES
        assert seconds <= SECONDS, f"{seconds:.2f} s"


def test_threat_37_a_store_an_hour_ahead(tmp_path):
    """The machine's clock was an hour ahead until the server was killed."""
    setup = {"clock": {"type": "move", "seconds": 10}}
    before = RunningServer(tmp_path, LAX)
    anna = Person(before)
    room = anna.create(["solid", "greedy"], setup=setup, start=True)
    room_on_annas_turn(anna, [room])
    assert before.stop(signal.SIGKILL) == -signal.SIGKILL
    with closing(sqlite3.connect(before.store)) as connection, connection:
        for column in ("room.due", "room.changed", "log.at", "beat.at"):
            table, _, name = column.partition(".")
            connection.execute(f"UPDATE {table} SET {name} = {name} + 3600000")
    with closing(RunningServer(tmp_path, LAX)) as after:
        again = Person(after, stranger=True)
        again.http.headers["authorization"] = anna.http.headers["authorization"]
        update = again.update(room)
        assert 0 < update["room"]["due"] - update["now"] <= 10_000
        assert update["view"]["turn"] == update["room"]["seat"]  # the clock has not run out
        assert "in 1 h" not in output("admin", "show", room, "--store", after.store)
        assert "clock behind store" in after.log


def room_on_annas_turn(anna: Person, rooms: list[str]) -> str:
    """Wait for a room where Anna is on turn; returns its id."""
    end = time.monotonic() + 30
    while not (found := [room for room in rooms[:20] if is_annas_turn(anna, room)]):
        assert time.monotonic() < end
        time.sleep(0.2)
    return found[0]


def is_annas_turn(anna: Person, room: str) -> bool:
    update = anna.update(room)
    return update["view"]["turn"] == update["room"]["seat"]
