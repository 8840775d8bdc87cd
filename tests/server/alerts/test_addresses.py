"""No address that a client gives makes the server connect to anything but a push service."""

import asyncio
import socket
from ipaddress import ip_address
from random import Random

import pytest

from byzanz.server.alerts.addresses import host_of, is_listed
from byzanz.server.alerts.delivery import Delivery, Result
from byzanz.server.alerts.messages import Message
from byzanz.server.alerts.network import PublicNetwork, is_public
from byzanz.server.alerts.signing import ServerKey, new_key_body
from byzanz.store.rows import SubscriptionRow
from tests.server.alerts.browser import Browser
from tests.server.alerts.hostile import (
    HOSTS,
    INSIDE_4,
    INSIDE_6,
    LISTED,
    PUBLIC,
    hostile_addresses,
)

MESSAGE = Message(b"{}", "topic", "normal", 60)
KEY = ServerKey(new_key_body())
BROWSER = Browser()
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "https_proxy", "http_proxy", "all_proxy")


class Recorder:
    """Stands in for the system: answers for name servers, and records every connection."""

    def __init__(self, monkeypatch) -> None:
        self.answers: list[tuple[str, ...]] = []
        self.asked: list[str] = []
        self.connections: list[tuple[str, int]] = []
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "getaddrinfo", self._getaddrinfo)
        monkeypatch.setattr(loop, "create_connection", self._create_connection)
        monkeypatch.setattr(loop, "sock_connect", self._sock_connect)
        monkeypatch.setattr(socket.socket, "connect", self._connect)

    async def _getaddrinfo(self, host, port, **_):
        self.asked.append(str(host))
        answers = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if not answers:
            raise socket.gaierror("no such host")
        return [
            (socket.AF_INET6 if ":" in each else socket.AF_INET, 1, 6, "", (each, port))
            for each in answers
        ]

    async def _create_connection(self, factory, host=None, port=None, **options):
        assert options.get("ssl") is None
        self.connections.append((host, port))
        raise ConnectionRefusedError

    async def _sock_connect(self, sock, address):
        self.connections.append(address)
        raise ConnectionRefusedError

    def _connect(self, sock, address):
        self.connections.append(address)
        raise ConnectionRefusedError


def device(address: str) -> SubscriptionRow:
    return SubscriptionRow(
        *("id", "person", address, BROWSER.point, BROWSER.secret, "en", "UTC", None, None, 0)
    )


def send(delivery, address):
    return delivery.send(device(address), MESSAGE, KEY, "", 0, Random(1).randbytes)


async def check(monkeypatch, count: int, seed: int) -> None:
    for name in PROXIES:
        monkeypatch.setenv(name, "http://127.0.0.1:3128")
    delivery = Delivery(PublicNetwork(), LISTED)
    recorder = Recorder(monkeypatch)
    resolved = reached = 0
    for hostile in hostile_addresses(count, seed):
        recorder.answers = list(hostile.answers)
        recorder.asked.clear()
        recorder.connections.clear()
        outcome = await send(delivery, hostile.address)
        assert outcome.result is Result.FAILED, hostile
        assert len(recorder.asked) <= 1, f"resolved twice: {hostile}"
        resolved += len(recorder.asked)
        for host in recorder.asked:
            assert is_listed(host, LISTED), hostile
        for address, port in recorder.connections:
            assert address in PUBLIC, hostile
            assert port == 443
            assert address in hostile.answers[0], f"not the checked answer: {hostile}"
        reached += bool(recorder.connections)
    assert resolved > count // 3  # the second half of the defence was tried too
    assert reached > count // 50  # and good answers among bad ones are used


async def test_threat_43_hostile_addresses_reach_nothing(monkeypatch):
    await check(monkeypatch, 500, seed=1)


@pytest.mark.long
async def test_threat_43_ten_thousand_hostile_addresses_reach_nothing(monkeypatch):
    await check(monkeypatch, 10_000, seed=2)


@pytest.mark.parametrize("network", [*INSIDE_4, *INSIDE_6], ids=str)
def test_special_networks_are_not_public(network):
    dice = Random(str(network))
    for number in (0, network.num_addresses - 1, *(dice.randrange(network.num_addresses),) * 20):
        assert not is_public(network[number])


@pytest.mark.parametrize("address", [*PUBLIC, "8.8.8.8", "2404:6800:4003:c00::5f", "17.57.144.1"])
def test_addresses_of_push_services_are_public(address):
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc:DEF-g_h", "fcm.googleapis.com"),
        ("https://updates.push.services.mozilla.com/wpush/v2/gAAA=", HOSTS[1]),
        ("https://web.push.apple.com/QGuR/x", "web.push.apple.com"),
        ("https://wns2-am3p.notify.windows.com/w/?token=BQ%2b%3d", "wns2-am3p.notify.windows.com"),
        ("https://fcm.googleapis.com:443/x", "fcm.googleapis.com"),
    ],
)
def test_addresses_of_browsers_are_understood(address, host):
    assert host_of(address) == host
    assert is_listed(host, (*LISTED, "*.notify.windows.com"))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_threat_43_a_redirect_is_not_followed(push_service, status):
    places = ("https://push.test/inside", "http://127.0.0.1:1/", "//127.0.0.1/", "file:///x")
    for place in places:
        push_service.answer = lambda sent, to=place: (status, {"Location": to})
        outcome = await send(Delivery(push_service.network, ("push.test",)), BROWSER.address)
        assert outcome == (Result.FAILED, str(status), 0)
    assert [each.path for each in push_service.requests] == [BROWSER.path] * len(places)


async def test_threat_43_the_certificate_must_be_that_of_the_host(push_service):
    delivery = Delivery(push_service.network, ("push.test", "other.test"))
    outcome = await send(delivery, "https://other.test/send/1")
    assert outcome.result is Result.FAILED
    assert push_service.requests == []
    assert (await send(delivery, BROWSER.address)).result is Result.ACCEPTED


async def test_threat_43_this_machine_is_not_reached_without_the_network_of_tests():
    """A real server listens, and a listed name leads to it."""
    connections = []
    listener = await asyncio.start_server(lambda *_: connections.append(1), "127.0.0.1", 0)
    async with listener:
        outcome = await send(Delivery(PublicNetwork(), ("localhost.localdomain",)),
                             "https://localhost.localdomain/send/1")  # fmt: skip
        assert outcome.result is Result.FAILED
    assert connections == []
