"""Pages with the settings of alerts, in a browser that can subscribe."""

import json

from byzanz.words.catalogue import load
from tests.server.alerts.browser import Browser, encoded
from tests.web.stage import button

ALERTS = '\n[alerts]\nservices = ["push.test"]\n'  # a part of a server's settings
# A browser without a push service: this one subscribes as a browser with one does.
SUBSCRIPTIONS = """(given) => {
    let current = null;
    const subscription = (each) => ({
        endpoint: each.address,
        options: { applicationServerKey: new ArrayBuffer(65), userVisibleOnly: true },
        toJSON: () => ({ endpoint: each.address, keys: { p256dh: each.key, auth: each.secret } }),
        unsubscribe: async () => {
            current = null;
            sessionStorage.removeItem("subscribed");
            return true;
        },
    });
    if (sessionStorage.getItem("subscribed")) current = subscription(given);
    PushManager.prototype.getSubscription = async () => current;
    PushManager.prototype.subscribe = async (options) => {
        window.subscribedWith = new Uint8Array(options.applicationServerKey).length;
        sessionStorage.setItem("subscribed", "yes");
        return (current = subscription(given));
    };
}"""


def let_subscribe(page) -> Browser:
    """Let a page's browser subscribe, and load the page again; returns what it subscribes as."""
    browser = Browser()
    page.context.grant_permissions(["notifications"])
    page.context.add_init_script(f"({SUBSCRIPTIONS})({json.dumps(given(browser))})")
    page.reload()
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    return browser


def given(browser: Browser) -> dict:
    keys = {"key": encoded(browser.point), "secret": encoded(browser.secret)}
    return {"address": browser.address, **keys}


def open_alerts(page) -> None:
    page.locator(f"button[aria-label='{word(page, 'settings.title')}']").first.click()
    button(page, word(page, "settings.alerts")).click()
    page.locator("dialog").last.locator("[role=switch], .notice").first.wait_for()


def word(page, key: str) -> str:
    """A text of the pages in the language of a page."""
    language = page.evaluate("document.documentElement.lang")
    texts = {**load(language, "shell"), **load(language, "alert"), **load(language, "table")}
    return texts[key]
