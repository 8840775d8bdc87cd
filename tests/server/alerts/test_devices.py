"""Devices over real HTTP: what is accepted, and that a refused request changes nothing."""

from contextlib import closing

import httpx
import msgspec
import pytest

from byzanz.client.client import Client
from byzanz.wire.alerts import AddDevice, Alerts, BrowserSubscription, Quiet
from byzanz.wire.problems import Code, RequestRefused
from tests.server.alerts.browser import Browser, encoded, id_of
from tests.server.http.running import LAX, RunningServer

ALERTS = '\n[alerts]\nservices = ["push.test", "*.push.example"]\n'
DEVICES = "/api/me/alerts/devices"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with closing(RunningServer(folder, LAX + ALERTS)) as server:
        yield server
        server.stop()
        server.check_log()


class Person:
    """A person who sends raw requests."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url)
        key = self.http.post("/api/people").json()["key"]
        self.http.cookies.clear()
        self.http.headers["authorization"] = f"Bearer {key}"
        self.key = key

    def alerts(self) -> dict:
        return self.http.get("/api/me/alerts").json()

    def add(self, body: object) -> httpx.Response:
        return self.http.post(DEVICES, json=body)


@pytest.fixture
def person(server):
    person = Person(server.url)
    yield person
    person.http.close()


def body_of(browser: Browser, **options) -> dict:
    return msgspec.to_builtins(browser.device(**options))


async def test_the_client_adds_changes_and_removes_devices(server):
    first, second = Browser(), Browser()
    async with Client(server.url) as client:
        assert len((await client.alerts()).server_key) == 87
        await client.new_person()
        added = await client.add_device(first.device(language="it", quiet=Quiet(1320, 480)))
        assert added.device == id_of(first.address)
        assert (added.language, added.time_zone, added.quiet) == ("it", "UTC", Quiet(1320, 480))
        changed = await client.add_device(first.device(language="de", time_zone="Europe/Rome"))
        assert (changed.language, changed.quiet) == ("de", None)
        renewed = await client.renew_device(added.device, second.subscription)
        assert renewed.device == id_of(second.address)
        assert (renewed.language, renewed.time_zone) == ("de", "Europe/Rome")
        await client.mute()
        alerts = await client.alerts()
        assert [device.device for device in alerts.devices] == [renewed.device]
        assert alerts.is_muted
        await client.mute(is_muted=False)
        await client.remove_device(renewed.device)
        assert await client.alerts() == Alerts(alerts.server_key, (), is_muted=False)
        with pytest.raises(RequestRefused) as refused:
            await client.remove_device(renewed.device)
        assert refused.value.code is Code.NOT_FOUND


def test_a_person_has_at_most_ten_devices(person):
    browsers = [Browser() for _ in range(12)]
    for browser in browsers:
        assert person.add(body_of(browser)).status_code == 200
    devices = [device["device"] for device in person.alerts()["devices"]]
    assert sorted(devices) == sorted(id_of(browser.address) for browser in browsers[2:])


def changed(change) -> dict:
    body = body_of(Browser())
    change(body)
    return body


def key(text):
    return lambda body: body["subscription"].update(key=text)


def secret(text):
    return lambda body: body["subscription"].update(secret=text)


def address(text):
    return lambda body: body["subscription"].update(address=text)


@pytest.mark.parametrize(
    ("change", "status", "code", "field"),
    [
        (lambda body: body["subscription"].pop("key"), 400, "bad_request", "subscription"),
        (lambda body: body["subscription"].pop("secret"), 400, "bad_request", "subscription"),
        (lambda body: body["subscription"].pop("address"), 400, "bad_request", "subscription"),
        (lambda body: body.pop("subscription"), 400, "bad_request", None),
        (lambda body: body.update(person="x"), 400, "bad_request", None),
        (key(""), 400, "bad_request", "subscription.key"),
        (key("a b"), 400, "bad_request", "subscription.key"),
        (key("A"), 422, "bad_subscription", "key"),
        (key(encoded(bytes(65))), 422, "bad_subscription", "key"),
        (key(encoded(Browser().point[:64])), 422, "bad_subscription", "key"),
        (key(encoded(Browser().point + b"x")), 422, "bad_subscription", "key"),
        (key(encoded(b"\4" + bytes(64))), 422, "bad_subscription", "key"),
        (secret(encoded(bytes(15))), 422, "bad_subscription", "secret"),
        (secret(encoded(bytes(17))), 422, "bad_subscription", "secret"),
        (address("https://push.test"), 422, "bad_subscription", "address"),
        (address("http://push.test/a"), 422, "bad_subscription", "address"),
        (address("https://127.0.0.1/a"), 422, "bad_subscription", "address"),
        (address("https://push.test:8766/a"), 422, "bad_subscription", "address"),
        (address("https://push.test@10.0.0.1/a"), 422, "bad_subscription", "address"),
        (address("https://other.test/a"), 403, "unknown_service", None),
        (address("https://push.example/a"), 403, "unknown_service", None),
        (address("https://push.test.evil.example/a"), 403, "unknown_service", None),
        (address("https://push.test/" + "a" * 1000), 400, "bad_request", "subscription.address"),
        (lambda body: body.update(time_zone="Mars/Olympus"), 422, "bad_subscription", "time_zone"),
        (lambda body: body.update(time_zone="../x"), 400, "bad_request", "time_zone"),
        (lambda body: body.update(quiet={"start": 0, "until": 1440}), 400, "bad_request",
         "quiet.until"),
    ],
)  # fmt: skip
def test_a_bad_device_changes_nothing(person, change, status, code, field):
    browser = Browser()
    person.add(body_of(browser))
    before = person.alerts()
    answer = person.add(changed(change))
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    if field is not None:
        assert answer.json()["facts"]["field"] == field
    assert person.alerts() == before
    subscription = changed(change).get("subscription", {})
    if code in ("bad_subscription", "unknown_service") and field != "time_zone":
        path = f"{DEVICES}/{id_of(browser.address)}/renew"
        renewal = person.http.post(path, json={"subscription": subscription})
        assert renewal.json()["code"] == code
    assert person.alerts() == before


def test_threat_44_the_device_of_somebody_else_is_refused(server, person):
    """Unless its keys prove that it is the same browser, which has a new person's key now."""
    browser, thief, other = Browser(), Browser(), Person(server.url)
    other.add(body_of(browser))
    before = other.alerts()
    stolen = body_of(thief)
    stolen["subscription"]["address"] = browser.address
    answer = person.add(stolen)
    assert (answer.status_code, answer.json()["code"]) == (409, "other_person")
    device = id_of(browser.address)
    for path in (f"{DEVICES}/{device}/remove", f"{DEVICES}/{device}/renew"):
        answer = person.http.post(
            path, json=msgspec.to_builtins({"subscription": thief.subscription})
        )
        assert answer.status_code == 404
    assert other.alerts() == before
    assert person.alerts()["devices"] == []
    assert person.add(body_of(browser)).status_code == 200
    assert other.alerts()["devices"] == []
    assert [each["device"] for each in person.alerts()["devices"]] == [device]
    other.http.close()


def test_without_a_key_there_are_no_devices(server):
    with httpx.Client(base_url=server.url) as http:
        assert http.get("/api/me/alerts").json()["devices"] == []
        answer = http.post(DEVICES, json=body_of(Browser()))
        assert (answer.status_code, answer.json()["code"]) == (401, "not_known")
        answer = http.post("/api/me/alerts/mute", json={"is_muted": True})
        assert answer.status_code == 401


def test_a_server_without_alerts_says_so(tmp_path):
    with closing(RunningServer(tmp_path, LAX + "\n[alerts]\nis_on = false\n")) as server:
        person = Person(server.url)
        assert person.alerts() == {"server_key": None, "devices": [], "is_muted": False}
        answer = person.add(body_of(Browser()))
        assert (answer.status_code, answer.json()["code"]) == (403, "no_alerts")
        assert server.query("SELECT count(*) FROM server_key") == [(0,)]
        person.http.close()


def test_no_answer_has_an_address_or_a_secret(person):
    browser = Browser()
    answer = person.add(body_of(browser))
    text = answer.text + person.http.get("/api/me/alerts").text
    for hidden in (browser.path, encoded(browser.secret), encoded(browser.point)):
        assert hidden not in text


def test_a_device_is_decoded_as_it_was_encoded():
    """What a client sends is what the types say, so that other programs can do it too."""
    browser = Browser()
    body = AddDevice(BrowserSubscription(browser.address, "a", "b"), "en", "UTC")
    assert msgspec.json.decode(msgspec.json.encode(body), type=AddDevice) == body
