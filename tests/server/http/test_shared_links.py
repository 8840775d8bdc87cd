"""Links and their pictures on real servers: what they tell, to whom, and from which process."""

import asyncio
import re
import sys
from contextlib import ExitStack, closing

import pytest

from byzanz.pages.location import FOLDER
from tests.server.hosting.finished_games import record
from tests.server.http.running import LAX, Person, RunningServer, start_room
from tests.server.http.test_replays import GAME, TEXT, play_on, play_out
from tests.store.conftest import postgres

__all__ = ["postgres"]
UNKNOWN = "f" * 32
IS_BUILT = (FOLDER / "index.html").is_file()
needs_pages = pytest.mark.skipif(not IS_BUILT, reason="the pages are not built")
PNG = b"\x89PNG"
FIXED = "/icons/share-1200x630.png"


def upload(person, text=None):
    answer = person.http.post("/api/replays", content=text or record(), headers=TEXT)
    assert answer.status_code == 200, answer.text
    return answer.json()["replay"]


def look(person, path):
    """What somebody sees who opens a link: everything that may differ from other links."""
    answer = person.http.get(path)
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    headers.pop("date")
    return answer.status_code, headers, answer.content


def without(room, seen):
    status, headers, body = seen
    return status, {**headers, "etag": ""}, body.replace(room.encode(), b"ID")


LINKS = ("/r/{}", "/replay/{}", "/replay/{}/analysis", "/previews/de/{}.png")


@needs_pages
@pytest.mark.parametrize("link", LINKS)
def test_threat_1_a_link_to_a_waiting_room_looks_like_one_to_no_room(lax, link):
    anna, stranger = Person(lax), Person(lax, stranger=True)
    rooms = [anna.create(), anna.create(setup={"is_public": True}), anna.create(seats=6)]
    closed, _ = start_room_without_spectators(lax)
    shown = [without(room, look(stranger, link.format(room))) for room in (UNKNOWN, *rooms, closed)]
    assert shown == [shown[0]] * 5
    assert shown[0][0] == 200


def start_room_without_spectators(server):
    anna = Person(server)
    room = anna.create(["greedy", "greedy"], setup={"spectators": False}, start=True)
    return room, anna


@needs_pages
def test_a_link_to_a_running_game_says_only_that_it_runs(lax):
    _, first = start_room(lax)
    _, second = start_room(lax, people=4)
    stranger = Person(lax, stranger=True)
    for link in LINKS:
        one, other = [without(room, look(stranger, link.format(room))) for room in (first, second)]
        assert one == other
    page = stranger.http.get(f"/r/{first}").text
    assert "A game of Byzanz is being played" in page
    assert "/previews/en/running.png" in page
    assert not [name for name in ("Anna", "Ben", "Cleo") if name in page]
    assert stranger.http.get(f"/previews/de/{first}.png").content == (
        stranger.http.get("/previews/de/running.png").content
    )


@needs_pages
def test_a_link_to_a_finished_game_shows_its_result(lax):
    anna = Person(lax)
    body = play_on(number=len(GAME.moves) - 2)
    room = anna.http.post(f"/api/replays/{upload(anna)}/rooms", json=body).json()["room"]
    play_out(anna, room)
    stranger = Person(lax, stranger=True)
    for path in (f"/r/{room}", f"/replay/{room}", f"/replay/{room}/analysis"):
        text = stranger.http.get(path).text
        assert f'content="/previews/en/{room}.png"' in text
        assert re.search(r'og:title" content="[^"]+ wins with', text)
    picture = stranger.http.get(f"/previews/en/{room}.png")
    assert picture.content.startswith(PNG)
    assert picture.headers["cache-control"] == "public, max-age=3600"


@needs_pages
def test_a_picture_has_the_size_of_its_tags_and_is_sent_once(lax):
    person = Person(lax, stranger=True)
    game = upload(person)
    answer = person.http.get(f"/previews/nl/{game}.png")
    assert answer.headers["content-type"] == "image/png"
    size = [int.from_bytes(answer.content[at : at + 4], "big") for at in (16, 20)]
    assert size == [1200, 630]
    assert len(answer.content) < 300_000
    headers = {"if-none-match": answer.headers["etag"]}
    again = person.http.get(f"/previews/nl/{game}.png", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    other = person.http.get(f"/previews/de/{game}.png", headers=headers)
    assert other.status_code == 200
    head = person.http.head(f"/previews/nl/{game}.png")
    assert head.headers["etag"] == answer.headers["etag"]


@needs_pages
@pytest.mark.parametrize("language", ["xx", "EN", "en-GB", "%00", "de'"])
def test_an_unknown_language_gets_an_english_picture(lax, language):
    person = Person(lax, stranger=True)
    english = person.http.get("/previews/en/table.png")
    assert english.content.startswith(PNG)
    assert person.http.get(f"/previews/{language}/table.png").content == english.content


@needs_pages
def test_threat_15_a_link_beyond_the_limit_shows_an_invitation(server):
    """A page is never refused for its preview."""
    person = Person(server, stranger=True)
    game = upload(person)
    shown = [person.http.get(f"/replay/{game}") for _ in range(130)]
    assert {answer.status_code for answer in shown} == {200}
    titles = [re.search(r'og:title" content="([^"]+)', answer.text)[1] for answer in shown]
    assert "wins with" in titles[0]
    assert titles[-1] == "A game of Byzanz to look back on"
    other = Person(server, stranger=True)
    assert "wins with" in other.http.get(f"/replay/{game}").text


@needs_pages
def test_somebody_who_comes_from_another_site_gets_the_page(lax):
    game = upload(Person(lax, stranger=True))
    person = Person(lax, stranger=True)
    headers = {"sec-fetch-site": "cross-site", "referer": "https://chat.example/"}
    for path in (f"/replay/{game}", f"/previews/en/{game}.png"):
        assert person.http.get(path, headers=headers).status_code == 200


@needs_pages
def test_no_request_changes_a_game(lax):
    people, room = start_room(lax)
    before = lax.entries(room)
    for link in LINKS:
        for method in ("GET", "HEAD"):
            assert people[0].http.request(method, link.format(room)).status_code == 200
        assert people[0].http.post(link.format(room), json={}).status_code == 405
    assert lax.entries(room) == before


@needs_pages
@pytest.mark.slow
def test_two_processes_on_one_store_show_the_same_picture(postgres, tmp_path):
    store = asyncio.run(postgres.new_database("pictures"))
    with ExitStack() as stack:
        servers = []
        for name in ("one", "two"):
            (tmp_path / name).mkdir()
            server = RunningServer(tmp_path / name, LAX, store=store)
            stack.callback(server.stop)
            servers.append(server)
        game = upload(Person(servers[0], stranger=True))
        people = [Person(server, stranger=True) for server in servers]
        for link in LINKS:
            first, second = [look(person, link.format(game)) for person in people]
            assert first == second
            assert first[0] == 200
        assert look(people[1], f"/previews/de/{game}.png")[2].startswith(PNG)


@needs_pages
@pytest.mark.slow
def test_a_server_without_the_library_shows_the_fixed_picture(tmp_path):
    """The library is hidden by a module of the same name that can't be imported."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "resvg_py.py").write_text("raise ImportError('not for this machine')\n")
    environment = {"PYTHONPATH": f"{hidden}"}
    with closing(RunningServer(tmp_path, LAX, environment)) as server:
        person = Person(server, stranger=True)
        fixed = person.http.get(FIXED).content
        for name in ("table", upload(person)):
            answer = person.http.get(f"/previews/en/{name}.png")
            assert (answer.status_code, answer.content) == (200, fixed)
        assert server.log.count("no pictures of links") == 1
        assert person.http.get("/").status_code == 200


def test_the_library_is_not_part_of_the_server_process():
    code = "import sys, byzanz.server.http.runner; print('resvg_py' in sys.modules)"
    answer = asyncio.run(_run(code))
    assert answer.strip() == b"False"


async def _run(code):
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE
    )
    return (await process.communicate())[0]
