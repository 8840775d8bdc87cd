"""Playing without a server: the offer, the start page, and sending games afterwards.

The game on the device is a stand-in here, in a state of the test's choice; `test_site.py` plays the
real one.
"""

import pytest
from playwright.sync_api import expect

from tests.rooms.test_offline_game import offline_record
from tests.server.http.running import LAX, RunningServer
from tests.web.conftest import visiting
from tests.web.fake_device import GAME, fake_device, played
from tests.web.https_proxy import proxied
from tests.web.page_layout import OVERFLOW, SMALL, wait_for_fonts
from tests.web.plain_host import plain_host
from tests.web.test_update import CONTROLLED as CONTROLLED_BY_WORKER

SIZES = [(1440, 900), (390, 844), (360, 640)]
HAS_GAMES = "localStorage.setItem('byzanz.here', '1')"
CONTROLLED = """Object.defineProperty(ServiceWorkerContainer.prototype, "controller",
    { get: () => ({}) })"""
SENTENCES = {
    "no_wasm": "can’t run the game by itself",
    "no_storage": "A normal window works",
    "no_space": "no room left",
    "damaged": "Getting it again mends it",
    "not_loaded": "Check the network",
    "device_failed": "Nothing is lost",
}


@pytest.fixture(scope="module")
def site(chromium, tmp_path_factory):
    with plain_host(tmp_path_factory.mktemp("host")) as url:
        yield url


@pytest.fixture
def open_site(chromium, site):
    """A function that opens the start page of plain files, with the game in a state."""
    contexts = []

    def open_page(state, *, size=(1440, 900), language="en", before="", **facts):
        width, height = size
        context = chromium.new_context(
            locale=language, viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        contexts.append(context)
        fake_device(context, state, **facts)
        if before:
            context.add_init_script(before)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.goto(site)
        expect(page.locator("#here-title")).to_be_visible()
        wait_for_fonts(page)
        return page

    yield open_page
    for context in contexts:
        context.close()


def play_button(page):
    return page.get_by_role("button", name="Play against bots")


def test_nothing_is_fetched_before_it_is_wanted(open_site):
    page = open_site("absent")
    expect(page.locator("#here-title")).to_have_text("Play without a network")
    assert page.evaluate("window.wasAsked") is None
    expect(play_button(page)).to_have_attribute("aria-disabled", "true")
    page.get_by_role("button", name="Get the game").click()
    assert page.evaluate("window.wasAsked")


def test_the_progress_is_shown_and_can_be_stopped(open_site):
    page = open_site("getting", share=0.63)
    card = page.locator(".here")
    expect(card.get_by_role("heading")).to_have_text("Getting the game")
    expect(card).to_contain_text("3.5 of 5.6 MB")
    expect(card.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "63")
    expect(card).to_contain_text("Once only.")
    expect(card.get_by_role("button", name="Stop")).to_be_visible()
    expect(play_button(page)).to_have_attribute("aria-disabled", "true")


def test_an_interrupted_download_goes_on(open_site):
    page = open_site("partly", share=0.4)
    expect(page.locator(".here")).to_contain_text("2.2 of 5.6 MB")
    page.get_by_role("button", name="Get the rest").click()
    assert page.evaluate("window.wasAsked")


def test_when_the_game_is_here_it_can_be_played(open_site):
    page = open_site("ready", share=1)
    expect(page.locator("#here-title")).to_have_text("The game is on this device")
    expect(play_button(page)).to_have_attribute("aria-disabled", "false")
    play_button(page).click()
    page.wait_for_url(f"**/#/r/{GAME}")


@pytest.mark.parametrize(("code", "sentence"), SENTENCES.items())
def test_what_is_wrong_is_said_with_what_works(open_site, code, sentence):
    page = open_site("unsupported" if code == "no_wasm" else "failed", reason=code)
    expect(page.locator(".here")).to_contain_text(sentence)
    is_final = code == "no_wasm"
    expect(page.get_by_role("button", name="Try again")).to_have_count(0 if is_final else 1)
    expect(page.get_by_role("link", name="Learn to play")).to_be_visible()
    expect(page.get_by_role("link", name="Rules")).to_be_visible()


def test_everything_can_be_removed_after_a_question(open_site):
    page = open_site("ready", games=[played()], before=HAS_GAMES)
    expect(page.get_by_role("link", name="27")).to_be_visible()
    page.get_by_role("button", name="Remove from this device").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("go for good")
    dialog.get_by_role("button", name="No, keep it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Remove from this device").click()
    page.get_by_role("button", name="Yes, remove it all").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("window.wasRemoved")
    assert page.evaluate("localStorage.getItem('byzanz.here')") is None


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
@pytest.mark.parametrize("state", ["getting", "ready"])
def test_the_page_fits_and_is_accessible(open_site, violations, state, language):
    page = open_site(state, share=0.63, language=language)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0
        assert page.evaluate(SMALL) == []
    assert violations(page) == []


# --- pages of a server --------------------------------------------------------------------


@pytest.fixture
def away(visit):
    """A function that opens the start page, whose server then does not answer any more."""

    def open_page(state, *, is_installed=True, **facts):
        page = visit("/rules")
        fake_device(page, state, **facts)
        if is_installed:
            page.context.add_init_script(CONTROLLED)
        page.route("**/api/**", lambda route: route.abort())
        page.goto("/")
        return page

    return open_page


def test_without_an_answer_bots_play_on_this_device(away):
    page = away("ready")
    expect(page.get_by_text("You are offline. Games against bots work")).to_be_visible()
    expect(page.get_by_text("These work again when the server answers.")).to_be_visible()
    expect(page.get_by_role("button", name="Create a table")).to_have_count(0)
    play_button(page).click()
    page.wait_for_url(f"**/r/{GAME}")


def test_the_page_comes_back_with_the_server(away):
    page = away("ready")
    expect(page.get_by_role("heading", name="Needs a server")).to_be_visible()
    page.unroute("**/api/**")
    expect(page.get_by_role("button", name="Create a table")).to_be_visible(timeout=12_000)


def test_without_https_the_page_says_that_the_server_does_not_answer(away):
    page = away("ready", is_installed=False)
    expect(page.get_by_text("The server does not answer")).to_be_visible()
    expect(page.get_by_role("heading", name="Needs a server")).to_have_count(0)


def test_a_game_that_is_not_here_can_not_be_fetched_without_a_network(away):
    page = away("absent")
    expect(page.locator(".here")).to_contain_text("when the network is back")
    expect(page.get_by_role("button", name="Get the game")).to_have_count(0)
    expect(play_button(page)).to_have_attribute("aria-disabled", "true")


def test_games_are_sent_when_it_is_wanted(visit):
    page = visit("/rules")
    page.evaluate(HAS_GAMES)
    fake_device(page, "ready", games=[played()], record=offline_record().decode())
    page.goto("/games")
    line = page.locator("section.send")
    expect(line).to_contain_text("marked and not rated")
    assert page.request.get("/api/me/games").json()["count"] == 0
    line.get_by_role("button", name="Send your game").click()
    expect(line).to_contain_text("One game is among your games now.")
    expect(page.get_by_text("without a server")).to_have_count(1)  # in the list of the server
    (game,) = page.request.get("/api/me/games").json()["games"]
    assert (game["was_offline"], game["is_counted"]) == (True, False)
    page.goto("/games")
    expect(page.get_by_text("without a server").first).to_be_visible()
    expect(page.locator("section.send")).to_have_count(0)


def test_the_settings_offer_the_game_only_over_https(visit):
    page = visit("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.locator("#here-title")).to_have_count(0)
    page = visit("/rules")
    page.context.add_init_script(CONTROLLED)
    fake_device(page, "absent")
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="Get the game")).to_be_visible()


# --- the real game, over https -------------------------------------------------------------


def test_without_the_server_the_installed_page_plays_on(chromium, certificate, tmp_path):
    """The page, the game and its start come from this device: the server is gone for good."""
    server = RunningServer(tmp_path, f'trusted_proxies = ["127.0.0.1"]\n{LAX}')
    with proxied(certificate, server.port) as home, visiting(chromium, home) as visit:
        page = visit("/")
        page.evaluate(CONTROLLED_BY_WORKER)
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Get the game").click()
        ready = page.get_by_role("dialog").get_by_text("The game is on this device")
        expect(ready).to_be_visible(timeout=60_000)
        assert server.stop() == 0
        page.goto("/")
        expect(page.get_by_text("You are offline. Games against bots work")).to_be_visible()
        play_button(page).click()
        page.wait_for_url(f"{home}/r/device-*", timeout=60_000)
        expect(page.locator("main.table")).to_be_visible(timeout=60_000)
        page.reload()
        expect(page.locator("main.table")).to_be_visible(timeout=60_000)
