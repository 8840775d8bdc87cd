"""Help for a person at the table: undo, hints, memory aid, bid plans, sales."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.web.stage import (
    button,
    card,
    check_words,
    has_moved,
    meet,
    move,
    phase,
    play_bots,
    state,
    turn,
    until_phase,
)


def shown_texts(page):
    """The texts of all regions of the table."""
    regions = (".seats", ".hand", ".arcade", ".lot", ".offers", ".prompt", ".round")
    return [page.locator(region).first.text_content() for region in regions]


def test_an_undo_shows_the_table_as_before(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    turn(stage, page)
    before = shown_texts(page)
    button(page, "Pass").click()
    expect(page.locator(".log")).to_contain_text("You pass")
    turn(stage, page)
    button(page, "Take back").click()
    stage.until(lambda: shown_texts(page) == before, advance_clock=False)
    expect(page.locator(".log")).not_to_contain_text("You pass")
    check_words(page)


def test_a_report_has_record_and_version(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    button(page, "Pass").click()
    expect(page.locator(".log")).to_contain_text("You pass")
    button(page, "Menu").click()
    with page.expect_download() as loaded:
        button(page, "Report a problem").click()
    expect(page.locator(".notice")).to_contain_text(f"Saved: {loaded.value.suggested_filename}")
    report = Path(loaded.value.path()).read_text()
    assert re.match(r"byzanz: \d+\.\d+\.\d+, page http\S+\.js\n", report)
    assert "\nformat byzanz-1\n" in report
    assert "\nmove 0 pass\n" in report
    assert "\ndeck " not in report  # as long as the game runs


def test_a_hint_has_a_move_and_reasons(stage, visit_stage, violations):
    page = play_bots(stage, visit_stage, hands="C1 C2 G3 M")
    turn(stage, page)
    button(page, "Hint").click()
    bubble = page.locator(".hint")
    expect(bubble.locator("li").first).to_be_visible(timeout=30_000)
    expect(bubble.get_by_role("heading")).to_have_text(re.compile("^(Bid|Pass)"))
    check_words(page)
    assert violations(page) == []
    button(page, "Close").click()
    expect(bubble).to_be_empty()


def test_each_drawer_opens_and_returns_the_focus(stage, visit_stage, violations):
    page = play_bots(stage, visit_stage, hands="C1 C2 C3 M")
    turn(stage, page)
    for name, text in {
        "Memory aid": "cards seen",
        "Log": "You are dealt",
        "React": "Well played",
        "Menu": "Report a problem",
    }.items():
        button(page, name, exact=True).click()
        drawer = page.get_by_role("dialog", name=name)
        expect(drawer).to_contain_text(text)
        check_words(page)
        assert violations(page) == [], name
        page.keyboard.press("Escape")
        expect(drawer).to_have_count(0)
        expect(button(page, name, exact=True)).to_be_focused()


def test_the_memory_aid_counts_what_was_seen(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    button(page, "Memory aid").click()
    drawer = page.get_by_role("dialog")
    expect(drawer).to_contain_text("10 of 112 cards seen")  # four in hand, six in the lot
    expect(drawer).to_contain_text("4 unknown")


def test_a_person_can_choose_among_several_sales(stage, visit_stage, violations):
    page = play_bots(stage, visit_stage, hands="C1 C2 C3 M")
    button(page, "Sell a set").click()
    sheet = page.get_by_role("dialog", name="Sell a set")
    expect(sheet.locator("h2")).to_have_text("Sell a set of cloth")
    expect(button(sheet, "Sell: keep cloth 3")).to_be_visible()
    assert violations(page) == []
    button(sheet, "Other ways").click()
    button(sheet, "Cloth 2, 1, merchant").click()
    expect(sheet.locator("figure.best")).to_contain_text("your profit")
    button(sheet, "Sell: keep cloth 2").click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".log")).to_contain_text("You sell 12 and keep a 2")
    expect(page.locator(".you .meta")).to_contain_text("1 in hand")
    assert phase(state(page)) == "bid"


def test_cards_over_the_limit_are_discarded_one_at_a_time(stage, visit_stage):
    page = play_bots(stage, visit_stage, hands="C1 G1 O1 S1", lots="C2 G2 O2 S2 V2 W2")
    until_phase(stage, page, "limit", ceiling=30)
    excess = int(re.search(r"\d+", page.locator(".slab .slab-number .number").inner_text())[0]) - 7
    while excess:
        now = state(page)
        if now["second"] == "Discard":
            page.locator(".actions .btn.second").click()
        primary = page.locator(".actions .btn.primary")
        expect(primary).to_have_attribute("aria-disabled", "true")
        page.locator(".hand button").first.click()
        expect(primary).to_have_text(re.compile("^Discard "))
        primary.click()
        stage.until(lambda now=now: has_moved(page, now), advance_clock=False)
        check_words(page)
        excess -= 1
    assert phase(state(page)) != "limit"


def test_a_chosen_stall_shows_the_new_size_of_the_hand(stage, visit_stage, violations):
    page = play_bots(stage, visit_stage)
    until_phase(stage, page, "take", ceiling=30)
    page.locator(".stall.take button").first.click()
    expect(page.locator(".slab .slab-number")).to_contain_text(
        re.compile("hand grows to \\d+|sell a set then")
    )
    expect(page.locator(".actions .btn.primary")).to_have_text(
        re.compile(r"^Take [a-z]+: \d cards?")
    )
    assert violations(page) == []


def test_planned_passes_and_a_guessed_price(stage, visit_stage, violations):
    people = ("Livia", "Zoe", "Theo")
    livia, zoe, theo = meet(stage, visit_stage, *people, hands="C2 C3 G1 G3 | S1 S2 V1 V2")
    plan = zoe.locator(".auto-bid")
    button(plan, "Auto-pass").click()
    expect(plan.locator("output")).to_have_text("1")
    expect(plan).to_contain_text("Up to 1 you are asked, above 1 you pass.")
    zoe.reload()
    expect(plan.locator("output")).to_have_text("1")  # the plan is set, so it is shown
    assert violations(zoe) == []
    card(livia, "cloth 2").click()
    button(livia, "Bid 2").click()
    stage.until(lambda: "You pass" in state(zoe)["log"])
    guess = zoe.get_by_role("group", name="Guess the price")
    button(guess, "More").click()
    expect(guess.locator("output")).to_have_text("2")
    assert violations(zoe) == []
    button(theo, "Pass").click()
    expect(zoe.locator(".notice")).to_have_text("The price was 2, as you guessed: 3 points.")
    check_words(zoe)


def test_a_stall_can_be_chosen_before_the_turn(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    while livia.locator(".stall:not(.empty)").count() == 0:
        now = stage.until(lambda: next((s for s in map(state, (livia, zoe)) if s["is_mine"]), None))
        page = livia if state(livia)["is_mine"] else zoe
        move(stage, page, now)
    page = stage.until(lambda: next((p for p in (livia, zoe) if not state(p)["is_mine"]), None))
    stall = page.locator(".stall button").first
    stall.click()
    expect(stall).to_have_attribute("aria-pressed", "true")
