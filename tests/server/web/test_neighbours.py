"""Who is told where phones find the server, and who may let them in."""

import socket
import time
from contextlib import closing

import httpx
import pytest

from byzanz.server.config import Config
from byzanz.server.neighbours import Neighbours
from byzanz.server.serving import lan_address
from byzanz.server.visitor import Visitor
from byzanz.wire.answers import Reach
from byzanz.wire.problems import Refusal
from tests.server.web.running import Person, Running, problem

HERE = Visitor("127.0.0.1", None, "localhost:8765")
PHONE = Visitor("192.168.1.9", None, "192.168.1.5:8765")
LAN = "http://192.168.1.5:8765"


def neighbours(lan_url=None, opened=LAN, **settings):
    made = Neighbours(Config(**settings))
    made.begin(lan_url, lambda: opened)
    return made


def test_a_closed_server_says_so():
    assert neighbours().reach(HERE) == Reach(None, may_open=False)
    assert neighbours(may_open_lan=True).reach(HERE) == Reach(None, may_open=True)


def test_it_is_opened_once():
    home = neighbours(may_open_lan=True)
    assert home.let_in(HERE) == home.let_in(HERE) == home.reach(HERE) == Reach(LAN, may_open=False)


@pytest.mark.parametrize(
    "visitor",
    [
        PHONE,
        Visitor("127.0.0.1", None, "evil.example"),  # whose name leads to this machine
        Visitor("127.0.0.1", None, "[::"),
        Visitor("127.0.0.1", None, ""),
        Visitor("192.168.1.9", None, "localhost:8765"),
    ],
)
def test_threat_9_others_neither_learn_the_address_nor_open_it(visitor):
    home = neighbours(may_open_lan=True)
    with pytest.raises(Refusal):
        home.let_in(visitor)
    assert home.reach(HERE).url is None
    assert neighbours(LAN).reach(visitor) == Reach(None, may_open=False)


def test_without_a_network_nothing_opens():
    with pytest.raises(Refusal):
        neighbours(may_open_lan=True, opened=None).let_in(HERE)


def test_a_server_with_an_address_of_its_own_tells_everybody():
    public = neighbours(url="https://byzanz.example", may_open_lan=True)
    assert (
        public.reach(PHONE) == public.reach(HERE) == Reach("https://byzanz.example", may_open=False)
    )


def test_unless_allowed_it_stays_closed(server):
    answer = httpx.post(f"{server.url}/api/reach")
    assert problem(answer) == (403, "not_allowed")


@pytest.mark.skipif(lan_address() is None, reason="this machine is in no network")
def test_a_running_server_lets_the_network_in_and_ends_in_order(tmp_path):
    with closing(Running(tmp_path, "may_open_lan = true")) as server:
        assert httpx.get(f"{server.url}/api/reach").json() == {"url": None, "may_open": True}
        lan = f"http://{lan_address()}:{server.port}"
        with pytest.raises(OSError):  # noqa: PT011 (refused or unreachable)
            socket.create_connection((lan_address(), server.port), timeout=1)
        assert httpx.post(f"{server.url}/api/reach").json() == {"url": lan, "may_open": False}
        time.sleep(0.2)
        assert httpx.get(f"{lan}/api/rooms").json() == {"rooms": []}
        room = Person(server).create()
        assert httpx.get(f"{lan}/api/rooms/{room}").status_code == 200
