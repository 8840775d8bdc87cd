"""Malformed bodies are refused with a code, and change nothing."""

import json
import secrets

import httpx
import pytest

from tests.server.http.running import Person, command_id, problem, raw, start_room

ID = "0123456789abcdef"
NONCE = "0" * 32
LARGEST = 16 * 1024


@pytest.fixture(scope="module")
def table(server):
    """A person in a running room."""
    people, room = start_room(server)
    return people[0], room


def play(**facts) -> bytes:
    return json.dumps(
        {"type": "play", "command": ID, "move": "pass", "decision": 0} | facts
    ).encode()


def create(**facts) -> bytes:
    body = {"command": ID, "name": "Anna", "nonce": NONCE, "seats": [{}, {}, {}]}
    return json.dumps(body | facts).encode()


BAD = {
    "nothing": b"",
    "not JSON": b"type=play",
    "brackets": b"[" * 4000,
    "deep": b'{"a":' * 9 + b"1" + b"}" * 9,
    "deep lists": b"[" * 9 + b"]" * 9,
    "NaN": play(decision=1).replace(b"1}", b"NaN}"),
    "Infinity": play(decision=1).replace(b"1}", b"-Infinity}"),
    "5,000 digits": play(decision=1).replace(b"1}", b"1" * 5000 + b"}"),
    "17 digits": play(decision=10**16),
    "a fraction": play(decision=1).replace(b"1}", b"1.5}"),
    "an exponent": play(decision=1).replace(b"1}", b"1e3}"),
    "a whole fraction": play(decision=1).replace(b"1}", b"1.0}"),
    "a duplicate key": play()[:-1] + b',"move":"bid W1"}',
    "true as a number": play(decision=True),
    "a number as text": play(decision="0"),
    "negative": play(decision=-1),
    "lone surrogate": play(move="pass\ud800"),
    "surrogate as key": b'{"\\udfff":1,' + play()[1:],
    "NUL": play(move="pass\0"),
    "raw NUL": play(move="pass").replace(b"pass", b"pa\0ss"),
    "not UTF-8": play(move="pass").replace(b"pass", b"pa\xff\xfess"),
    "UTF-16": play().decode().encode("utf-16"),
    "byte order mark": b"\xef\xbb\xbf" + play(),
    "an extra field": play(seat=2),
    "a missing field": b'{"type":"play","command":"0123456789abcdef"}',
    "no type": b'{"command":"0123456789abcdef"}',
    "unknown type": play(type="cheat"),
    "type is not text": play(type=["play"]),
    "null": b"null",
    "list": b"[]",
    "short id": play(command="1"),
    "long id": play(command="1" * 65),
    "id with a blank": play(command="0123 4567"),
    "id with a newline": play(command="012345678\n"),
    "other digits": play(command="٣" * 8),
    "no move": play(move="fly home"),
    "long move": play(move="bid " + "W1 " * 40),
    "other letters": play(move="bid \uff37\uff11"),
    "two bodies": play() + play(),
    "a comment": play() + b"// pass",
    "apostrophes": play().replace(b'"', b"'"),
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_threat_12_a_bad_body_changes_nothing(server, table, body):
    person, room = table
    before = server.entries(room)
    json_type = {"content-type": "application/json"}
    answer = person.http.post(f"/api/rooms/{room}/commands", content=body, headers=json_type)
    assert problem(answer) == (400, "bad_request")
    assert server.entries(room) == before
    answer = person.http.post("/api/rooms", content=body, headers=json_type)
    assert problem(answer) == (400, "bad_request")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param({"seats": [{}] * 2}, (400, "bad_request"), id="two seats"),
        pytest.param({"seats": [{}] * 7}, (400, "bad_request"), id="seven seats"),
        pytest.param({"seats": [{"seat": True}] * 3}, (400, "bad_request"), id="a seat's field"),
        pytest.param({"start": 1}, (400, "bad_request"), id="1 for true"),
        pytest.param({"start": True}, (409, "seats_open"), id="open seats"),
        pytest.param({"setup": {"clock": {"type": "move", "seconds": 9}}}, (400, "bad_request"),
                     id="a short clock"),
        pytest.param({"setup": {"clock": {"seconds": 60}}}, (400, "bad_request"),
                     id="a clock without a type"),
        pytest.param({"nonce": NONCE + "\n"}, (400, "bad_request"), id="nonce and newline"),
        pytest.param({"nonce": "0" * 31}, (400, "bad_request"), id="a short nonce"),
        pytest.param({"name": ""}, (400, "bad_request"), id="no name"),
        pytest.param({"name": "x" * 201}, (400, "bad_request"), id="a very long name"),
        pytest.param({"seats": [{"bot": "exec:./mybot"}, {}, {}]}, (422, "bad_bot"),
                     id="threat 25 exec:"),
        pytest.param({"seats": [{"bot": "expert:250"}, {}, {}]}, (422, "bad_bot"), id="play-outs"),
        pytest.param({"seats": [{"bot": ""}, {}, {}]}, (422, "bad_bot"), id="no bot"),
        pytest.param({"seats": [{"bot": 3}, {}, {}]}, (400, "bad_request"), id="a number for bot"),
    ],
)  # fmt: skip
def test_threat_12_an_impossible_room_is_refused(server, table, facts, expected):
    json_type = {"content-type": "application/json"}
    person = Person(server)
    assert (
        problem(person.http.post("/api/rooms", content=create(**facts), headers=json_type))
        == expected
    )
    assert person.http.get("/api/me/rooms").json()["rooms"] == []


def test_threat_25_a_seat_cannot_run_a_program(server):
    anna = Person(server)
    room = anna.create()
    seat = (anna.update(room)["room"]["seat"] + 1) % 3
    answer = anna.send(room, "set_seat", seat=seat, bot="exec:touch x")
    assert problem(answer) == (422, "bad_bot")
    assert anna.update(room)["seq"] == 1


def test_a_wrong_field_is_named_but_its_value_is_not_quoted(server):
    body = json.loads(create(setup={"pace": "<script>"}))
    answer = Person(server).http.post("/api/rooms", json=body)
    assert answer.json() == {"code": "bad_request", "facts": {"field": "setup.pace"}}


NAMES = {
    "zero width": "An\u200bna",
    "right to left": "An\u202ena",
    "tab": "An\tna",
    "newline": "An\nna",
    "only blanks": "   ",
    "190 marks": "A" + "\u0301" * 190,
    "private use": "An\ue000na",
    "unassigned": "An\u0378na",
    "separator": "An\u2028na",
    "long": "x" * 25,
    "soft hyphen": "An\u00adna",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_threat_11_an_unreadable_name_is_refused(server, name):
    person = Person(server)
    answer = person.http.post("/api/rooms", json=json.loads(create()) | {"name": name})
    assert problem(answer) == (422, "bad_name")


@pytest.mark.parametrize("name", ["anna", "Аnna", "Ａｎｎａ", "A nna", "Ánna"])  # noqa: RUF001
def test_threat_11_a_name_that_looks_like_another_is_refused(server, name):
    anna = Person(server)
    room = anna.create()
    assert problem(Person(server).join(room, name)) == (409, "name_taken")


def head(room: str, key: str, length: str) -> bytes:
    return (
        f"POST /api/rooms/{room}/commands HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {key}\r\n"
        f"content-type: application/json\r\n{length}\r\n\r\n"
    ).encode()


@pytest.mark.parametrize("size", [LARGEST + 1, 1_000_000, 100_000_000])
def test_threat_12_large_bodies_are_refused_unread(server, table, size):
    person, room = table
    answer = raw(server, head(room, person.key, f"content-length: {size}"))  # nothing follows
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"connection: close" in answer.lower()
    assert json.loads(answer.rpartition(b"\r\n")[2]) == {"code": "too_large", "facts": {}}


def test_threat_12_a_large_body_in_chunks_is_refused(server, table):
    person, room = table
    chunk = b"400\r\n" + b" " * 1024 + b"\r\n"
    answer = raw(server, head(room, person.key, "transfer-encoding: chunked"), *[chunk] * 17)
    assert answer.startswith(b"HTTP/1.1 413")


def test_threat_12_a_large_body_sent_at_once_is_refused(server, table):
    person, room = table
    answer = person.http.post(
        f"/api/rooms/{room}/commands",
        content=b" " * 1_000_000,
        headers={"content-type": "application/json"},
    )
    assert problem(answer) == (413, "too_large")


def test_the_largest_body_is_read(server, table):
    person, room = table
    body = play(command=command_id(), decision=999)
    answer = person.http.post(
        f"/api/rooms/{room}/commands",
        content=body + b" " * (LARGEST - len(body)),
        headers={"content-type": "application/json; charset=utf-8"},
    )
    assert problem(answer) == (409, "stale")


def test_a_body_that_never_comes_delays_nobody_else(server, table):
    """The sender here gives up before the server's time limit."""
    person, room = table
    with pytest.raises(TimeoutError):
        raw(server, head(room, person.key, "content-length: 100"), b"{", timeout=0.5)
    assert person.update(room)["seq"] >= 1


@pytest.mark.parametrize(
    "path",
    ["/api/rooms/%00", "/api/rooms/..%2f..%2fetc%2fpasswd", "/api/rooms/%ff%fe", "/api/rooms/",
     "/api/rooms/" + "0" * 33, "/api/rooms/" + "0" * 31 + "%0a", "/api/codes/%00%00%00%00%00",
     "/api/codes/AB;--", "//", "/api/rooms/0/1/2/3", "/api/rooms/" + "G" * 32],
)  # fmt: skip
def test_threat_39_a_path_without_a_valid_id_is_not_found(server, path):
    answer = httpx.get(
        server.url + path, headers={"authorization": "Bearer " + secrets.token_hex(16)}
    )
    assert answer.status_code in (401, 404)


@pytest.mark.parametrize("after", ["-1", "x", "1.0", "\uff19", "", "9" * 10, "1e3", "+1", " 1"])
def test_after_must_be_a_whole_number(server, table, after):
    person, room = table
    answer = person.http.get(f"/api/rooms/{room}", params={"after": after})
    assert problem(answer) == (400, "bad_request")
