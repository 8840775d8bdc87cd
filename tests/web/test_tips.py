"""Tips in the first games of a person, and the link to the rules."""

import json

from playwright.sync_api import expect

from tests.web.stage import button, card, until_phase

TIP = ".tips .tip p"


def new_game(stage, visit_stage):
    """Start a newcomer's game, in which the person has a set and can take a stall."""
    path = stage.table(
        3,
        hands="G1 G2 G4 V1 | C1 O1 S1 W1 | C2 O2 S2 W2",
        lots="C1 O1 O3 S1 V2 W1",
        bots={1: "beginner", 2: "beginner"},
    )
    page = visit_stage(path, is_new=True)
    page.get_by_label("Your name").fill("Livia")
    page.locator(".waiting-seat").nth(0).get_by_role("button", name="Sit here").click()
    button(page, "Start").click()
    page.wait_for_selector("main.table")
    return page


def seen(page):
    return page.evaluate("JSON.parse(localStorage.getItem('byzanz.settings')).tipsSeen")


def test_each_tip_is_shown_once_at_its_moment(stage, visit_stage, violations):
    page = new_game(stage, visit_stage)
    until_phase(stage, page, "bid")
    expect(page.locator(TIP)).to_contain_text("The goal: sell sets of three.")
    assert violations(page) == []
    card(page, "wine 1").click()  # nothing is blocked
    page.locator(".actions .btn.primary").click()
    expect(page.locator(TIP)).to_contain_text("You have a set.")  # the bid ended the first tip
    assert seen(page) == ["goal"]
    page.reload()
    page.wait_for_selector("main.table")
    expect(page.locator(TIP)).to_contain_text("You have a set.")
    button(page, "Got it").click()
    expect(page.locator(TIP)).to_have_count(0)
    assert seen(page) == ["goal", "sell"]
    until_phase(stage, page, "take")
    expect(page.locator(TIP)).to_contain_text("Every bid now lies in the market.")
    page.locator(".stall.take button").first.click()
    page.locator(".actions .btn.primary").click()
    expect(page.locator(TIP)).to_have_count(0)
    until_phase(stage, page, "bid")
    expect(page.locator(TIP)).to_have_count(0)
    assert sorted(seen(page)) == ["goal", "market", "sell"]


def test_a_sale_ends_the_tip_about_sales(stage, visit_stage):
    page = new_game(stage, visit_stage)
    until_phase(stage, page, "bid")
    button(page, "Got it").click()
    expect(page.locator(TIP)).to_contain_text("You have a set.")
    page.locator(".sell-button").click()
    page.locator(".sale .btn.primary").click()
    expect(page.locator(TIP)).to_have_count(0)
    assert seen(page) == ["goal", "sell"]


def test_a_returning_person_gets_no_tips(stage, visit_stage):
    page = visit_stage(stage.table(3, bots={1: "greedy", 2: "greedy"}))
    page.evaluate("localStorage.setItem('byzanz.settings', JSON.stringify({name: 'Livia'}))")
    page.reload()
    page.locator(".waiting-seat").nth(0).get_by_role("button", name="Sit here").click()
    button(page, "Start").click()
    page.wait_for_selector("main.table")
    until_phase(stage, page, "bid")
    assert page.locator(TIP).count() == 0
    assert len(json.loads(page.evaluate("localStorage.getItem('byzanz.settings')"))["name"]) > 0


def test_the_rules_are_one_click_away(stage, visit_stage):
    page = new_game(stage, visit_stage)
    with page.expect_popup() as opened:
        page.locator("header").get_by_role("link", name="Rules").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Rules")
