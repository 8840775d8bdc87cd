"""Keys and codes are hard to guess, and a device code works once."""

import asyncio
import hashlib
import re
from types import SimpleNamespace

import pytest

from byzanz.server.call import Call, Visitor
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting.people import People
from byzanz.server.ops.clock import SetClock
from byzanz.server.ops.config import Limits
from byzanz.wire.endpoints import CloseCode
from byzanz.wire.problems import Code, RequestRefused
from tests.server.http.running import Person, command_id, problem, refused_with

NOWHERE = "0" * 32


def test_threat_1_keys_are_random_and_the_store_knows_only_a_hash(server):
    keys = [Person(server).key for _ in range(3)]
    assert len(set(keys)) == 3
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
    people = {person for (person,) in server.query("SELECT person FROM person")}
    assert people >= {hashlib.sha256(f"person {key}".encode()).hexdigest() for key in keys}
    data = b"".join(path.read_bytes() for path in server.store.parent.glob("games.db*"))
    assert not [key for key in keys if key.encode() in data]


def test_threat_1_a_missing_room_and_a_closed_one_get_the_same_answer(server):
    anna, eve = Person(server), Person(server)
    closed = anna.create(["greedy", "solid"], start=True, setup={"spectators": False})
    for path in ("", "/record"):
        answers = [eve.http.get(f"/api/rooms/{room}{path}") for room in (closed, NOWHERE, "x")]
        assert len({(answer.status_code, answer.text) for answer in answers}) == 1
        assert problem(answers[0]) == (404, "not_found")
    for path, body in [
        ("commands", {"type": "abort", "command": command_id()}),
        ("hints", {"decision": 0}),
        ("reactions", {"reaction": "hello"}),
        ("wishes", {"auction": {"round": 1, "number": 1}, "above": 3}),
    ]:
        answers = [
            eve.http.post(f"/api/rooms/{room}/{path}", json=body) for room in (closed, NOWHERE)
        ]
        assert len({(answer.status_code, answer.text) for answer in answers}) == 1, path
        assert problem(answers[0]) == (404, "not_found")


@pytest.mark.parametrize(
    "path", [{"room": "\0" * 32}, {"room": "0" * 32 + "\n"}, {"code": "A;\0--"}]
)
def test_threat_39_an_invalid_id_never_reaches_the_store(path):
    async def ask():
        rooms = SimpleNamespace(clock=SetClock(0), store=None)  # fails if anything is asked
        people = People(None, rooms.clock)
        handlers = Handlers(rooms, people, None, None, Limits(), None)
        await handlers.answer("update", Call(Visitor("address", None), path))

    with pytest.raises(RequestRefused) as refused:
        asyncio.run(ask())
    assert refused.value.code is Code.NOT_FOUND


def get_all(person, count=32):
    """Ask for this many rooms that do not exist; returns the statuses."""
    paths = [f"/api/rooms/{number:032x}" for number in range(count)]
    return [person.http.get(path).status_code for path in paths]


def test_threat_1_guessing_rooms_is_slow(server):
    anna, eve = Person(server), Person(server, stranger=True)
    room = anna.create()
    codes = get_all(eve)
    assert codes[:30] == [404] * 30
    assert codes[31] == 429
    for path in (f"/api/rooms/{room}", f"/api/rooms/{room}/record", f"/api/replays/{room}"):
        answer = eve.http.get(path)
        assert problem(answer) == (429, "too_fast")
        assert answer.headers["retry-after"]
    assert refused_with(eve.push(room)) == CloseCode.TOO_FAST
    assert Person(server, stranger=True).http.get(f"/api/rooms/{room}").status_code == 200


def test_threat_1_guesses_of_a_stranger_lock_out_nobody_with_a_key(server):
    anna = Person(server)
    room = anna.create()
    eve = Person(server, stranger=True, address=anna.address)
    assert get_all(eve)[31] == 429
    for number in range(32):  # unknown keys count too
        eve.http.get("/api/me/rooms", headers={"authorization": f"Bearer {number:032x}"})
    assert anna.update(room)["seq"] == 1
    assert anna.send(room, "leave").status_code == 200
    with anna.push(room) as socket:
        assert '"type":"update"' in socket.recv(timeout=5)
    ben = Person(server, address=anna.address)  # a newcomer at the address still gets a key
    assert ben.join(room).status_code == 200


def test_threat_1_guesses_with_a_key_count_for_the_person(server):
    anna = Person(server)
    room = anna.create()
    eve = Person(server, address=anna.address)
    assert get_all(eve)[31] == 429
    assert problem(eve.http.get(f"/api/rooms/{room}")) == (429, "too_fast")
    assert eve.http.get("/api/me/rooms").status_code == 200  # no id, so no guess
    assert anna.update(room)["seq"] == 1
    stranger = Person(server, stranger=True, address=anna.address)
    assert stranger.http.get(f"/api/rooms/{room}").status_code == 200


def test_threat_1_guessing_keys_is_slow(server):
    eve = Person(server, stranger=True)
    codes = []
    for number in range(32):
        key = {"authorization": f"Bearer {number:032x}"}
        codes.append(eve.http.get("/api/me/rooms", headers=key).status_code)
    assert codes[:30] == [401] * 30
    assert codes[31] == 429


def test_a_malformed_key_is_refused_and_no_key_is_allowed(server):
    eve = Person(server, stranger=True)
    for key in ("x", "0" * 31, "ä" * 32, "' OR 1=1 --", "%00"):
        headers = {"authorization": f"Bearer {key}".encode("latin-1")}
        assert problem(eve.http.get("/api/me/rooms", headers=headers)) == (401, "not_known")
    nobody = eve.http.get("/api/me/rooms")  # a browser's first request must not log an error
    assert (nobody.status_code, nobody.json()) == (200, {"rooms": [], "is_known": False})
    assert problem(eve.http.post("/api/people/codes")) == (401, "not_known")


def test_threat_6_keys_come_by_header_or_cookie_only(server):
    anna, eve = Person(server), Person(server, stranger=True)
    for query in ("key", "token", "byzanz", "authorization"):
        answer = eve.http.get("/api/me/rooms", params={query: anna.key})
        assert not answer.json()["is_known"]
    eve.http.cookies.set("byzanz", anna.key)
    assert eve.http.get("/api/me/rooms").json()["is_known"]


def test_threat_6_a_code_for_another_device_works_once(server):
    anna, tablet = Person(server), Person(server, stranger=True)
    code = anna.http.post("/api/people/codes").json()
    assert code["seconds"] == 120
    body = {"code": code["code"]}
    preview = tablet.http.get("/api/people/claims", params=body)
    assert problem(preview) == (405, "bad_method")  # and the code stays valid
    claimed = tablet.http.post("/api/people/claims", json=body)
    assert claimed.json() == {"key": anna.key}
    tablet.http.cookies.clear()
    assert problem(tablet.http.post("/api/people/claims", json=body)) == (404, "not_found")
    assert code["code"] not in server.log


def test_threat_8_room_codes_are_slow_to_guess_and_end_with_the_start(server):
    anna, eve = Person(server), Person(server)
    room = anna.create()
    code = anna.update(room)["room"]["code"]
    assert eve.http.get(f"/api/codes/{code.lower()}").json() == {"room": room}
    codes = [eve.http.get(f"/api/codes/AAAA-{number}").status_code for number in range(10, 21)]
    assert codes == [404] * 9 + [429] * 2
    for seat in range(3):
        anna.send(room, "set_seat", seat=seat, bot="greedy")
    assert anna.send(room, "start").status_code == 200
    assert problem(anna.http.get(f"/api/codes/{code}")) == (404, "not_found")
