"""Playing over HTTP: seats, rules, repeated commands and secrecy."""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor

import httpx

from tests.server.http.running import Person, command_id, problem, start_room


def on_turn(people, room):
    turn = people[0].update(room)["view"]["turn"]
    return turn, people[turn]


def test_threat_2_the_seat_comes_from_the_key(server):
    people, room = start_room(server)
    stranger, guest = Person(server, stranger=True), Person(server)
    for command_type in ("start", "abort", "leave", "come_back", "undo"):
        assert problem(stranger.send(room, command_type)) == (401, "not_known")
        assert problem(guest.send(room, command_type)) == (403, "not_allowed")
    move = {"move": "pass", "decision": 0}
    assert problem(guest.send(room, "play", **move)) == (403, "not_allowed")
    assert problem(people[0].send(room, "play", seat=1, **move)) == (400, "bad_request")
    assert problem(guest.http.post(f"/api/rooms/{room}/reactions", json={"reaction": "hello"})) == (
        403, "not_allowed",
    )  # fmt: skip
    hint = guest.http.post(f"/api/rooms/{room}/hints", json={"decision": 0})
    assert problem(hint) == (403, "not_allowed")
    assert len(server.entries(room)) == 4


def test_threat_2_only_the_host_may_send_host_commands(server):
    anna, ben = Person(server), Person(server)
    room = anna.create()
    ben.join(room)
    for command_type, facts in [
        ("start", {}),
        ("remove", {"seat": 0}),
        ("set_seat", {"seat": 1, "bot": None}),
        ("hand_over", {"seat": 0}),
        ("change_setup", {"setup": {}}),
    ]:
        assert problem(ben.send(room, command_type, **facts)) == (403, "not_allowed")


def test_threat_5_only_one_of_many_joins_gets_a_seat(server):
    anna = Person(server)
    room = anna.create(["greedy"])
    seats = anna.update(room)["room"]["seats"]
    free = next(number for number, seat in enumerate(seats) if seat["kind"] == "open")
    racers = [Person(server) for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        names = ("Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
        answers = list(pool.map(lambda p, n: p.join(room, n, seat=free), racers, names))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5


def test_threat_17_a_move_against_the_rules_changes_nothing(server):
    people, room = start_room(server)
    turn, person = on_turn(people, room)
    view = person.update(room)
    held = view["view"]["own"]["hand"]
    missing = next(f"{good}{value}" for good in "CGOSVW" for value in "4321"
                   if f"{good}{value}" not in held)  # fmt: skip
    other = people[(turn + 1) % 3]
    before = server.entries(room)
    for player, move in [
        (other, "pass"),
        (person, f"bid {missing}"),
        (person, "bid M"),
        (person, "take W"),
        (person, "give W1"),
        (person, f"sell {missing} {missing} {missing}"),
        (person, "done"),
    ]:
        answer = player.send(room, "play", move=move, decision=0)
        assert problem(answer) == (409, "refused"), move
        assert answer.json()["facts"]["reason"]
    assert server.entries(room) == before


def test_threats_18_19_a_command_sent_many_times_is_done_once(server):
    people, room = start_room(server)
    _, person = on_turn(people, room)
    body = {"type": "play", "command": command_id(), "move": "pass", "decision": 0}
    url, key = f"{server.url}/api/rooms/{room}/commands", person.http.headers["authorization"]

    def send(_):
        return httpx.post(url, json=body, headers={"authorization": key})

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(send, range(8)))
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (200, f'{{"room":"{room}","seq":5}}')
    }
    assert len(server.entries(room)) == 5
    changed = person.http.post(f"/api/rooms/{room}/commands", json=body | {"decision": 1})
    assert problem(changed) == (409, "command_conflict")
    assert len(server.entries(room)) == 5


def test_a_create_command_sent_twice_creates_one_room(server):
    anna = Person(server)
    body = {"command": command_id(), "name": "Anna", "nonce": secrets.token_hex(16)}
    body["seats"] = [{}, {}, {}]
    first, second = (anna.http.post("/api/rooms", json=body) for _ in range(2))
    assert first.json() == second.json()
    other = anna.http.post("/api/rooms", json=body | {"name": "Ben"})
    assert problem(other) == (409, "command_conflict")
    assert len(anna.http.get("/api/me/rooms").json()["rooms"]) == 1


def test_a_watched_game_of_bots_is_not_listed(server):
    anna = Person(server)
    body = {"command": command_id(), "name": "Anna", "nonce": secrets.token_hex(16), "start": True}
    watched = anna.http.post("/api/rooms", json=body | {"seats": [{"bot": "greedy"}] * 3})
    assert watched.status_code == 200
    joined = anna.create(bots=("greedy", "greedy"))
    assert [line["room"] for line in anna.http.get("/api/me/rooms").json()["rooms"]] == [joined]


def test_threat_20_a_move_for_a_past_decision_is_stale(server):
    people, room = start_room(server)
    _, person = on_turn(people, room)
    assert person.send(room, "play", move="pass", decision=0).status_code == 200
    answer = person.send(room, "play", move="pass", decision=0)
    assert problem(answer) == (409, "stale")
    assert answer.json()["facts"] == {"decision": 1}
    assert problem(person.send(room, "play", move="pass")) == (400, "bad_request")


def test_threat_21_of_moves_by_all_seats_at_once_one_is_played(server):
    people, room = start_room(server)
    with ThreadPoolExecutor(3) as pool:
        for decision in range(2):
            answers = list(
                pool.map(
                    lambda p, d=decision: p.send(room, "play", move="pass", decision=d), people
                )
            )
            codes = sorted(answer.status_code for answer in answers)
            assert codes == [200, 409, 409]
    seqs = [seq for seq, _, _ in server.entries(room)]
    assert seqs == list(range(1, 7))


def test_threats_26_29_updates_have_only_public_and_own_facts(server):
    people, room = start_room(server)
    guest = Person(server, stranger=True)
    (created,) = [json.loads(body) for seq, _, body in server.entries(room) if seq == 1]
    texts = [guest.http.get(f"/api/rooms/{room}").text, guest.http.get("/api/rooms").text]
    with guest.push(room) as socket:
        texts.append(socket.recv(timeout=5))
    record = guest.http.get(f"/api/rooms/{room}/record").text
    assert "deck" not in [line.split()[0] for line in record.splitlines()]
    texts.append(record)
    spectated = guest.update(room)
    assert spectated["view"]["own"] is None
    assert spectated["options"] is None
    assert spectated["room"]["seat"] is None
    for person in people:
        view = person.update(room)["view"]
        assert view["own"]["hand"]
        others = [other.update(room)["view"]["own"]["hand"] for other in people if other != person]
        assert all(json.dumps(hand) not in json.dumps(view) for hand in others)
        texts.append(person.http.get(f"/api/rooms/{room}").text)
    texts += [server.log, server.admin.get("/metrics").text]
    for text in texts:
        assert created["secret"] not in text
        assert created["joined"]["nonce"] not in text
        assert created["joined"]["person"] not in text


def test_a_waiting_room_has_no_record(server):
    anna = Person(server)
    room = anna.create()
    assert problem(anna.http.get(f"/api/rooms/{room}/record")) == (409, "not_running")
