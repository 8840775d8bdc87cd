"""`byzanz daily` with a running server."""

import pytest

from tests.cli.calling import output, refused
from tests.server.http.running import LAX, RunningServer


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = RunningServer(tmp_path_factory.mktemp("server"), LAX)
    yield server
    server.close()


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    """The folder for this user's data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def test_leaving_is_the_try_and_a_second_one_is_refused(server):
    text = output("daily", server.url, "--name", "Anna", "--pace", "0", text="hint\nquit\nyes\n")
    assert "the same cards and bots for everybody" in text
    assert "There are no hints in the deal of the day" in text
    assert "You have left the game" in text
    assert "already" in refused(1, "daily", server.url)
    assert server.query("SELECT count(*), max(begun) FROM daily_deal WHERE begun > 0") == [(1, 1)]


@pytest.mark.parametrize(
    ("day", "sentence"),
    [("never", "not a date"), ("2999-01-01", "not come yet"), ("2001-01-01", "has no deal of")],
)
def test_a_day_without_a_deal_is_refused(server, day, sentence):
    assert sentence in refused(1, "daily", server.url, "--day", day)


@pytest.mark.long
def test_the_try_is_played_to_its_end(server):
    answers = "1\n" * 300  # always the first choice
    text = output("daily", server.url, "--name", "Ben", "--pace", "0", text=answers)
    assert "profit" in text.splitlines()[-1]
