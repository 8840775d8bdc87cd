"""A server killed with 500 running games accepts the first move soon after its restart."""

import signal
import time
from contextlib import closing

import pytest

from tests.server.http.running import LAX, Person, Running

GAMES = 500
SECONDS = 2
CLOCK = {"type": "move", "seconds": 3600}


@pytest.mark.long
def test_a_move_is_accepted_soon_after_a_restart_with_many_games(tmp_path):
    before = Running(tmp_path, LAX)
    anna = Person(before)
    setup = {"clock": CLOCK}
    rooms = [anna.create(["solid", "greedy"], setup=setup, start=True) for _ in range(GAMES)]
    room = room_on_annas_turn(anna, rooms)
    decision = anna.update(room)["view"]["decision"]
    assert before.stop(signal.SIGKILL) == -signal.SIGKILL

    began = time.perf_counter()
    with closing(Running(tmp_path, LAX)) as after:
        again = Person(after, stranger=True)
        again.http.headers["authorization"] = anna.http.headers["authorization"]
        answer = again.send(room, "play", move="pass", decision=decision)
        seconds = time.perf_counter() - began
        assert answer.status_code == 200, answer.text
        assert len(after.query("SELECT room FROM room WHERE status = 'running'")) == GAMES
        assert seconds <= SECONDS, f"{seconds:.2f} s"


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
