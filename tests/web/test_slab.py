"""The slab keeps its size during a game and shows what others do."""

import re

from playwright.sync_api import expect

from tests.web.conftest import visiting
from tests.web.stage import button, check_words, move, play_bots, state, until_phase

SIZES = [(1440, 900), (390, 844), (360, 640)]
BOX = """() => {
    const box = document.querySelector(".slab")?.getBoundingClientRect();
    return box && [Math.round(box.width), Math.round(box.height)];
}"""
EMPTY = """() => {
    const faces = [...document.querySelectorAll(".slab .face")]
        .filter((face) => face.checkVisibility({ visibilityProperty: true }));
    const contents = ".lot > *, .stall-arches > li, .awaited-seats > li, .message";
    return faces.some((face) => face.querySelector(contents)) ? "" :
        document.querySelector(".slab")?.innerHTML ?? "";
}"""
NOTE = """() => {
    window.acts = [];
    new MutationObserver(() => {
        const title = document.querySelector(".shown-move h2")?.textContent;
        if (title && title !== window.acts.at(-1)) window.acts.push(title);
    }).observe(document.querySelector(".room"), { childList: true, subtree: true });
}"""


def step(stage, page, **how):
    """Let somebody move; returns the state of the page before the move."""
    now = state(page)
    if now["is_mine"]:
        move(stage, page, now, **how)
    else:
        stage.advance()
        page.wait_for_timeout(20)
    return now


def test_the_slab_has_one_size_and_is_never_empty(stage, visit_stage):
    """Checks a whole round at three screen sizes."""
    page = play_bots(stage, visit_stage, players=4)
    page.evaluate(NOTE)
    boxes = {size: set() for size in SIZES}
    while "Round 1" in (now := state(page))["round"]:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            boxes[width, height].add(tuple(page.evaluate(BOX)))
            assert page.evaluate(EMPTY) == "", now
        step(stage, page, ceiling=3)
    assert {size: len(found) for size, found in boxes.items()} == dict.fromkeys(SIZES, 1), boxes
    acts = page.evaluate("window.acts")
    assert sum(bool(re.search(r" takes [a-z]+$", title)) for title in acts) >= 2, acts


def test_a_message_about_a_seat_disappears_when_the_mouse_is_pressed(stage, visit_stage):
    page = play_bots(stage, visit_stage, players=3)
    while not page.locator(".shown-move").count():
        assert not step(stage, page, ceiling=3)["is_over"]
    page.mouse.move(5, 5)
    page.mouse.down()
    assert page.locator(".shown-move").count() == 0
    page.mouse.up()
    assert page.evaluate(EMPTY) == ""
    check_words(page)


def test_selling_over_the_limit_opens_no_sheet(stage, visit_stage):
    page = play_bots(stage, visit_stage, hands="C1 C2 C3 M", lots="G1 G2 G3 O1 O2 O3")
    now = until_phase(stage, page, "limit", ceiling=30)
    while not now["sets"]:
        move(stage, page, now)
        now = until_phase(stage, page, "limit", ceiling=30)
    expect(page.locator(".sell-button .count")).to_have_text(re.compile(r"^\d sets?$"))
    button(page, "Sell a set").click()
    expect(page.locator(".sale")).to_have_count(0)
    expect(page.locator(".slab .option-list")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".sale")).to_have_count(0)


def test_the_deal_is_animated_although_bots_are_quick(chromium, stage):
    """Cards of the deal still move when the first bot has moved."""
    with visiting(chromium, stage.url) as visit:
        page = play_bots(stage, lambda path: visit(path, motion="no-preference"), seat=2, players=3)
        page.wait_for_function("() => document.querySelectorAll('.flying').length > 4")
        dealt = page.evaluate("document.querySelectorAll('.flying').length")
        before = state(page)
        stage.advance()
        page.wait_for_function(
            "(log) => document.querySelector('.log').textContent !== log", arg=before["log"]
        )
        assert page.evaluate("document.querySelectorAll('.flying').length") >= dealt - 8
        page.wait_for_function("() => document.querySelectorAll('.flying').length === 0")


def test_the_focus_does_not_scroll_the_log(stage, visit_stage):
    page = play_bots(stage, visit_stage, players=4)
    for _ in range(6):
        step(stage, page, ceiling=0)
    button(page, "Open log").focus()
    assert page.evaluate("document.querySelector('.log').scrollTop") == 0


def test_the_level_of_a_bot_is_shown_on_its_seat(stage, visit_stage):
    page = play_bots(stage, visit_stage, players=4)
    expect(page.locator(".seat .level")).to_have_count(3)
    levels = set(page.locator(".seat .level").all_inner_texts())
    assert len(levels) == 1
    expect(page.locator(".seat .visually-hidden").first).to_contain_text(levels.pop())
