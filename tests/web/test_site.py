"""The folder of `byzanz site`, below a path of the plainest web server there is."""

import time
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Error, expect

from tests.web.plain_host import BELOW, plain_host
from tests.web.stage import act, phase, state

GAME_SECONDS = 240


@pytest.fixture(scope="module")
def site(chromium, tmp_path_factory):
    """The address of the folder."""
    with plain_host(tmp_path_factory.mktemp("host")) as url:
        yield url


@pytest.fixture
def page(chromium, site):
    """A page whose errors, failed requests and requests elsewhere fail the test."""
    context = chromium.new_context(
        locale="en", viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("console", lambda line: line.type == "error" and page.problems.append(line.text))
    page.on("response", lambda answer: answer.status >= 400 and page.problems.append(answer.url))
    page.on("request", lambda request: page.problems.extend(elsewhere(request.url, site)))
    yield page
    problems = page.problems
    context.close()
    assert problems == []


def elsewhere(url, site):
    return [] if url.startswith((site, "data:", "blob:")) else [url]


def test_the_start_page_is_about_this_device(page, site):
    page.goto(site)
    expect(page.get_by_role("heading", name="Needs a server")).to_be_visible()
    expect(page.get_by_role("button", name="Play against bots")).to_be_visible()
    assert page.locator(".foot a").all_inner_texts() == ["Rules", "My games", "Licences"]


def test_pages_are_behind_the_hash_and_survive_a_reload(page, site):
    page.goto(site)
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    assert page.url == f"{site}#/rules"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules")
    page.go_back()
    expect(page.get_by_role("heading", name="Needs a server")).to_be_visible()


def test_a_link_leads_to_its_page_in_a_new_tab_too(page, site):
    page.goto(site)
    link = page.get_by_role("link", name="Rules")
    link.hover()
    with page.context.expect_page() as opened:
        link.click(modifiers=["ControlOrMeta"])
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Rules")


def test_the_tutorial_plays_without_anything_else(page, site):
    page.goto(f"{site}#/tutorial")
    expect(page.locator(".coach")).to_be_visible()
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("path", ["day", "join", "device", "c/" + "0" * 32])
def test_what_needs_a_server_says_so(page, site, path):
    page.goto(f"{site}#/{path}")
    expect(page.get_by_role("heading", level=1)).to_have_text("This needs a server")


def test_the_pages_keep_to_their_policy(page, site):
    page.goto(site)
    blocked = page.evaluate("""async () => {
        const seen = [];
        document.addEventListener("securitypolicyviolation", (event) =>
            seen.push(event.effectiveDirective));
        setTimeout("window.wasRun = true");
        const image = new Image();
        image.src = "https://elsewhere.example/pixel.png";
        const script = document.createElement("script");
        script.textContent = "window.wasRun = true";
        document.head.append(script);
        await new Promise((done) => setTimeout(done, 1000));
        return [seen.sort(), window.wasRun === true];
    }""")
    page.problems.clear()
    assert blocked == [["img-src", "script-src", "script-src-elem"], False]
    assert page.evaluate("WebAssembly.validate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))")
    assert urlsplit(page.url).path == f"/{BELOW}/"


FAST = """localStorage.setItem("byzanz.settings", JSON.stringify({
    name: "Livia", strength: "beginner", seatCount: 3, pace: "quick", isNew: false,
    tipsSeen: ["goal", "market", "sell"],
}))"""


def get_the_game(page, site):
    """Open the start page and fetch the game."""
    page.add_init_script(FAST)
    page.goto(site)
    page.get_by_role("button", name="Get the game").click()
    expect(page.locator("#here-title")).to_have_text("The game is on this device", timeout=60_000)


def play_out(page):
    """Play the game on the screen to its end."""
    page.set_default_timeout(1_000)
    deadline = time.monotonic() + GAME_SECONDS
    while not (now := state(page))["is_over"]:
        assert time.monotonic() < deadline, now
        skip = page.get_by_role("button", name="Skip to my turn")
        with suppress(Error):  # a bot's move may change the page first
            if now["is_mine"] and phase(now) != "wait":
                act(page, now)
            elif skip.is_visible():
                skip.click()
        page.wait_for_timeout(60)
    page.set_default_timeout(10_000)


def test_a_whole_game_is_played_and_looked_back_on(page, site):
    get_the_game(page, site)
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url(f"{site}#/r/device-*", timeout=60_000)
    page.wait_for_selector("main.table")
    play_out(page)
    expect(page.locator("main.end")).to_be_visible()
    page.reload()
    expect(page.locator("main.end")).to_be_visible(timeout=60_000)
    page.get_by_role("link", name="Replay").first.click()
    page.wait_for_url(f"{site}#/replay/device-*")
    expect(page.locator("main.table")).to_be_visible(timeout=60_000)
    page.goto(site)
    page.get_by_role("link", name="My games").click()
    expect(page.locator("a.game")).to_have_count(1, timeout=60_000)
    expect(page.get_by_text("Kept on this device, no account.")).to_be_visible()
