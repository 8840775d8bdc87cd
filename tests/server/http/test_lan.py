"""LAN access: only a visitor on this machine gets the LAN address and may open it."""

import socket
import time
from contextlib import closing

import httpx
import pytest

from byzanz.server.call import Visitor
from byzanz.server.http.sockets import lan_address
from byzanz.server.ops.config import Config
from byzanz.server.ops.lan import LanAccess
from byzanz.wire.answers import ServerAddress
from byzanz.wire.problems import RequestRefused
from tests.server.http.running import Person, RunningServer, problem

HERE = Visitor("127.0.0.1", None, "localhost:8765")
PHONE = Visitor("192.168.1.9", None, "192.168.1.5:8765")
LAN = "http://192.168.1.5:8765"


def lan(lan_url=None, opened=LAN, **settings):
    access = LanAccess(Config(**settings))
    access.begin(lan_url, lambda: opened)
    return access


def test_a_server_without_lan_access_has_no_address():
    assert lan().address_for(HERE) == ServerAddress(None, may_open=False)
    assert lan(may_open_lan=True).address_for(HERE) == ServerAddress(None, may_open=True)


def test_opening_twice_gives_the_same_address():
    home = lan(may_open_lan=True)
    opened = home.open_to_lan(HERE)
    assert opened == home.open_to_lan(HERE) == home.address_for(HERE)
    assert opened == ServerAddress(LAN, may_open=False)


@pytest.mark.parametrize(
    "visitor",
    [
        PHONE,
        Visitor("127.0.0.1", None, "evil.example"),  # a name that resolves to this machine
        Visitor("127.0.0.1", None, "[::"),
        Visitor("127.0.0.1", None, ""),
        Visitor("192.168.1.9", None, "localhost:8765"),
    ],
)
def test_threat_9_other_visitors_neither_get_the_address_nor_open_it(visitor):
    home = lan(may_open_lan=True)
    with pytest.raises(RequestRefused):
        home.open_to_lan(visitor)
    assert home.address_for(HERE).url is None
    assert lan(LAN).address_for(visitor) == ServerAddress(None, may_open=False)


def test_without_a_network_nothing_opens():
    with pytest.raises(RequestRefused):
        lan(may_open_lan=True, opened=None).open_to_lan(HERE)


def test_a_configured_url_is_shown_to_everybody():
    public = lan(url="https://byzanz.example", may_open_lan=True)
    address = ServerAddress("https://byzanz.example", may_open=False)
    assert public.address_for(PHONE) == public.address_for(HERE) == address


def test_opening_needs_the_setting(server):
    answer = httpx.post(f"{server.url}/api/reach")
    assert problem(answer) == (403, "not_allowed")


@pytest.mark.skipif(lan_address() is None, reason="this machine is not on a network")
def test_a_running_server_opens_to_the_network(tmp_path):
    with closing(RunningServer(tmp_path, "may_open_lan = true")) as server:
        assert httpx.get(f"{server.url}/api/reach").json() == {"url": None, "may_open": True}
        lan = f"http://{lan_address()}:{server.port}"
        with pytest.raises(OSError):  # noqa: PT011 (refused or unreachable)
            socket.create_connection((lan_address(), server.port), timeout=1)
        assert httpx.post(f"{server.url}/api/reach").json() == {"url": lan, "may_open": False}
        time.sleep(0.2)
        assert httpx.get(f"{lan}/api/rooms").json() == {"rooms": []}
        room = Person(server).create()
        assert httpx.get(f"{lan}/api/rooms/{room}").status_code == 200
