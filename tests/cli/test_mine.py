"""`byzanz mine` with a running server."""

import asyncio
import json
import stat

import pytest
import typer

from byzanz.cli.commands.mine import read_code
from byzanz.client.client import Client
from byzanz.server.hosting.people import person_of
from tests.cli.calling import call, output, refused
from tests.server.http.running import LAX, RunningServer
from tests.web.played_games import add_games

CODE = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = RunningServer(tmp_path_factory.mktemp("server"), LAX)
    yield server
    server.close()


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The folder for this user's data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "byzanz"


def code_of_somebody(server, count=12) -> str:
    """Return a code for another device of a new person with games."""

    async def make():
        async with Client(server.url) as browser:
            add_games(server, person_of((await browser.new_person()).key), count)
            return (await browser.device_code()).code

    return asyncio.run(make())


def test_games_trends_friends_and_rating_are_listed(server, data):
    code = code_of_somebody(server)
    text = output("mine", server.url, "--code", f"{server.url}/device#{code}")
    assert max(map(len, text.splitlines())) <= 80
    games = text.partition("── Share of wins")[0].splitlines()[1:]
    assert len(games) == 12
    assert "Zoe, Carla and Leo" in text
    assert "more until the first ten" in text
    assert "±" in text
    assert stat.S_IMODE((data / "keys.json").stat().st_mode) == 0o600


def test_the_key_is_stored_for_the_next_time(server, data):
    output("mine", server.url, "--code", code_of_somebody(server))
    only_friends = json.loads(output("mine", f"{server.url}/", "--opponents", "friends", "--json"))
    assert len(only_friends["games"]) == 2
    assert len(json.loads(output("mine", server.url, "--count", 3, "--json"))["games"]) == 3


def test_all_pages_are_read(server, data):
    code = code_of_somebody(server, 45)
    games = json.loads(output("mine", server.url, "--code", code, "--count", 99, "--json"))["games"]
    assert len({game["room"] for game in games}) == 45


@pytest.mark.usefixtures("data")
def test_without_a_key_it_says_where_to_get_one(server):
    assert "expected --code" in refused(1, "mine", server.url)


@pytest.mark.usefixtures("data")
def test_a_used_code_is_refused(server):
    code = code_of_somebody(server, 1)
    output("mine", server.url, "--code", code)
    assert "too old or was used" in refused(1, "mine", server.url, "--code", code)


def test_all_data_is_written_to_a_new_file(server, data, tmp_path):
    path = tmp_path / "mine.json"
    text = output("mine", server.url, "--code", code_of_somebody(server), "--take", path)
    assert "has 12 games" in text
    taken = json.loads(path.read_text())
    assert taken["format"] == "byzanz-data-1"
    assert len(taken["games"]) == 12
    assert [friend["name"] for friend in taken["friends"]] == ["Zoe", "Carla", "Leo"]
    assert "exists: expected a new file" in refused(1, "mine", server.url, "--take", path)


def test_everything_is_deleted_after_a_question(server, data):
    code = code_of_somebody(server)
    no = call("mine", server.url, "--code", code, "--delete", text="n\n")
    assert no.exit_code == 1
    assert "Delete 12 games" in no.stdout + no.stderr
    assert "nothing was deleted" in no.stderr
    assert "12 games" in output("mine", server.url)
    assert "Everything is deleted" in output("mine", server.url, "--delete", "--yes")
    assert json.loads((data / "keys.json").read_text()) == {}
    assert "expected --code" in refused(1, "mine", server.url)


@pytest.mark.usefixtures("data")
def test_a_key_with_games_is_only_replaced_on_request(server):
    output("mine", server.url, "--code", code_of_somebody(server))
    other = code_of_somebody(server, 3)
    message = refused(1, "mine", server.url, "--code", other)
    assert "has 12 games of its own" in message
    games = json.loads(output("mine", server.url, "--json"))["games"]
    assert len(games) == 12  # nothing has changed
    replaced = output("mine", server.url, "--code", other, "--replace", "--json")
    assert len(json.loads(replaced)["games"]) == 3


@pytest.mark.usefixtures("data")
def test_no_server_is_one_sentence():
    assert "does not answer" in refused(1, "mine", "http://127.0.0.1:1", "--code", CODE)


def test_a_code_is_read_from_a_link():
    assert read_code(f" https://example.org/device#{CODE} ") == CODE
    with pytest.raises(typer.BadParameter):
        read_code("OLIVE-27")


def test_a_bad_code_is_a_usage_error(data):
    result = call("mine", "http://127.0.0.1:1", "--code", "OLIVE-27")
    assert result.exit_code != 0
    assert "32 hexadecimal digits" in result.stderr
    assert not data.exists()
