"""Messages reach a real https server, and its answers are understood."""

import asyncio
from random import Random

import pytest

from byzanz.server.alerts import delivery as delivery_module
from byzanz.server.alerts.delivery import Delivery, Outcome, Result
from byzanz.server.alerts.messages import message_of
from byzanz.server.alerts.signing import ServerKey, new_key_body
from byzanz.store.rows import SubscriptionRow, TakenAlert
from tests.server.alerts.browser import HOST, Browser, check_authorization

NOW = 1_800_000_000_000
KEY = ServerKey(new_key_body())
CONTACT = "https://byzanz.example.org"


def row(browser: Browser, language="en") -> SubscriptionRow:
    return SubscriptionRow(
        "id", "ada", browser.address, browser.point, browser.secret, language, "UTC", None, None, 1
    )


def alert(browser: Browser, kind="turn", room="ab" * 16, **options) -> TakenAlert:
    return TakenAlert(room, 7, kind, NOW, NOW, 1, row(browser, **options))


async def send(push_service, browser, *, kind="turn", due=None, language="en") -> Outcome:
    message = message_of(alert(browser, kind, language=language), due, NOW)
    delivery = Delivery(push_service.network, (HOST,))
    return await delivery.send(
        row(browser, language), message, KEY, CONTACT, NOW, Random(1).randbytes
    )


@pytest.mark.parametrize(
    ("kind", "language", "urgency", "title"),
    [("turn", "de", "normal", "Du bist dran"), ("invitation", "it", "low", "Un’altra partita?")],
)
async def test_a_message_is_encrypted_signed_and_labelled(
    push_service, kind, language, urgency, title
):
    browser = Browser()
    assert (await send(push_service, browser, kind=kind, language=language)) == Outcome(
        Result.ACCEPTED
    )
    (sent,) = push_service.requests
    assert sent.path == browser.path
    assert browser.read(sent.body)["title"] == title
    headers = sent.headers
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["host"] == HOST
    assert headers["urgency"] == urgency
    assert headers["ttl"] == "86400"
    assert len(headers["topic"]) == 32
    assert "user-agent" not in headers
    assert "cookie" not in headers
    claims = check_authorization(headers["authorization"], KEY.public, audience=f"https://{HOST}")
    assert claims["sub"] == CONTACT


@pytest.mark.parametrize(
    ("due", "seconds"), [(NOW + 3_600_000, 3600), (NOW - 5, 60), (NOW + 10**12, 86_400)]
)
def test_a_message_expires_when_it_no_longer_applies(due, seconds):
    assert message_of(alert(Browser()), due, NOW).seconds == seconds


def test_topics_tell_a_push_service_nothing():
    """They differ by device, so nobody sees who plays at one table."""
    first, second = Browser(), Browser()
    topics = {message_of(alert(each), None, NOW).topic for each in (first, second)}
    other = message_of(alert(first, room="cd" * 16), None, NOW).topic
    again = message_of(alert(first, "invitation"), None, NOW).topic
    assert len(topics | {other}) == 3
    assert again in topics


@pytest.mark.parametrize(
    ("status", "headers", "outcome"),
    [
        (200, {}, Outcome(Result.ACCEPTED)),
        (202, {}, Outcome(Result.ACCEPTED)),
        (404, {}, Outcome(Result.GONE, "404")),
        (410, {}, Outcome(Result.GONE, "410")),
        (400, {}, Outcome(Result.FAILED, "400")),
        (403, {}, Outcome(Result.FAILED, "403")),
        (413, {}, Outcome(Result.FAILED, "413")),
        (429, {"Retry-After": "120"}, Outcome(Result.FAILED, "429", 120_000)),
        (503, {"Retry-After": "999999999"}, Outcome(Result.FAILED, "503", 86_400_000)),
        (503, {"Retry-After": "soon"}, Outcome(Result.FAILED, "503")),
        (503, {"Retry-After": "-5"}, Outcome(Result.FAILED, "503")),
        (503, {"Retry-After": "9" * 5000}, Outcome(Result.FAILED, "503")),
        (
            503,
            {"Retry-After": "Fri, 15 Jan 2027 08:10:00 GMT"},
            Outcome(Result.FAILED, "503", 600_000),
        ),
        (503, {"Retry-After": "Fri, 15 Jan 2010 08:10:00 GMT"}, Outcome(Result.FAILED, "503")),
        (500, {"X-Long": "x" * 60_000}, Outcome(Result.FAILED, "500")),
    ],
    ids=str,
)
async def test_answers(push_service, status, headers, outcome):
    push_service.answer = lambda sent: (status, headers)
    assert await send(push_service, Browser()) == outcome


async def nothing(reader, writer):
    await asyncio.sleep(60)


async def noise(reader, writer):
    writer.write(b"\x00\xff" * 1000)


async def endless_head(reader, writer):
    writer.write(b"HTTP/1.1 500 no\r\n")
    for _ in range(10_000):
        writer.write(b"x: " + b"y" * 1000 + b"\r\n")
        await writer.drain()


async def closes(reader, writer):
    pass


async def endless_body(reader, writer):
    writer.write(b"HTTP/1.1 201 Created\r\ncontent-length: 99999999999\r\n\r\n")
    while True:
        writer.write(b"z" * 65536)
        await writer.drain()
        await asyncio.sleep(0)


@pytest.mark.parametrize("behave", [nothing, noise, endless_head, closes, endless_body])
async def test_a_push_service_out_of_order_delays_nothing(push_service, monkeypatch, behave):
    monkeypatch.setattr(delivery_module, "SECONDS", 1)

    async def behaving(reader, writer):
        try:
            await behave(reader, writer)
        except OSError:
            pass
        finally:
            writer.close()

    context = push_service.socket.context
    server = await asyncio.start_server(behaving, "127.0.0.1", 0, ssl=context)
    network = push_service.network
    network.port = server.sockets[0].getsockname()[1]
    delivery = Delivery(network, (HOST,))
    browser = Browser()
    message = message_of(alert(browser), None, NOW)
    began = asyncio.get_running_loop().time()
    outcome = await delivery.send(row(browser), message, KEY, "", NOW, Random(1).randbytes)
    assert asyncio.get_running_loop().time() - began < 3
    assert outcome.result is (Result.ACCEPTED if behave is endless_body else Result.FAILED)
    server.close()


async def test_nobody_listens(push_service):
    network = push_service.network
    network.port = 1
    message = message_of(alert(Browser()), None, NOW)
    outcome = await Delivery(network, (HOST,)).send(
        row(Browser()), message, KEY, "", NOW, Random(1).randbytes
    )
    assert outcome == Outcome(Result.FAILED, "no connection")
