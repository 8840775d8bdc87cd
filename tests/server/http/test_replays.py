"""Replays over HTTP: uploaded records, continued games, and refusals."""

import secrets
import time

import pytest

from byzanz.game.record import load_game
from tests.cli.calling import call
from tests.server.hosting.finished_games import record, solid_move
from tests.server.http.running import Person, command_id, problem, raw, start_room

TEXT = {"content-type": "text/plain"}
JSON = {"content-type": "application/json"}
LARGEST = 64 * 1024
GAME = load_game(record())
DEALT = record().partition("move ")[0]


@pytest.fixture(scope="module")
def uploaded(lax):
    """A stranger, and the path of a record that they uploaded."""
    stranger = Person(lax, stranger=True)
    answer = stranger.http.post("/api/replays", content=record(), headers=TEXT)
    assert answer.status_code == 200, answer.text
    return stranger, f"/api/replays/{answer.json()['replay']}"


def play_on(**facts):
    body = {"command": command_id(), "number": 40, "seat": 2, "name": "Anna", "bot": "greedy"}
    return {**body, "nonce": secrets.token_hex(16), **facts}


def test_a_replay_shows_the_view_of_the_chosen_seat(uploaded):
    person, path = uploaded
    for eyes in range(4):
        replay = person.http.get(path, params={"eyes": eyes}).json()
        assert len(replay["frames"]) == len(GAME.moves) + 1
        last = replay["frames"][-1]
        assert last["view"]["seat"] == (eyes - 1 if eyes else None)
        assert (last["view"]["own"] is None) == (last["hands"] is not None) == (eyes == 0)
        assert last["move"] == str(GAME.moves[-1][1])
        assert replay["names"] == list(GAME.names)
    assert person.http.get(path).json() == person.http.get(f"{path}?eyes=0").json()
    assert problem(person.http.get(f"{path}?eyes=4")) == (400, "bad_request")
    assert problem(person.http.get(f"{path}?eyes=-1")) == (400, "bad_request")
    text = person.http.get(f"{path}/record")
    assert text.headers["content-type"].startswith("text/plain")
    assert load_game(text.text).scores == GAME.scores


def test_the_same_record_has_the_same_path(uploaded):
    person, path = uploaded
    for text in (record(), "# uploaded again\r\n" + record().replace("\n", "\r\n")):
        answer = person.http.post("/api/replays", content=text, headers=TEXT)
        assert f"/api/replays/{answer.json()['replay']}" == path


def test_a_broken_record_is_refused_with_its_line(uploaded):
    person, _ = uploaded
    lines = record().splitlines()
    flaws = {
        1: ("\0", "no_record"),
        2: ("player \u202eevil", "bad_players"),
        len(lines): ("result 9999 0 0", "bad_result"),
    }
    for line, (text, flaw) in flaws.items():
        broken = "\n".join([*lines[: line - 1], text, *lines[line:]])
        answer = person.http.post("/api/replays", content=broken.encode(), headers=TEXT)
        assert problem(answer) == (422, "bad_record")
        facts = answer.json()["facts"]
        assert (facts["line"], facts["flaw"]) == (line, flaw)
        assert facts["reason"]
        assert "\u202e" not in answer.text


@pytest.mark.parametrize(
    ("content", "headers", "expected"),
    [
        pytest.param(b"x" * (LARGEST + 1), TEXT, (413, "too_large"), id="too large"),
        pytest.param(b"x" * LARGEST, TEXT, (422, "bad_record"), id="the largest size"),
        pytest.param(record(), JSON, (415, "wrong_type"), id="JSON"),
        pytest.param(record(), {}, (415, "wrong_type"), id="no type"),
        pytest.param(b"", TEXT, (422, "bad_record"), id="nothing"),
        pytest.param(b"\xff\xfe", TEXT, (422, "bad_record"), id="not UTF-8"),
        pytest.param(b"move 9 x\n" * 7000, TEXT, (422, "bad_record"), id="only moves"),
    ],
)
def test_threat_12_a_body_that_is_not_a_record_is_refused(uploaded, content, headers, expected):
    person, _ = uploaded
    assert problem(person.http.post("/api/replays", content=content, headers=headers)) == expected


def test_threat_12_a_large_record_without_a_length_is_refused(lax):
    head = b"POST /api/replays HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
    chunk = b"%x\r\n%s\r\n" % (8192, b"x" * 8192)
    answer = raw(lax, head + b"Transfer-Encoding: chunked\r\n\r\n", *[chunk] * 9)
    assert b" 413 " in answer.split(b"\r\n")[0]


def test_other_bodies_have_a_lower_limit(lax):
    anna = Person(lax)
    body = b'{"command": "%s"}' % (b"x" * 20_000)
    answer = anna.http.post("/api/rooms", content=body, headers=JSON)
    assert problem(answer) == (413, "too_large")


def test_threat_26_a_running_game_is_refused(lax):
    people, room = start_room(lax)
    path = f"/api/replays/{room}"
    for person in (people[0], Person(lax), Person(lax, stranger=True)):
        for each in ("", "?eyes=1", "/record", "/analysis"):
            assert problem(person.http.get(f"{path}{each}")) == (403, "running")
    for person in people[0], Person(lax):
        assert problem(person.http.post(f"{path}/analysis")) == (403, "running")
        assert problem(person.http.post(f"{path}/rooms", json=play_on())) == (403, "running")


def test_an_unknown_replay_is_not_found(server):
    person = Person(server)
    for name in ("0" * 32, "x", "0" * 31, "..%2f..%2fetc%2fpasswd"):
        for each in ("", "/record", "/analysis"):
            assert problem(person.http.get(f"/api/replays/{name}{each}")) == (404, "not_found")
    assert problem(person.http.get("/api/replays")) == (405, "bad_method")


def test_a_continued_game_has_its_own_replay(lax, uploaded):
    """The person of the new room plays to the end; bots have the other seats."""
    _, path = uploaded
    last = len(GAME.moves) - 8
    anna, body = Person(lax), play_on(number=last)
    answer = anna.http.post(f"{path}/rooms", json=body).json()
    assert anna.http.post(f"{path}/rooms", json=body).json() == answer
    room = answer["room"]
    update = anna.update(room)
    assert update["is_rewound"]
    assert update["room"]["seat"] == 2
    assert update["room"]["deal"] is None
    play_out(anna, room)
    replay = f"/api/replays/{room}"
    text = anna.http.get(f"{replay}/record").text
    game = load_game(text)
    assert game.moves[:last] == GAME.moves[:last]
    assert anna.http.get(f"/api/rooms/{room}/record").text == text
    shown = anna.http.get(replay).json()
    assert shown["is_finished"]
    assert shown["bots"] == ["greedy", "greedy", None]
    assert len(shown["frames"]) == len(game.moves) + 1
    checked = call("check", "-", "--deal", text=text)
    assert checked.exit_code == 1
    assert "its deck was given" in checked.stdout
    assert anna.send(room, "rematch", nonce=secrets.token_hex(16)).status_code == 200
    again = anna.http.post(f"{replay}/rooms", json=play_on(number=len(game.moves) - 1))
    assert again.status_code == 200
    over = anna.http.post(f"{replay}/rooms", json=play_on(number=len(game.moves)))
    assert over.json() == {"code": "bad_request", "facts": {"field": "number"}}


def play_out(person, room):
    """Play seat 2 as solid would, to the end."""
    while (update := person.update(room))["room"]["status"] == "running":
        game = load_game(DEALT + moves_of(person.http.get(f"/api/rooms/{room}/record").text))
        if game.turn == 2:
            decision = update["options"]["decision"]
            answer = person.send(room, "play", move=solid_move(game), decision=decision)
            assert answer.status_code in (200, 409), answer.text  # a bot may have been quicker
        else:
            time.sleep(0.1)


def moves_of(text):
    return "".join([line for line in text.splitlines(keepends=True) if line.startswith("move ")])


def test_a_server_without_search_refuses_analyses(lax, uploaded):
    person, path = uploaded
    analysis = person.http.get(f"{path}/analysis").json()
    assert analysis == {
        "total": len(GAME.moves) + 1, "count": 0, "is_begun": False, "findings": [], "report": None,
        "previews": [],
    }  # fmt: skip
    assert problem(person.http.post(f"{path}/analysis")) == (401, "not_known")
    assert problem(Person(lax).http.post(f"{path}/analysis")) == (403, "not_allowed")
