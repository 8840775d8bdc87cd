"""Spectators guess the price of a lot; the points of an evening are counted on the device."""

import json
import time

from playwright.sync_api import expect

from tests.web.page_layout import OVERFLOW, SIZES
from tests.web.stage import button, card, check_words, meet
from tests.web.test_end import table  # noqa: F401 (a fixture: a room whose game is over)


def test_a_spectator_guesses_and_the_points_are_counted_once(stage, visit_stage, violations):
    livia, zoe, theo = meet(
        stage, visit_stage, "Livia", "Zoe", "Theo", hands="C2 C3 G1 G3 | S1 S2 V1 V2"
    )
    watcher = visit_stage(livia.url)
    guess = watcher.get_by_role("group", name="Guess the price")
    expect(watcher.get_by_text("Exact: 3 points, one off: 2, two off: 1")).to_be_visible()
    other_tab = watcher.context.new_page()
    other_tab.goto(livia.url)
    for page in (watcher, other_tab):
        button(page.get_by_role("group", name="Guess the price"), "More").click()
    guess.locator("button").nth(1).focus()
    watcher.keyboard.press("Enter")
    watcher.keyboard.press("Enter")
    expect(guess.locator("output")).to_have_text("3")
    assert violations(watcher) == []
    requests = []
    watcher.on("request", lambda each: requests.append((each.method, each.url)))
    card(livia, "grain 1").click()
    card(livia, "grain 3").click()
    button(livia, "Bid 4").click()
    button(livia, "Bid 4 anyway").click()
    for page in (zoe, theo):
        button(page, "Pass").click()
    notice = watcher.locator(".notice")
    expect(notice).to_have_text("The price was 4, your guess 3: 2 points.")
    expect(notice).to_have_attribute("role", "status")
    expect(other_tab.locator(".notice")).to_contain_text("The price was 4")
    assert [each for each in requests if each[0] == "POST"] == []
    stored = json.loads(watcher.evaluate("localStorage.getItem('byzanz.guesses')"))
    assert [len(game["points"]) for game in stored[0]["games"]] == [1]
    check_words(watcher)
    watcher.reload()
    livia.locator(".lot button").first.click()
    button(livia, "Give").first.click()
    expect(watcher.get_by_role("group", name="Guess the price")).to_contain_text("points so far")


def test_the_end_page_shows_the_score_of_the_evening(table, visit_stage, violations):  # noqa: F811
    page = visit_stage(table)
    points = {"1.1": 3, "1.2": 2, "1.3": 1, "2.1": 0}
    game = {"room": table.rsplit("/", 1)[1], "points": points}
    evenings = json.dumps([{"at": int(time.time() * 1000), "games": [game]}])
    page.evaluate("text => localStorage.setItem('byzanz.guesses', text)", evenings)
    page.reload()
    page.wait_for_selector("main.end")
    score = page.get_by_text("Your guesses: 2 of 4 exact or one off, 6 points")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect(score).to_be_visible()
        assert page.evaluate(OVERFLOW) <= 0, (width, height)
    assert violations(page) == []
    check_words(page)
