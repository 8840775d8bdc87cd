"""If a person vanishes from a game, the others see it and can go on or end the game."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.stage import button, check_words, has_moved, meet, state

PANEL = ".actions .notice"


def vanish(page):
    """Close the page of a person."""
    page.context.close()


def seat_of(page, name):
    return page.locator(".seat", has_text=name)


def until_gone(stage, page, name):
    stage.until(lambda: seat_of(page, name).locator(".absence.gone").count())


@pytest.fixture
def friends(stage, visit_stage):
    """The pages of three people; Livia is on turn, and then Zoe."""
    return meet(stage, visit_stage, "Livia", "Zoe", "Leo")


def test_a_bot_plays_for_a_person_who_is_gone(stage, visit_stage, friends, violations):
    livia, zoe, leo = friends
    path, cookies = livia.url, livia.context.cookies()
    before = state(zoe)
    vanish(livia)
    expect(seat_of(zoe, "Livia").locator(".absence")).to_have_text("not connected")
    until_gone(stage, zoe, "Livia")
    expect(zoe.locator(PANEL)).to_contain_text("Livia is gone")
    expect(zoe.locator(PANEL)).to_contain_text("To end the game, Leo and you must agree.")
    expect(seat_of(zoe, "Livia").locator(".absence")).to_have_text(re.compile(r"gone for \d min"))
    expect(leo.locator(PANEL)).to_contain_text("Zoe and you must agree")
    check_words(zoe)
    assert violations(zoe) == []
    button(leo, "Let a bot play for Livia").click()
    for page in (zoe, leo):
        expect(seat_of(page, "Livia").locator(".absence")).to_have_text("away, a bot plays")
        expect(page.locator(PANEL)).to_have_count(0)
    expect(zoe.locator(".log")).to_contain_text("Livia is away: a bot plays")
    stage.until(lambda: has_moved(zoe, before))
    back = visit_stage("/")
    back.context.add_cookies(cookies)
    back.goto(path)
    expect(seat_of(zoe, "Livia").locator(".absence")).to_have_count(0)
    expect(zoe.locator(".log")).to_contain_text("Livia is back")


def test_wait_hides_the_question_which_comes_again_after_two_minutes(stage, friends):
    livia, zoe, _ = friends
    vanish(livia)
    until_gone(stage, zoe, "Livia")
    zoe.clock.install()
    button(zoe, "Wait").click()
    expect(zoe.locator(PANEL)).to_have_count(0)
    expect(seat_of(zoe, "Livia").locator(".absence")).to_contain_text("gone for")
    zoe.clock.run_for(110_000)
    expect(zoe.locator(PANEL)).to_have_count(0)
    zoe.clock.run_for(15_000)
    expect(zoe.locator(PANEL)).to_contain_text("Livia is gone")


def test_the_people_present_end_the_game_after_ten_seconds(stage, friends):
    livia, zoe, leo = friends
    vanish(livia)
    until_gone(stage, zoe, "Livia")
    button(zoe, "End the game").click()
    expect(zoe.locator(PANEL)).to_contain_text("You asked to end the game.")
    button(leo, "End the game").click()
    for page in (zoe, leo):
        expect(page.locator(PANEL)).to_contain_text("If nobody comes back, it ends in")
    check_words(zoe)
    button(leo, "Keep playing").click()
    expect(zoe.locator(PANEL)).to_contain_text("Livia is gone")
    button(leo, "End the game").click()
    expect(leo.locator(PANEL)).to_contain_text("it ends in")
    stage.until(lambda: "ended early" in state(zoe)["prompt"])


def test_a_person_who_returns_in_time_stops_the_end(stage, visit_stage, friends):
    livia, zoe, leo = friends
    path, cookies = livia.url, livia.context.cookies()
    vanish(livia)
    until_gone(stage, zoe, "Livia")
    for page in (zoe, leo):
        button(page, "End the game").click()
    expect(leo.locator(PANEL)).to_contain_text("it ends in")
    back = visit_stage("/")
    back.context.add_cookies(cookies)
    back.goto(path)
    expect(leo.locator(PANEL)).to_contain_text("Livia")  # still to agree
    expect(leo.locator(PANEL)).not_to_contain_text("it ends in")
    for _ in range(4):
        stage.advance()
    stage.until(lambda: state(back)["is_mine"], advance_clock=False)  # once the page is drawn


def test_the_only_person_present_ends_the_game_alone(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    vanish(livia)
    until_gone(stage, zoe, "Livia")
    expect(zoe.locator(PANEL)).to_contain_text("end the game on your own")
    button(zoe, "End the game").click()
    stage.until(lambda: "ended early" in state(zoe)["prompt"])


def test_a_guest_becomes_host_if_the_host_vanishes_before_the_start(stage, visit_stage):
    path = stage.table(3, bots={2: "greedy"})
    livia, zoe = visit_stage(path), visit_stage(path)
    for seat, (page, name) in enumerate([(livia, "Livia"), (zoe, "Zoe")]):
        page.get_by_label("Your name").fill(name)
        page.locator(".waiting-seat").nth(seat).get_by_role("button", name="Sit here").click()
        expect(page.locator(".waiting-seat").nth(seat).locator(".name")).to_have_text(name)
    assert button(zoe, "Start").count() == 0
    vanish(livia)
    stage.until(lambda: button(zoe, "Start the game").count())
    expect(zoe.locator(".waiting-seat").nth(0)).to_contain_text("away")
    button(zoe, "Start the game").click()
    zoe.wait_for_selector("main.table")


def test_a_spectator_can_ask_for_a_seat_in_the_next_game(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    watcher = visit_stage(livia.url.removeprefix(stage.url))
    watcher.wait_for_selector("main.table")
    button(watcher, "Take a seat next game").click()
    expect(button(watcher, "Only watch the next game")).to_be_visible()
    check_words(watcher)
    for page in (livia, zoe):
        button(page, "Menu", exact=True).click()
        button(page, "End the game for all", exact=True).click()
        button(page.get_by_role("dialog"), "Ask to end the game").click()
    expect(livia.locator(".prompt")).to_contain_text("The game was ended early")
