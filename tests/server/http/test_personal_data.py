"""All data of a person over HTTP: the file, the deletion, and taking over another device's key."""

import json
import threading
import time
from contextlib import suppress

import httpx
import pytest

from byzanz.server.hosting.people import person_of
from tests.server.http.running import LAX, Person, RunningServer, problem, start_room

CONFIRMED = {"is_confirmed": True}
ROOMS = 60


@pytest.fixture
def lax_server(tmp_path):
    server = RunningServer(tmp_path, f'trusted_proxies = ["127.0.0.1"]\n{LAX}')
    yield server
    if server.process.poll() is None:
        server.close()


def everything(server) -> str:
    """All rows of all tables."""
    tables = server.query("SELECT name FROM sqlite_master WHERE type = 'table'")
    return repr([server.query(f"SELECT * FROM {name}") for (name,) in tables])


def as_browser(server, key) -> httpx.Client:
    """A browser with a cookie, behind a proxy with https."""
    browser = httpx.Client(base_url=server.url, headers={"x-forwarded-proto": "https"})
    browser.cookies.set("byzanz", key)
    return browser


def test_a_deletion_removes_the_cookie_and_clears_the_browser(lax_server):
    anna = Person(lax_server)
    anna.create(bots=("solid", "solid"), start=True)
    with as_browser(lax_server, anna.key) as browser:
        answer = browser.post("/api/me/deletion", json=CONFIRMED)
    assert answer.json() == {"is_complete": True}
    (cookie,) = answer.headers.get_list("set-cookie")
    assert cookie.startswith('byzanz="";')
    assert "Max-Age=0" in cookie
    assert "HttpOnly" in cookie
    assert answer.headers["clear-site-data"] == '"cache", "storage"'
    assert person_of(anna.key)[:16] not in everything(lax_server)
    assert problem(anna.http.get("/api/me/data")) == (401, "not_known")
    plain = Person(lax_server).http.post("/api/me/deletion", json=CONFIRMED)
    assert "clear-site-data" not in plain.headers  # browsers refuse it without https


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({}, (409, "not_confirmed")),
        ({"is_confirmed": False}, (409, "not_confirmed")),
        ({"is_confirmed": "yes"}, (400, "bad_request")),
        ({"is_confirmed": True, "also": 1}, (400, "bad_request")),
    ],
)
def test_threat_42_without_a_confirmation_nothing_is_deleted(lax_server, body, expected):
    anna = Person(lax_server)
    room = anna.create(bots=("solid", "solid"), start=True)
    answer = anna.http.post("/api/me/deletion", json=body)
    assert problem(answer) == expected
    assert "set-cookie" not in answer.headers
    assert anna.update(room)["room"]["seat"] is not None
    stranger = Person(lax_server, stranger=True)
    assert problem(stranger.http.post("/api/me/deletion", json=CONFIRMED)) == (401, "not_known")


def test_the_log_has_neither_name_nor_key(lax_server):
    people, room = start_room(lax_server)
    hashes = [person_of(person.key) for person in people]
    for person in people:
        assert person.http.get("/api/me/data").status_code == 200
        assert person.http.post("/api/me/deletion", json=CONFIRMED).status_code == 200
    for text in ("Anna", "Ben", "Cleo", *hashes, *[each[:16] for each in hashes]):
        assert text not in lax_server.log
    assert problem(people[0].http.get(f"/api/rooms/{room}"))[0] == 401
    anybody = Person(lax_server, stranger=True)
    assert problem(anybody.http.get(f"/api/rooms/{room}")) == (404, "not_found")


def test_the_file_is_sent_part_by_part(lax_server):
    anna = Person(lax_server)
    anna.create(bots=("solid", "solid"), start=True)
    answer = anna.http.get("/api/me/data")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"] == 'attachment; filename="byzanz.json"'
    assert answer.headers["transfer-encoding"] == "chunked"
    assert answer.headers["cache-control"] == "no-store"
    data = answer.json()
    assert data["format"] == "byzanz-data-1"
    assert len(data["tables"]) == 1


def test_files_and_deletions_are_limited(server):
    anna = Person(server)
    codes = [anna.http.get("/api/me/data").status_code for _ in range(11)]
    assert codes == [200] * 10 + [429]
    many = [Person(server, address=anna.address) for _ in range(11)]
    codes = [each.http.post("/api/me/deletion", json=CONFIRMED).status_code for each in many]
    assert codes == [200] * 10 + [429]
    assert many[-1].http.get("/api/me/rooms").status_code == 200


def claims(person, code, **options):
    return person.http.post("/api/people/claims", json={"code": code, **options})


def test_a_device_with_games_is_warned_before_it_takes_over_another_key(lax_server):
    anna, tablet = Person(lax_server), Person(lax_server)
    tablet.create(bots=("solid", "solid"), start=True)
    tablet.create()
    code = anna.http.post("/api/people/codes").json()["code"]
    refused = claims(tablet, code)
    assert problem(refused) == (409, "has_games")
    assert refused.json()["facts"] == {"games": 2}
    assert "set-cookie" not in refused.headers
    assert problem(claims(tablet, code)) == (409, "has_games")  # the code is not used up
    assert claims(tablet, code, may_replace=True).json() == {"key": anna.key}
    assert len(tablet.http.get("/api/me/rooms").json()["rooms"]) == 2  # nothing is merged


def test_a_device_without_games_or_with_the_same_key_is_not_warned(lax_server):
    anna, new = Person(lax_server), Person(lax_server)
    anna.create(bots=("solid", "solid"), start=True)
    unknown = Person(lax_server, stranger=True)
    unknown.http.headers["authorization"] = f"Bearer {'0' * 32}"
    for device in (new, anna, unknown):
        code = anna.http.post("/api/people/codes").json()["code"]
        assert claims(device, code).json() == {"key": anna.key}
    assert problem(claims(anna, "0" * 32)) == (404, "not_found")


@pytest.mark.parametrize("delay", [0.0, 0.05, 0.2])
def test_threat_42_a_killed_server_finishes_the_deletion_after_its_start(tmp_path, delay):
    server = RunningServer(tmp_path, LAX)
    anna, ben = Person(server), Person(server)
    rooms = [anna.create() for _ in range(ROOMS)]
    for room in rooms:
        assert ben.join(room).status_code == 200

    def delete():
        with suppress(httpx.HTTPError):
            anna.http.post("/api/me/deletion", json=CONFIRMED)

    deleting = threading.Thread(target=delete)
    person = person_of(anna.key)
    deleting.start()
    while server.query("SELECT 1 FROM person WHERE person = ?", person):
        time.sleep(0.001)
    time.sleep(delay)
    server.process.kill()
    deleting.join()
    server.stop()
    again = RunningServer(tmp_path, LAX)
    deadline = time.monotonic() + 20
    while person[:16] in everything(again):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert "Anna" not in everything(again)
    bodies = [json.loads(body) for (body,) in again.query("SELECT body FROM log")]
    assert sum(body["type"] == "left" for body in bodies) == ROOMS
    ben_again = Person(again, stranger=True)
    ben_again.http.headers["authorization"] = f"Bearer {ben.key}"
    assert len(ben_again.http.get("/api/me/rooms").json()["rooms"]) == ROOMS
    again.close()
