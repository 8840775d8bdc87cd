"""The table can be used by keyboard alone."""

import re

from playwright.sync_api import expect

from tests.web.stage import button, check_words, has_moved, phase, play_bots, state, turn

FOCUSED = "document.activeElement?.matches(%r) ?? false"


def tab_to(page, selector):
    """Press Tab until an element has the focus."""
    for _ in range(60):
        if page.evaluate(FOCUSED % selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {selector}")


def next_item(page):
    """Press Tab; returns the text of the focused element."""
    page.keyboard.press("Tab")
    return page.evaluate("document.activeElement.innerText").strip()


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def stall_key(page):
    """The key of the first stall that may be taken."""
    classes = page.locator(".stall").evaluate_all("all => all.map((each) => each.className)")
    return str(next(at for at, names in enumerate(classes, 1) if "take" in names.split()))


def answer(page, now):
    """Make one decision by single keys."""
    match phase(now):
        case "bid" if now["primary"].startswith("Lowest bid") and "Round 1" in now["round"]:
            press(page, "Enter", "Enter")
        case "bid":
            press(page, "p")
        case "give":
            press(page, "1", "Enter")
        case "take":
            press(page, stall_key(page), "Enter")
        case "limit" if now["second"] != "Discard":
            press(page, "1", "Enter")
        case "limit":
            press(page, "Enter")


def test_two_rounds_can_be_played_by_single_keys(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    answered = set()
    while "Round 3" not in (now := turn(stage, page))["round"]:
        answer(page, now)
        stage.until(lambda now=now: has_moved(page, now), advance_clock=False)
        check_words(page)
        answered.add(phase(now))
    assert answered >= {"bid", "give", "take"}
    press(page, "l")
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_set_is_sold_by_keys(stage, visit_stage):
    page = play_bots(stage, visit_stage, hands="C1 C2 C3 M")
    turn(stage, page)
    press(page, "s")
    sheet = page.get_by_role("dialog", name="Sell a set")
    expect(sheet).to_contain_text("Sell a set of cloth")
    press(page, "Escape")
    expect(sheet).to_have_count(0)
    press(page, "s", "Enter")
    expect(page.locator(".log")).to_contain_text("You sell 123 and keep a 3")
    assert phase(state(page)) == "bid"


def test_a_hint_is_asked_for_and_closed_by_keys(stage, visit_stage):
    page = play_bots(stage, visit_stage, hands="C1 C2 G3 M")
    turn(stage, page)
    status = page.get_by_role("status")  # a live region must exist before its text
    expect(status).to_have_text("")
    tab_to(page, ".ask-hint")
    press(page, "Enter")
    expect(status.locator("li").first).to_be_visible(timeout=30_000)
    assert button(page, "Hint").get_attribute("aria-expanded") == "true"
    tab_to(page, ".hint .close")
    press(page, "Enter")
    expect(status).to_have_text("")
    expect(button(page, "Hint")).to_be_focused()
    press(page, "Enter")
    expect(status).to_have_text(re.compile("Bid|Pass"), timeout=30_000)
    press(page, "Escape")
    expect(status).to_have_text("")


def test_single_keys_can_be_switched_off(stage, visit_stage):
    page = play_bots(stage, visit_stage, hands="C1 C2 G3 M")
    turn(stage, page)
    tab_to(page, "header [aria-label=Menu]")
    press(page, "Enter")
    page.wait_for_selector("dialog[open]")
    stage.until(lambda: next_item(page) == "Settings", advance_clock=False)
    press(page, "Enter")
    tab_to(page, "[role=switch]")  # sound
    press(page, "Tab")
    expect(page.get_by_role("switch", name="Single-key shortcuts")).to_be_focused()
    press(page, "Space", "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    before = state(page)
    press(page, "1", "p", "s", "l")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert state(page) == before
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(0)
    # All other keys still work.
    tab_to(page, ".hand button")
    press(page, "ArrowRight", "Space", "ArrowLeft", "Space")
    expect(page.locator(".hand [aria-pressed=true]")).to_have_count(2)
    expect(page.locator(".actions .btn.primary")).to_have_text("Bid 3 Enter")
    press(page, "Enter")
    stage.until(lambda: has_moved(page, before), advance_clock=False)
    expect(page.locator(".log")).to_contain_text("You bid 3")
    page.reload()
    turn(stage, page)
    press(page, "p")
    assert phase(state(page)) != "wait"


def test_the_focus_visits_all_parts_of_the_table(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    turn(stage, page)
    regions = [
        ".actions .primary",
        ".actions .second",
        ".hand button",
        ".sell-button",
        ".log button",
    ]
    for selector in regions:
        tab_to(page, selector)
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", selector
