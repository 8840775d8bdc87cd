"""The tutorial can be played to its end in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from byzanz.words.catalogue import load

SOURCE = Path(__file__).parents[2] / "web" / "src"
STEPS = json.loads((SOURCE / "tutorial" / "lesson.json").read_text())
ROOM = re.compile(r"/r/[0-9a-f]{32}$")
SCROLLS = """[document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight]"""
HIDDEN = """[".coach", ".actions .btn.primary"].filter((part) => {
    const box = document.querySelector(part)?.getBoundingClientRect();
    const isIn = ({ top, left, right, bottom }) =>
        top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
    return box && !isIn(box);
})"""

SMALL = """[...document.querySelectorAll(".coach :is(a, button)")]
    .filter((each) => each.offsetHeight < 44 || each.offsetWidth < 44)
    .map((each) => each.outerHTML)"""


def expect_step(page, number):
    """Expect the explanation of this step."""
    expect(page.locator(".coach small")).to_have_text(re.compile(rf"^{number} \D+ {len(STEPS)}$"))


def follow_instruction(page, step):
    """Follow the coach's instruction by clicks."""
    verb, *cards = step["move"].split(" ")
    if verb == "":
        page.locator(".coach .primary").click()
        return
    if verb == "pass":
        page.locator(".actions .btn.second").click()
        return
    if verb in ("bid", "discard"):
        for card in cards:
            strip = {"x": 10, "y": 20}  # the part that the next card leaves visible
            page.locator(f'.hand button:has([data-card="{card}"])').click(position=strip)
    elif verb == "give":
        page.locator(f'.lot button:has([data-card="{cards[0]}"])').click()
    elif verb == "take":
        page.locator(f".stall.{cards[0]} button").click()
    elif step["name"] == "joker":
        page.locator(".sell-button").click()
        page.locator(".sale .btn.primary").click()
        return
    page.locator(".actions .btn.primary").click()


def go_to(page, name):
    """Follow the instructions up to the step of this name."""
    for number, step in enumerate(STEPS, 1):
        expect_step(page, number)
        if step["name"] == name:
            return
        follow_instruction(page, step)


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [
        ((360, 640), "de", "dark"),
        pytest.param((1280, 800), "en", "light", marks=pytest.mark.long),
    ],
)
def test_the_tutorial_can_be_played_by_clicks(visit, violations, size, language, theme):
    texts = load(language, "shell")
    page = visit(size=size, language=language, theme=theme)
    page.get_by_role("link", name=texts["start.learn"]).click()
    for number, step in enumerate(STEPS, 1):
        expect_step(page, number)
        page.wait_for_timeout(400)  # until animations have ended
        assert page.evaluate(SCROLLS) == [0, 0], step["name"]
        assert page.evaluate(HIDDEN) == [], step["name"]
        assert page.evaluate(SMALL) == [], step["name"]
        assert violations(page) == [], step["name"]
        if number < len(STEPS):
            follow_instruction(page, step)
    page.get_by_role("button", name=texts["start.play"]).click()
    page.wait_for_selector("main.table")
    expect(page).to_have_url(ROOM)


COVERED = """() => {
    const coach = document.querySelector(".coach").getBoundingClientRect();
    const overlapsCoach = ({ left, right, top, bottom }) => left < coach.right && right > coach.left
        && top < coach.bottom && bottom > coach.top;
    const isHidden = (card) => {
        const box = card.getBoundingClientRect();
        const niche = card.closest(".niche").getBoundingClientRect();
        return overlapsCoach(box) || box.bottom > niche.bottom + 1;
    };
    return [...document.querySelectorAll(".standing .card")].filter(isHidden).length;
}"""


@pytest.mark.parametrize(
    "size",
    [
        (844, 390),
        pytest.param((360, 640), marks=pytest.mark.long),
        pytest.param((1440, 900), marks=pytest.mark.long),
    ],
)
def test_the_last_explanation_hides_no_result(visit, size):
    page = visit("/tutorial", size=size)
    go_to(page, "joker")
    page.locator(".sell-button").click()
    rank = "selector => Number(getComputedStyle(document.querySelector(selector)).zIndex)"
    assert page.evaluate(rank, ".light") > page.evaluate(
        rank, ".sale"
    )  # the highlight is above the sheet
    page.locator(".sale .btn.primary").click()
    for number, step in enumerate(STEPS, 1):
        if step["name"] == "close":
            expect_step(page, number)
            follow_instruction(page, step)
    expect_step(page, len(STEPS))
    assert page.evaluate(COVERED) == 0


def test_the_tutorial_can_be_played_by_keyboard(visit):
    page = visit("/tutorial")
    go_to(page, "welcome")
    for _ in range(3):
        page.keyboard.press("Enter")  # Next has the focus
    expect_step(page, 4)
    page.keyboard.press("Space")  # the card of the instruction has the focus
    page.keyboard.press("Enter")
    expect_step(page, 5)
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect_step(page, 6)
    page.keyboard.press("p")
    expect_step(page, 7)
    page.keyboard.press("Enter")
    expect_step(page, 8)
    page.keyboard.press("Enter")  # Pass has the focus
    expect_step(page, 9)
    page.keyboard.press("Enter")
    expect_step(page, 10)
    page.keyboard.press("1")
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.coach a')"):
            break
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/$"))


def test_another_move_is_explained_and_changes_nothing(visit):
    page = visit("/tutorial")
    go_to(page, "bid")
    page.get_by_role("button", name="Pass").click()
    expect(page.locator(".coach p")).to_have_text("Try this: choose grain 1 and bid 1.")
    expect(page.locator("[aria-live=polite]").first).to_contain_text("Try this")
    expect_step(page, 4)
    assert page.locator(".hand li").count() == 4
    follow_instruction(page, STEPS[3])
    expect_step(page, 5)


def test_the_tutorial_can_be_restarted_and_left(visit):
    page = visit("/tutorial")
    go_to(page, "raise")
    page.get_by_role("button", name="Start again").click()
    expect_step(page, 1)
    assert page.locator(".own-bid .card").count() == 0
    go_to(page, "offers")
    page.get_by_role("link", name="Leave the tutorial").click()
    expect(page.get_by_role("link", name="Learn to play")).to_be_visible()


def test_the_tutorial_needs_no_server_once_loaded(visit):
    page = visit("/tutorial")
    go_to(page, "bid")
    page.context.set_offline(True)
    follow_instruction(page, STEPS[3])
    expect_step(page, 5)
    page.context.set_offline(False)


def test_features_that_need_other_people_or_a_server_are_not_offered(visit):
    page = visit("/tutorial")
    expect_step(page, 1)
    page.locator("header [aria-label=Menu]").click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("link", name="Back to start")).to_be_visible()
    expect(menu.get_by_role("button", name="Settings")).to_be_visible()
    for name in ("React", "Report a problem", "Leave the game", "End the game for all"):
        assert page.get_by_role("button", name=name, include_hidden=True).count() == 0, name
    page.keyboard.press("Escape")
