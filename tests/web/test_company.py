"""Several people at one table: reactions, spectators, lost connections."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.stage import (
    button,
    card,
    check_words,
    has_moved,
    meet,
    snapshot,
    state,
    text,
    turn,
)

REACTIONS = ("Hello", "Well played", "Thanks", "Ouch", "Let me think", "Your turn")


def test_every_reaction_is_shown_to_all(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    for reaction in REACTIONS:
        button(zoe, "React").first.click()
        zoe.get_by_role("dialog").get_by_role("button", name=reaction).click()
        for page in (livia, zoe):
            expect(page.locator(".reaction")).to_have_text(reaction)
    expect(livia.locator(".seat .reaction")).to_be_visible()
    check_words(livia)


def test_a_spectator_sees_no_hand(stage, visit_stage, violations):
    livia, _ = meet(stage, visit_stage, "Livia", "Zoe", hands="C1 C2 C3 M")
    watcher = visit_stage(livia.url)
    expect(watcher.get_by_role("region", name="You are watching")).to_be_visible()
    assert watcher.locator(".hand button, .sell-button, .actions .primary").count() == 0
    expect(watcher.locator(".actions .btn")).to_contain_text("Take a seat next game")
    assert not re.search("cloth 2|dealt", watcher.locator("main").text_content())
    expect(watcher.locator(".seat")).to_have_count(3)
    check_words(watcher)
    assert violations(watcher) == []
    now = state(watcher)
    button(livia, "Pass").click()
    stage.until(lambda: has_moved(watcher, now), advance_clock=False)
    expect(watcher.locator(".log")).to_contain_text("Livia passes")


def test_a_closed_table_cannot_be_watched(visit):
    host = visit()
    host.get_by_label("Your name").fill("Livia")
    button(host, "Play against bots").click()
    host.wait_for_selector("main.table")
    stranger = visit(host.url)
    expect(stranger.get_by_role("link", name="To the start page")).to_be_visible()
    check_words(stranger)


def test_bots_can_be_watched_at_any_speed(stage, visit_stage):
    page = visit_stage(stage.table(3, bots=dict.fromkeys(range(3), "greedy")))
    page.wait_for_selector("main.table")
    now = state(page)
    stage.until(lambda: has_moved(page, now))
    button(page, "Pause").click()
    still = snapshot(page)
    for _ in range(4):
        stage.advance()
        page.wait_for_timeout(50)
    assert snapshot(page) == still
    button(page, "live", exact=True).click()
    stage.until(lambda: snapshot(page) != still)
    button(page, "calm", exact=True).click()
    expect(button(page, "calm", exact=True)).to_have_attribute("aria-pressed", "true")
    check_words(page)


def test_a_move_made_offline_is_sent_when_the_connection_is_back(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe", hands="C1 C2 G3 M")
    card(livia, "grain 3").click()
    livia.context.set_offline(True)
    livia.evaluate("dispatchEvent(new Event('online'))")  # makes the page check its connection
    notice = livia.locator(".notice.net")
    expect(notice).to_contain_text("Connection lost", timeout=20_000)
    check_words(livia)
    expect(zoe.locator(".seat", has_text="Livia").locator(".visually-hidden")).to_contain_text(
        "not connected"
    )
    button(livia, "Bid 3").click()  # sent when the connection is back
    livia.context.set_offline(False)
    expect(notice).to_have_count(0, timeout=20_000)
    expect(zoe.locator(".log")).to_contain_text("Livia bids 3")
    expect(livia.locator(".log")).to_contain_text("You bid 3")
    turn(stage, zoe)
    expect(zoe.locator(".seat .absence")).to_have_count(0)


def test_the_title_says_when_it_is_the_persons_turn(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    expect(livia).to_have_title(re.compile("Your turn"))
    expect(zoe).to_have_title(re.compile("^Table"))
    button(livia, "Pass").click()
    expect(zoe).to_have_title(re.compile("Your turn"))
    expect(livia).to_have_title(re.compile("^Table"))


@pytest.mark.parametrize("name", ["<img src=x onerror=a=1>", "{n} ${n} '&lt;b&gt;"])
def test_a_name_with_markup_stays_text(stage, visit_stage, name):
    livia, other = meet(stage, visit_stage, "Livia", name)
    button(livia, "Pass").click()
    turn(stage, other)
    for page in (livia, other):
        assert name in text(page)
        assert page.evaluate("document.querySelector('img[src=x], main.table b b') === null")
    button(other, "Pass").click()
    button(livia, "Log", exact=True).click()
    expect(livia.get_by_role("dialog")).to_contain_text(f"{name} passes")


def test_a_game_ends_early_when_both_people_ask_for_it(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    for page in (livia, zoe):
        button(page, "Menu").click()
        button(page, "End the game for all").click()
        button(page, "Ask to end the game").click()
    for page in (livia, zoe):
        expect(page.locator(".prompt")).to_contain_text("The game was ended early")
        check_words(page)
