"""The menu of the table: leave a running game, end it for all, change settings."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.stage import (
    button,
    check_words,
    has_moved,
    meet,
    play_bots,
    snapshot,
    state,
    turn,
)

HOME = re.compile(r"/$")


def choose(page, name):
    """Choose an item of the menu; returns the dialog that it opens."""
    button(page, "Menu", exact=True).click()
    button(page, name, exact=True).click()
    return page.get_by_role("dialog")


def test_leaving_is_confirmed_once_and_a_bot_plays_on(stage, visit_stage, violations):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    before = state(zoe)
    sheet = choose(livia, "Leave the game")
    expect(sheet).to_contain_text("A bot plays your cards to the end")
    check_words(livia)
    assert violations(livia) == []
    button(sheet, "Stay").click()
    expect(livia.get_by_role("dialog")).to_have_count(0)
    expect(button(livia, "Menu", exact=True)).to_be_focused()
    assert state(livia)["is_mine"]
    button(choose(livia, "Leave the game"), "Leave", exact=True).click()
    expect(livia).to_have_url(HOME)
    expect(button(livia, "Play against bots")).to_be_visible()
    expect(livia.get_by_role("heading", name="Your tables")).to_have_count(0)
    expect(zoe.locator(".log")).to_contain_text("Livia leaves for good: a bot plays on")
    stage.until(lambda: has_moved(zoe, before))


def test_the_last_person_ends_the_game_by_leaving(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    room = page.url
    button(page, "Menu", exact=True).click()
    assert button(page, "End the game for all").count() == 0  # leaving does that
    page.keyboard.press("Escape")
    sheet = choose(page, "Leave the game")
    expect(sheet).to_contain_text("the game ends without a result")
    button(sheet, "Leave", exact=True).click()
    expect(page).to_have_url(HOME)
    page.goto(room)
    expect(page.locator(".prompt")).to_contain_text("The game was ended early")


def test_leaving_can_be_cancelled_and_a_break_keeps_the_seat(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    turn(stage, page)
    before = snapshot(page)
    sheet = choose(page, "Leave the game")
    expect(sheet).to_contain_text("your seat is kept")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button(page, "Menu", exact=True)).to_be_focused()
    button(page, "Menu", exact=True).click()
    page.get_by_role("link", name="Back to start").click()
    page.locator(".room-list a").first.click()
    page.wait_for_selector("main.table")
    stage.until(lambda: snapshot(page) == before, advance_clock=False)


def test_votes_to_end_the_game_are_shown(stage, visit_stage, violations):
    livia, zoe, leo = meet(stage, visit_stage, "Livia", "Zoe", "Leo")
    sheet = choose(livia, "End the game for all")
    expect(sheet.locator("li")).to_have_text([re.compile("not yet")] * 3)
    assert violations(livia) == []
    button(sheet, "Ask to end the game").click()
    expect(livia.locator(".notice")).to_contain_text("Still to agree: Zoe and Leo")
    expect(zoe.locator(".notice")).to_contain_text("Would like to end the game: Livia")
    sheet = choose(zoe, "End the game for all")
    expect(sheet.locator("li").nth(0)).to_contain_text("asks for it")
    expect(sheet.locator("li").nth(1)).to_contain_text("not yet")
    check_words(zoe)
    button(sheet, "Ask to end the game").click()
    expect(livia.locator(".notice")).to_contain_text("Still to agree: Leo")
    button(choose(livia, "End the game for all"), "Keep playing").click()
    expect(leo.locator(".notice")).to_contain_text("Would like to end the game: Zoe")
    for page in (livia, leo):
        button(choose(page, "End the game for all"), "Ask to end the game").click()
    for page in (livia, zoe, leo):
        expect(page.locator(".prompt")).to_contain_text("The game was ended early")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_language_and_theme_change_at_the_table(stage, visit_stage, violations, size):
    page = play_bots(stage, visit_stage)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    turn(stage, page)
    sheet = choose(page, "Settings")
    button(sheet, "Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    sheet.get_by_role("switch", name="Sound").check()
    assert violations(page) == []
    button(sheet, "Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button(page, "Passen")).to_be_visible()
    check_words(page)
    page.reload()
    page.wait_for_selector("main.table")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(button(page, "Passen")).to_be_visible()
