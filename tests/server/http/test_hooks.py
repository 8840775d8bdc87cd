"""The test hooks, and a whole game of the example client."""

import asyncio
import importlib.util
import re
import time
from pathlib import Path

import httpx

from byzanz.game.record import load_game
from tests.server.http.running import Person, problem, start_room

ROOT = Path(__file__).parents[3]
RECORD = (ROOT / "tests" / "conformance" / "data" / "games" / "3p-00-plain.byz").read_text()
TEXT = {"content-type": "text/plain"}
CLIENT = ROOT / "examples" / "client.py"


def head(record: str) -> str:
    """Return a record without its moves."""
    return re.split(r"^move ", record, flags=re.MULTILINE)[0]


def test_a_room_with_a_given_deck_plays_the_record(hooked):
    people = [Person(hooked) for _ in range(3)]
    made = people[0].http.post("/test/rooms", content=RECORD, headers=TEXT).json()
    room, names = made["room"], [seat["name"] for seat in made["seats"]]
    assert [seat["bot"] for seat in made["seats"]] == [None] * 3
    for seat, (person, name) in enumerate(zip(people, names, strict=True)):
        assert person.join(room, name, seat=seat).status_code == 200
    assert people[0].send(room, "start").status_code == 200
    update = people[0].update(room)
    assert update["room"]["deal"] is None
    for line in RECORD.splitlines():
        if line.startswith("move "):
            _, seat, move = line.split(" ", 2)
            decision = update["view"]["decision"]
            answer = people[int(seat)].send(room, "play", move=move, decision=decision)
            assert answer.status_code == 200, (line, answer.text)
            update = people[0].update(room, after=update["seq"])
    assert update["room"]["status"] == "finished"
    record = people[0].http.get(f"/api/rooms/{room}/record").text
    moves = [line for line in RECORD.splitlines() if line.startswith(("move", "result", "deck"))]
    assert [
        line for line in record.splitlines() if line.startswith(("move", "result", "deck"))
    ] == moves


def test_bots_can_be_seated_in_a_room_with_a_given_deck(hooked):
    anna = Person(hooked)
    text = head(RECORD).replace("deck ", "bot 1 greedy\ndeck ", 1)
    made = anna.http.post("/test/rooms?bot=2:solid", content=text, headers=TEXT).json()
    assert [seat["bot"] for seat in made["seats"]] == [None, "greedy", "solid"]
    assert anna.join(made["room"]).status_code == 200
    assert anna.send(made["room"], "start").status_code == 200
    for query in ("?bot=3:solid", "?bot=1:exec:x", "?bot=x", "?bot=0:"):
        answer = anna.http.post(f"/test/rooms{query}", content=text, headers=TEXT)
        assert problem(answer) == (422, "bad_bot")
    answer = anna.http.post("/test/rooms", content="format byzanz-1\nplayer A\n", headers=TEXT)
    assert problem(answer) == (400, "bad_request")


def test_the_example_client_plays_a_whole_game(hooked):
    """Uses three clients, because bots answer with delays."""
    spec = importlib.util.spec_from_file_location("client", CLIENT)
    client = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(client)
    with httpx.Client(base_url=hooked.url) as http:
        room = http.post("/test/rooms", content=head(RECORD), headers=TEXT).json()["room"]

    async def play_all():
        async with asyncio.timeout(60):
            return await asyncio.gather(*[client.play(hooked.url, room) for _ in range(3)])

    ends = asyncio.run(play_all())
    assert [end["room"]["status"] for end in ends] == ["finished"] * 3
    assert sorted(end["room"]["seat"] for end in ends) == [0, 1, 2]
    assert all(end["view"]["standings"] == ends[0]["view"]["standings"] for end in ends)
    text = httpx.get(f"{hooked.url}/api/rooms/{room}/record").text
    assert load_game(text).is_over
    source = CLIENT.read_text()
    assert len(source.splitlines()) < 60
    assert "import byzanz" not in source


def test_ids_and_clock_can_be_set(hooked):
    """Afterwards the clock stands still, so later tests must set it."""
    anna = Person(hooked)
    assert anna.http.post("/test/ids", json={"seed": 7}).json() == {"seed": 7}
    first = anna.http.post("/api/people").json()
    anna.http.post("/test/ids", json={"seed": 7})
    assert anna.http.post("/api/people").json() == first
    anna.http.cookies.clear()
    now = anna.update(anna.create())["now"] + 60_000
    assert anna.http.post("/test/clock", json={"now": now}).json() == {"now": now}
    assert problem(anna.http.post("/test/clock", json={"now": now - 1})) == (400, "bad_request")
    people, room = start_room(hooked)
    assert people[0].update(room)["now"] == now
    code = anna.http.post("/api/people/codes").json()["code"]
    anna.http.post("/test/clock", json={"now": now + 120_000})  # threat 6: the code has expired
    assert problem(anna.http.post("/api/people/claims", json={"code": code})) == (404, "not_found")


def test_threat_22_a_person_whose_clock_runs_out_is_away(hooked):
    anna = Person(hooked)
    setup = {"clock": {"type": "move", "seconds": 30}, "pace": "quick"}
    room = anna.create(["greedy", "greedy"], setup=setup, start=True)
    now, seat = anna.update(room)["now"], anna.update(room)["room"]["seat"]
    with anna.push(room) as socket:
        socket.recv(timeout=5)
        end = time.monotonic() + 20
        while not anna.update(room)["room"]["seats"][seat]["is_away"]:
            assert time.monotonic() < end
            now += 2000
            anna.http.post("/test/clock", json={"now": now})
            time.sleep(0.01)  # bots answer in real time
