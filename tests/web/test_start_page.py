"""The start page, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.page_layout import OVERFLOW, SIZES, wait_for_fonts
from tests.web.stage import button
from tests.web.waiting_room import ROOM, new_table, seats


def test_one_click_to_a_game_against_bots(visit):
    page = visit()
    button(page, "6").click()
    button(page, "Easy").click()
    button(page, "Play against bots").click()
    page.wait_for_selector("main.table")
    expect(page).to_have_url(ROOM)
    page.goto("/")
    expect(button(page, "6")).to_have_attribute("aria-pressed", "true")
    expect(button(page, "Easy")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    page.locator(".room-list a").first.click()
    page.wait_for_selector("main.table")


def test_a_newcomer_learns_first(visit, violations):
    page = visit(is_new=True)
    assert page.locator(".btn.primary").all_inner_texts() == ["Learn to play"]
    assert page.get_by_label("Your name").count() == 0
    assert violations(page) == []
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("link", name="Impara a giocare")).to_be_visible()
    page.reload()
    expect(page.locator(".btn.primary")).to_have_text(
        "Impara a giocare"
    )  # changing the language does not count as a game
    page.locator(".btn.primary").click()
    page.wait_for_selector(".coach")


def test_a_person_who_has_played_is_not_a_newcomer(visit):
    page = visit(is_new=True)
    expect(button(page, "Easy")).to_have_attribute("aria-pressed", "true")
    button(page, "Play against bots").click()
    page.wait_for_selector("main.table")
    page.goto("/")
    expect(page.locator(".btn.primary")).to_have_text("Play against bots")
    expect(page.get_by_label("Your name")).to_be_visible()
    expect(page.locator(".foot").get_by_role("link", name="Learn to play")).to_be_visible()


def test_a_newcomer_is_asked_for_a_name_at_a_table_with_friends(visit):
    page = visit(is_new=True)
    button(page, "Create a table").click()
    sheet = page.get_by_role("dialog", name="What is your name?")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page).to_have_url(re.compile("/$"))
    button(page, "Create a table").click()
    sheet.get_by_label("Your name").fill("Livia")
    page.keyboard.press("Enter")
    page.wait_for_selector(".waiting-seat")
    assert seats(page) == ["Livia"]


def test_five_levels_are_in_view_once_asked_for(visit):
    page = visit()
    assert button(page, "Expert").count() == 0
    button(page, "All levels").click()
    button(page, "Expert").click()
    page.reload()
    expect(button(page, "Expert")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".levels button")).to_have_text(
        ["Very easy", "Easy", "Medium", "Hard", "Expert"]
    )


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
@pytest.mark.parametrize("language", ["de", "it"])
def test_the_start_page_fits(visit, size, language):
    """For a newcomer, for a returning person, and with a listed table."""
    scrolls = "document.documentElement.scrollHeight - innerHeight"
    page = visit(size=size, language=language, is_new=True)
    assert page.evaluate(scrolls) == 0
    page = visit(size=size, language=language)
    assert page.evaluate(scrolls) == 0
    page.locator(".friends .btn.second").first.click()
    page.wait_for_selector(".waiting-seat")
    page.goto("/")
    page.wait_for_selector(".room-list")
    wait_for_fonts(page)
    assert page.evaluate(scrolls) == 0


OUTSIDE = """[...document.querySelectorAll(".block :is(.segments, .btn, .input)")].filter((each) =>
    each.getBoundingClientRect().right > each.closest(".block").getBoundingClientRect().right - 10
).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
def test_nothing_sticks_out_of_its_block(visit, language):
    page = visit(language=language)
    for listed in (False, True):
        if listed:
            page.locator(".friends .btn.second").first.click()
            page.wait_for_selector(".waiting-seat")
            page.goto("/")
            page.wait_for_selector(".room-list")
            wait_for_fonts(page)
        for width, height in (*SIZES, (1366, 768), (1200, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUTSIDE) == [], (width, height, listed)


def test_the_art_stays_in_view_when_many_tables_are_listed(visit):
    page = visit(size=(1366, 768))
    for _ in range(10):
        page.goto("/")
        button(page, "Create a table").click()
        page.wait_for_selector(".waiting-seat")
    page.goto("/")
    expect(page.locator(".room-list a")).to_have_count(10)
    page.evaluate("scrollTo(0, 9999)")
    box = page.locator(".big-arch").bounding_box()
    assert 0 < box["y"] < box["y"] + box["height"] <= 768 + 1


def test_by_keyboard_alone(visit):
    page = visit()
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.btn.primary')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")


def test_no_request_of_a_newcomer_is_refused(visit):
    refused = []
    page = visit()
    page.on("response", lambda each: each.status >= 400 and refused.append(each.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    path = new_table(page)
    guest = visit(path)
    guest.on("response", lambda each: each.status >= 400 and refused.append(each.url))
    guest.get_by_label("Your name").fill("Zoe")
    button(guest, "Sit down").click()
    expect(button(guest, "Leave the table")).to_be_visible()
    assert refused == []


def test_public_tables_are_listed(visit):
    host = visit()
    new_table(host, "Eudokia Makrembolitissa")
    host.locator(".options summary").click()
    host.get_by_label("Listed for everyone").click()  # it moves once the server has answered
    expect(host.locator(".options summary")).to_contain_text("listed")
    button(host, "Seat a bot").first.click()
    guest = visit(size=SIZES[0])
    line = guest.locator(".room-list a", has_text="Eudokia").first
    expect(line).to_contain_text("2 seats open")
    assert guest.evaluate(OVERFLOW) <= 0
    line.click()
    expect(button(guest, "Sit down")).to_be_visible()


def test_the_start_page_says_that_the_server_is_away(visit):
    page = visit()
    page.context.set_offline(True)
    expect(page.get_by_text("The server does not answer")).to_be_visible(timeout=20_000)
    page.context.set_offline(False)
    expect(page.get_by_text("The server does not answer")).to_be_hidden(timeout=20_000)
