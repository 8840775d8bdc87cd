"""Alerts in a real browser: the service worker, the offer at the table, and the settings."""

import json
import re
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.server.alerts.browser import Browser, id_of
from tests.server.http.running import LAX, RunningServer
from tests.web.alert_pages import ALERTS, given, let_subscribe, open_alerts, word
from tests.web.conftest import visiting
from tests.web.https_proxy import proxied
from tests.web.languages import LANGUAGES
from tests.web.page_layout import OVERFLOW
from tests.web.stage import button

ALERT = {
    "id": "r.7",
    "language": "de",
    "title": "Du bist dran",
    "text": "Am Tisch",
    "path": f"/r/{'a' * 32}",
}
SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, id: data?.id }))"""


@pytest.fixture(scope="module")
def server(chromium, tmp_path_factory):
    """A server with alerts; its rate limits are wide."""
    folder = tmp_path_factory.mktemp("alerts")
    with closing(RunningServer(folder, LAX + ALERTS)) as server:
        yield server


@pytest.fixture(scope="module")
def secure(server, certificate):
    """The address of that server over https."""
    with proxied(certificate, server.port) as url:
        yield url


@pytest.fixture
def visit_secure(chromium, secure):
    with visiting(chromium, secure) as open_page:
        yield open_page


@pytest.fixture
def open_settings(visit_secure):
    """A function that opens the settings of alerts; the browser can subscribe."""

    def open_page(**options):
        page = visit_secure(**options)
        browser = let_subscribe(page)
        open_alerts(page)
        return page, browser

    return open_page


def switch(page, key: str):
    return page.get_by_role("switch", name=re.compile("^" + re.escape(word(page, key))))


def devices(page) -> dict:
    return page.evaluate("fetch('/api/me/alerts').then((answer) => answer.json())")


# --- the settings ---------------------------------------------------------------------------------


def test_a_device_is_switched_on_and_off_with_one_tap(open_settings):
    page, browser = open_settings()
    expect(switch(page, "alert.here")).not_to_be_checked()
    switch(page, "alert.here").click()
    expect(switch(page, "alert.here")).to_be_checked()
    (device,) = devices(page)["devices"]
    assert device["device"] == id_of(browser.address)
    assert device["language"] == "en"
    assert device["quiet"] == {"start": 1320, "until": 480}
    assert page.evaluate("window.subscribedWith") == 65
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert device["time_zone"] == zone
    switch(page, "alert.here").click()
    expect(switch(page, "alert.here")).not_to_be_checked()
    assert devices(page)["devices"] == []
    assert page.evaluate("sessionStorage.getItem('subscribed')") is None


def test_quiet_hours_and_invitations_are_chosen(open_settings):
    page, _ = open_settings()
    switch(page, "alert.here").click()
    start = page.get_by_label(word(page, "alert.from"), exact=True)
    start.fill("23:30")
    start.dispatch_event("change")
    page.wait_for_function(
        "fetch('/api/me/alerts').then((a) => a.json())"
        ".then((a) => a.devices[0].quiet?.start === 1410)"
    )
    switch(page, "alert.quiet").click()
    expect(start).to_have_count(0)
    assert devices(page)["devices"][0]["quiet"] is None
    switch(page, "alert.again").click()
    expect(switch(page, "alert.again")).not_to_be_checked()
    assert devices(page)["is_muted"]


def test_the_next_visit_tells_the_server_again(open_settings):
    """The server has lost the device, and the language has changed."""
    page, browser = open_settings()
    switch(page, "alert.here").click()
    expect(switch(page, "alert.here")).to_be_checked()
    page.evaluate(
        "(id) => fetch(`/api/me/alerts/devices/${id}/remove`, {method: 'POST',"
        " headers: {'content-type': 'application/json'}, body: '{}'})",
        id_of(browser.address),
    )
    assert devices(page)["devices"] == []
    page.evaluate("""() => {
        const stored = JSON.parse(localStorage.getItem("byzanz.settings"));
        localStorage.setItem("byzanz.settings", JSON.stringify({...stored, language: "nl"}));
    }""")
    page.reload()
    page.wait_for_function(
        "fetch('/api/me/alerts').then((a) => a.json()).then((a) => a.devices[0]?.language === 'nl')"
    )


def test_a_browser_without_a_push_service_gets_a_sentence(visit_secure):
    page = visit_secure()
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(
        "PushManager.prototype.subscribe = async () => { throw new Error('no service'); };"
    )
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    open_alerts(page)
    switch(page, "alert.here").click()
    expect(page.get_by_role("alert")).to_have_text(word(page, "alert.failed"))
    expect(switch(page, "alert.here")).not_to_be_checked()


def test_an_unknown_push_service_gets_a_sentence(open_settings):
    page, _ = open_settings()
    page.evaluate("""() => {
        const plain = PushManager.prototype.subscribe;
        PushManager.prototype.subscribe = async function (options) {
            const each = await plain.call(this, options), json = each.toJSON();
            return {...each, toJSON: () => ({...json, endpoint: "https://other.test/x"})};
        };
    }""")
    switch(page, "alert.here").click()
    expect(page.get_by_role("alert")).to_have_text(word(page, "alert.problem.unknownService"))
    assert devices(page)["devices"] == []


PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"


@pytest.mark.parametrize(
    ("script", "missing"),
    [
        ("delete window.PushManager", "browser"),
        ("Object.defineProperty(Notification, 'permission', {get: () => 'denied'})", "denied"),
        (f"Object.defineProperty(navigator, 'userAgent', {{get: () => '{PHONE}'}})", "install"),
    ],
)
def test_the_page_says_what_is_missing(visit_secure, script, missing):
    page = visit_secure()
    page.context.add_init_script(script)
    page.reload()
    open_alerts(page)
    expect(page.locator("dialog .notice").last).to_have_text(word(page, f"alert.missing.{missing}"))
    expect(page.get_by_role("switch", name=word(page, "alert.here"))).to_have_count(0)


def test_without_https_the_page_says_so(chromium, server):
    with visiting(chromium, server.url) as open_page:
        page = open_page()
        open_alerts(page)
        expect(page.locator("dialog .notice").last).to_have_text(word(page, "alert.missing.https"))


def test_a_server_without_alerts_says_so(chromium, certificate, tmp_path):
    config = LAX + "\n[alerts]\nis_on = false\n"
    with (
        closing(RunningServer(tmp_path, config)) as server,
        proxied(certificate, server.port) as url,
        visiting(chromium, url) as open_page,
    ):
        page = open_page()
        open_alerts(page)
        expect(page.locator("dialog .notice").last).to_have_text(word(page, "alert.missing.server"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(360, 640), (1440, 900)], ids=str)
def test_the_settings_fit_and_are_accessible(open_settings, violations, language, theme, size):
    page, _ = open_settings(language=language, theme=theme, size=size)
    switch(page, "alert.here").click()
    expect(switch(page, "alert.quiet")).to_be_checked()
    assert page.evaluate(OVERFLOW) == 0
    assert violations(page) == []


def test_everything_works_by_keyboard(open_settings):
    page, _ = open_settings()
    switch(page, "alert.here").focus()
    page.keyboard.press("Space")
    expect(switch(page, "alert.quiet")).to_be_checked()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "switch"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.type") == "time"
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(1)  # the settings are still open
    assert page.evaluate("document.activeElement.closest('dialog') !== null")


# --- the service worker ---------------------------------------------------------------------------


class Worker:
    """The service worker of a page, to which messages are delivered by DevTools."""

    def __init__(self, page) -> None:
        self.page = page
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        self.session = page.context.new_cdp_session(page)
        self.registrations: list[str] = []
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._see)
        self.session.send("ServiceWorker.enable")
        while not self.registrations:
            page.wait_for_timeout(20)
        self.origin = page.evaluate("location.origin")

    def _see(self, event) -> None:
        for each in event["registrations"]:
            if not each["isDeleted"]:
                self.registrations.append(each["registrationId"])

    def deliver(self, message) -> None:
        data = message if isinstance(message, str) else json.dumps(message)
        self.session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.origin, "registrationId": self.registrations[-1], "data": data},
        )

    def shown(self, count: int) -> list[dict]:
        for _ in range(200):
            found = self.page.evaluate(SHOWN)
            if len(found) == count:
                return found
            self.page.wait_for_timeout(20)
        raise AssertionError(f"expected {count} notifications: {found}")


@pytest.fixture
def worker(visit_secure):
    page = visit_secure()
    page.context.grant_permissions(["notifications"])
    page.reload()
    return Worker(page)


def test_the_worker_shows_a_message(worker):
    worker.deliver(ALERT)
    (shown,) = worker.shown(1)
    texts = {"title": "Du bist dran", "body": "Am Tisch", "lang": "de"}
    assert shown == {**texts, "tag": ALERT["path"], "id": "r.7"}


def test_a_repeated_message_replaces_the_first(worker):
    worker.deliver(ALERT)
    worker.shown(1)
    worker.deliver(ALERT)
    worker.deliver({**ALERT, "id": "r.9", "title": "Wieder dran"})
    worker.deliver({**ALERT, "id": "s.1", "path": "/r/" + "b" * 32})
    shown = worker.shown(2)
    assert sorted(each["id"] for each in shown) == ["r.9", "s.1"]


@pytest.mark.parametrize(
    "message", ["", "no JSON", "[]", "null", '{"path": "https://evil.example/"}', '{"path": 5}']
)
def test_a_message_that_cannot_be_read_leads_home(worker, message):
    worker.deliver(message)
    (shown,) = worker.shown(1)
    assert shown["tag"] == "/"


def test_a_renewed_subscription_is_sent_to_the_server(worker):
    page, old, new = worker.page, Browser(), Browser()
    page.evaluate("fetch('/api/people', {method: 'POST', headers: {'content-type':"
                  " 'application/json'}, body: '{}'})")  # fmt: skip
    added = page.evaluate(
        "(subscription) => fetch('/api/me/alerts/devices', {method: 'POST',"
        " headers: {'content-type': 'application/json'}, body: JSON.stringify("
        "{subscription, language: 'it', time_zone: 'Europe/Rome', quiet: null})})"
        ".then((answer) => answer.status)",
        given(old),
    )
    assert added == 200
    (service_worker,) = page.context.service_workers
    service_worker.evaluate(
        """([old, renewed]) => {
        const event = new ExtendableEvent("pushsubscriptionchange");
        const subscription = (each) => ({
            endpoint: each.address, options: {applicationServerKey: null},
            toJSON: () => ({endpoint: each.address, keys: {p256dh: each.key, auth: each.secret}}),
        });
        Object.defineProperty(event, "oldSubscription", {value: subscription(old)});
        Object.defineProperty(event, "newSubscription", {value: subscription(renewed)});
        self.dispatchEvent(event);
    }""",
        [given(old), given(new)],
    )
    page.wait_for_function(
        "(id) => fetch('/api/me/alerts').then((a) => a.json())"
        ".then((a) => a.devices.length === 1 && a.devices[0].device === id)",
        arg=id_of(new.address),
    )
    device = next(each for each in devices(page)["devices"] if each["device"] == id_of(new.address))
    assert (device["language"], device["time_zone"]) == ("it", "Europe/Rome")


def test_a_click_opens_the_table(worker):
    """Headless browsers can't click on notifications, so the event is made by hand."""
    worker.deliver({**ALERT, "path": "/rules"})
    worker.shown(1)
    (service_worker,) = worker.page.context.service_workers
    opened = service_worker.evaluate(
        """async () => {
        const [notification] = await self.registration.getNotifications();
        const opened = [];
        self.clients.openWindow = async (path) => (opened.push(path), null);
        self.dispatchEvent(new NotificationEvent("notificationclick", {notification}));
        await new Promise((done) => setTimeout(done, 300));
        return [opened, (await self.registration.getNotifications()).length];
    }"""
    )
    assert opened == [["/rules"], 0]


# --- offers ---------------------------------------------------------------------------------------


def start_day_game(page) -> str:
    """Start a game of one person and bots with a day for each move; returns its path."""
    return page.evaluate("""async () => {
        const post = (path, body) => fetch(path, {method: "POST",
            headers: {"content-type": "application/json"}, body: JSON.stringify(body)})
            .then((answer) => answer.json());
        await post("/api/people", {});
        const id = () => crypto.randomUUID().replaceAll("-", "");
        const {room} = await post("/api/rooms", {command: id(), name: "Livia", nonce: id(),
            seats: [{}, {bot: "greedy"}, {}], setup: {clock: {type: "move", seconds: 86400}}});
        return `/r/${room}`;
    }""")


def test_the_offer_in_a_day_game_comes_after_a_move(visit_secure, violations):
    host = visit_secure(size=(390, 844))
    path = start_day_game(host)
    guest = visit_secure(path, size=(390, 844))
    guest.get_by_label("Your name").fill("Marco")
    guest.get_by_role("button", name="Sit here").last.click()
    host.goto(path)
    button(host, "Start").click()
    pages = (host, guest)
    for page in pages:
        page.wait_for_selector("main.table")
    offer = "Tell me when it is my turn"
    waiting = host if guest.locator("main.mine").count() else guest
    for _ in range(20):
        if waiting.get_by_role("button", name=offer).count():
            break
        for page in pages:
            if (
                page.locator("main.mine").count()
                and page.get_by_role("button", name="Pass").count()
            ):
                page.get_by_role("button", name="Pass").click()
        host.wait_for_timeout(300)
        waiting = next((page for page in pages if not page.locator("main.mine").count()), host)
    expect(waiting.get_by_role("button", name=offer)).to_be_visible()
    assert waiting.evaluate(OVERFLOW) == 0
    waiting.get_by_role("button", name=offer).click()
    expect(waiting.get_by_role("dialog")).to_contain_text("You can close this page")
    assert violations(waiting) == []
    waiting.keyboard.press("Escape")
    expect(waiting.get_by_role("button", name=offer)).to_have_count(0)
