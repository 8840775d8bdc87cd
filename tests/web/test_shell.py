"""The pages around the table, and what holds for all of them, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import BEEN_HERE
from tests.web.languages import LANGUAGES
from tests.web.page_layout import OVERFLOW, SIZES, SMALL
from tests.web.stage import button
from tests.web.waiting_room import new_table


def test_a_short_link_that_leads_nowhere_asks_for_the_code(visit):
    page = visit("/t/OLIVE-9999")
    expect(page.get_by_role("alert")).to_contain_text("No table has this code")
    expect(page.get_by_label("Got a code?")).to_be_visible()


@pytest.mark.parametrize(
    ("code", "message"), [("abc", "a word and a number"), ("zzzzz", "No table has this code")]
)
def test_a_code_that_leads_nowhere(visit, code, message):
    page = visit("/join")
    page.get_by_label("Got a code?").fill(code)
    button(page, "Join").click()
    expect(page.get_by_role("alert")).to_contain_text(message)


@pytest.mark.parametrize("path", [f"/r/{'0' * 32}", "/r/nothing", "/nowhere"])
def test_an_unknown_page_leads_home(visit, path):
    page = visit(path)
    page.get_by_role("link", name="To the start page").click()
    expect(button(page, "Play against bots")).to_be_visible()


def test_another_device_takes_over_once(visit):
    first = visit()
    new_table(first)
    first.goto("/device")
    let_phones_join, show = button(first, "Let phones join"), button(first, "Show a code")
    let_phones_join.or_(show).wait_for()
    if let_phones_join.count():
        let_phones_join.click()
    with first.expect_response("**/api/people/codes") as made:
        button(first, "Show a code").click()
    code = made.value.json()["code"]
    expect(first.get_by_role("img", name="QR code")).to_be_visible()
    second = visit(f"/device#{code}")
    assert code not in second.url
    button(second, "Take over").click()
    expect(second.get_by_role("heading", name="Your tables")).to_be_visible()
    third = visit(f"/device#{code}")
    button(third, "Take over").click()
    expect(third.get_by_role("alert")).to_contain_text("has been used")


def test_language_theme_and_switches_are_remembered(visit):
    page = visit(language="nl-NL")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    button(page, "Deutsch").click()
    expect(button(page, "Gegen Bots spielen")).to_be_visible()
    button(page, "Einstellungen").click()
    button(page, "Dunkel").click()
    page.get_by_role("switch", name="Ton").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    button(page, "Einstellungen").click()
    expect(page.get_by_role("switch", name="Ton")).to_be_checked()


PAGES = [
    "/",
    "/join",
    "/device",
    "/rules",
    "/licences",
    "/nowhere",
    "waiting",
    "guest",
    "settings",
]


def open_named_page(visit, name, **how):
    """Open a page by its path, or by the actions that lead there."""
    if name == "waiting":
        page = visit(**how)
        page.locator(".btn.second").first.click()
        page.wait_for_selector(".waiting-seat")
        page.locator(".waiting-seat .btn").first.click()
        page.wait_for_selector(".waiting-seat select")
        page.locator(".options summary").click()
    elif name == "guest":
        page = visit(**how)
        page.locator(".btn.second").first.click()
        page.wait_for_selector(".waiting-seat")
        page = visit(page.url, **how)
        page.wait_for_selector(".waiting-seat")
    elif name == "settings":
        page = visit(**how)
        page.locator(".corner .icon-button").click()
    else:
        page = visit(name, **how)
    page.wait_for_selector("h1")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visit, violations, name):
    page = open_named_page(visit, name)
    for theme, (width, height) in (
        ("light", (390, 844)),
        ("light", (1440, 900)),
        ("dark", (390, 844)),
        ("dark", (844, 390)),
    ):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        assert violations(page) == [], (theme, width)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_and_nothing_is_too_small(visit, name, language):
    page = open_named_page(visit, name, language=language)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, (width, height)
        assert page.evaluate(SMALL) == [], (width, height)


@pytest.mark.parametrize("language", ["de-DE", "en-GB", "it-IT", "nl-NL"])
def test_nothing_sticks_out_before_the_fonts_are_loaded(chromium, server, language):
    """The fonts of most systems are wider."""
    context = chromium.new_context(base_url=server.url, locale=language, reduced_motion="reduce")
    context.add_init_script(BEEN_HERE)
    context.route("**/*.woff2", lambda route: route.abort())

    def open_page(path="/", **_):
        page = context.new_page()
        page.goto(path)
        page.wait_for_selector("main")
        return page

    for name in PAGES:
        page = open_named_page(open_page, name)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW) <= 0, (name, width, height)
        page.close()
    context.close()
