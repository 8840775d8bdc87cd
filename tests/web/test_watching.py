"""Games of bots: created on the start page, and watched at any speed."""

import pytest
from playwright.sync_api import expect

from tests.web.page_layout import OVERFLOW
from tests.web.stage import STEP, button, check_words, has_moved, snapshot, state

SIZES = [(360, 640), (390, 844), (844, 390), (1024, 768), (1440, 900)]


@pytest.fixture
def watcher(visit_stage):
    """The page of a person who has created a game of bots."""
    page = visit_stage()
    button(page, "Easy").click()
    watch(page)
    return page


def watch(page, players=4):
    button(page, str(players), exact=True).click()
    button(page, "Watch bots play").click()
    page.wait_for_selector("main.table")


def chosen(page):
    return (
        page.locator(".watch .segments [aria-pressed=true] .visually-hidden").text_content().strip()
    )


@pytest.mark.parametrize("players", [3, 6])
def test_a_game_of_bots_has_a_bot_on_every_seat(visit_stage, players):
    page = visit_stage()
    watch(page, players)
    expect(page.locator(".seat")).to_have_count(players)
    expect(page.get_by_role("region", name="You are watching")).to_be_visible()
    assert page.locator(".hand button, .actions .btn").count() == 0


def test_a_game_of_bots_is_not_listed_but_has_an_address(watcher):
    path = watcher.url
    with watcher.expect_response("**/api/me/rooms") as listed:
        watcher.goto("/")
    assert listed.value.json()["rooms"] == []
    assert watcher.get_by_role("heading", name="Your tables").count() == 0
    watcher.goto(path)
    expect(watcher.get_by_role("region", name="You are watching")).to_be_visible()


def test_only_its_creator_chooses_the_speed(stage, watcher, visit_stage):
    other = visit_stage(watcher.url)
    assert chosen(watcher) == "normal"
    assert button(other, "very fast").count() == 0
    button(watcher, "very fast").click()
    expect(button(watcher, "very fast")).to_have_attribute("aria-pressed", "true")
    before = state(watcher)
    for _ in range(8):  # shorter than one step of the calm pace
        stage.now += 100 - STEP
        stage.advance()
        watcher.wait_for_timeout(100)
    stage.until(lambda: has_moved(watcher, before), advance_clock=False)
    expect(other.locator(".log")).to_have_text(state(watcher)["log"])


def test_only_its_creator_sees_all_hands(stage, watcher, visit_stage):
    other = visit_stage(watcher.url)
    hands = watcher.get_by_role("list", name="All hands")
    expect(hands.locator("> li")).to_have_count(4)
    expect(hands.locator("img")).to_have_count(4 * 4)
    assert "/X0.svg" not in hands.inner_html()
    assert watcher.locator(".hand.backs").count() == 0
    expect(other.locator(".hand.backs .back")).to_have_count(4)
    assert other.locator(".hands").count() == 0
    before = hands.inner_html()
    stage.until(lambda: hands.inner_html() != before)
    check_words(watcher)


def test_a_pause_stops_the_game_for_everybody(stage, watcher, visit_stage):
    other = visit_stage(watcher.url)
    button(watcher, "Pause").click()
    expect(watcher.locator(".turn-pill")).to_contain_text("Pause")
    expect(other.locator(".turn-pill")).to_contain_text("Pause")
    still = snapshot(watcher)
    for _ in range(4):
        stage.advance()
        watcher.wait_for_timeout(50)
    assert snapshot(watcher) == still
    watcher.reload()
    watcher.wait_for_selector("main.table")
    assert chosen(watcher) == "Pause"
    button(watcher, "fast", exact=True).click()
    stage.until(lambda: snapshot(watcher) != still)


@pytest.mark.long
def test_another_game_can_be_watched_after_the_end(stage, watcher):
    button(watcher, "very fast").click()
    stage.until(lambda: watcher.locator("main.end").count())
    expect(watcher.locator("h1")).to_contain_text("with")
    check_words(watcher)
    before = watcher.url
    button(watcher, "Watch another game").click()
    watcher.wait_for_selector("main.table")
    expect(watcher).not_to_have_url(before)
    expect(watcher.locator(".seat")).to_have_count(4)


def test_bots_can_be_watched_by_keyboard(visit_stage):
    page = visit_stage()
    button(page, "Watch bots play").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")
    button(page, "calm", exact=True).focus()
    page.keyboard.press("Space")
    expect(button(page, "calm", exact=True)).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "it-IT", "nl-NL"])
def test_the_speed_buttons_fit_at_every_size(visit_stage, violations, language):
    page = visit_stage(language=language)
    page.locator(".foot button").click()
    page.wait_for_selector("main.table")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, (width, height)
        boxes = [box.bounding_box() for box in page.locator(".watch .segments button").all()]
        assert len(boxes) == 5
        if height > 400:
            assert len({box["y"] for box in boxes}) == 1, "one row"
        for box in boxes:
            assert min(box["width"], box["height"]) >= 43.5, (width, height)
            assert box["x"] + box["width"] <= width
    assert violations(page) == []
