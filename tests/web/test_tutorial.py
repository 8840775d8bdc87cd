"""The tutorial, played to its end in a real browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

SOURCE = Path(__file__).parents[2] / "web" / "src"
WORDS = SOURCE / "words"
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


def reach(page, number):
    """Expect the explanation of this step."""
    expect(page.locator(".coach small")).to_have_text(re.compile(rf"^{number} \D+ {len(STEPS)}$"))


def obey(page, step):
    """Follow the coach's instruction by clicks."""
    word, *cards = step["move"].split(" ")
    if word == "":
        page.locator(".coach .primary").click()
        return
    if word == "pass":
        page.locator(".actions .btn.second").click()
        return
    if word in ("bid", "discard"):
        for card in cards:
            strip = {"x": 10, "y": 20}  # the part that the next card leaves visible
            page.locator(f'.hand button:has([data-card="{card}"])').click(position=strip)
    elif word == "give":
        page.locator(f'.lot button:has([data-card="{cards[0]}"])').click()
    elif word == "take":
        page.locator(f".stall.{cards[0]} button").click()
    elif step["name"] == "joker":
        page.locator(".sell-button").click()
        page.locator(".sale .btn.primary").click()
        return
    page.locator(".actions .btn.primary").click()


def go_to(page, name):
    """Follow the instructions until the step of this name."""
    for number, step in enumerate(STEPS, 1):
        reach(page, number)
        if step["name"] == name:
            return
        obey(page, step)


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [
        ((360, 640), "de", "dark"),
        pytest.param((1280, 800), "en", "light", marks=pytest.mark.long),
    ],
)
def test_played_to_the_end_by_clicking(visit, violations, size, language, theme):
    texts = json.loads((WORDS / language / "shell.json").read_text())
    page = visit(size=size, language=language, theme=theme)
    page.get_by_role("link", name=texts["start.learn"]).click()
    for number, step in enumerate(STEPS, 1):
        reach(page, number)
        page.wait_for_timeout(400)  # until animations have ended
        assert page.evaluate(SCROLLS) == [0, 0], step["name"]
        assert page.evaluate(HIDDEN) == [], step["name"]
        assert page.evaluate(SMALL) == [], step["name"]
        assert violations(page) == [], step["name"]
        if number < len(STEPS):
            obey(page, step)
    page.get_by_role("button", name=texts["start.play"]).click()
    page.wait_for_selector("main.table")
    expect(page).to_have_url(ROOM)


COVERED = """() => {
    const coach = document.querySelector(".coach").getBoundingClientRect();
    const cut = ({ left, right, top, bottom }) => left < coach.right && right > coach.left
        && top < coach.bottom && bottom > coach.top;
    const isHidden = (card) => {
        const box = card.getBoundingClientRect();
        return cut(box) || box.bottom > card.closest(".niche").getBoundingClientRect().bottom + 1;
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
def test_the_last_bubble_hides_no_result(visit, size):
    page = visit("/tutorial", size=size)
    go_to(page, "joker")
    page.locator(".sell-button").click()
    rank = "selector => Number(getComputedStyle(document.querySelector(selector)).zIndex)"
    assert page.evaluate(rank, ".light") > page.evaluate(rank, ".sale")  # the ring is seen
    page.locator(".sale .btn.primary").click()
    for number, step in enumerate(STEPS, 1):
        if step["name"] == "close":
            reach(page, number)
            obey(page, step)
    reach(page, len(STEPS))
    assert page.evaluate(COVERED) == 0


def test_by_keyboard_alone(visit):
    page = visit("/tutorial")
    go_to(page, "welcome")
    for _ in range(3):
        page.keyboard.press("Enter")  # Next has the focus
    reach(page, 4)
    page.keyboard.press("Space")  # the asked-for card has the focus
    page.keyboard.press("Enter")
    reach(page, 5)
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    reach(page, 6)
    page.keyboard.press("p")
    reach(page, 7)
    page.keyboard.press("Enter")
    reach(page, 8)
    page.keyboard.press("Enter")  # Pass has the focus
    reach(page, 9)
    page.keyboard.press("Enter")
    reach(page, 10)
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
    reach(page, 4)
    assert page.locator(".hand li").count() == 4
    obey(page, STEPS[3])
    reach(page, 5)


def test_it_can_be_restarted_and_left(visit):
    page = visit("/tutorial")
    go_to(page, "raise")
    page.get_by_role("button", name="Start again").click()
    reach(page, 1)
    assert page.locator(".own-bid .card").count() == 0
    go_to(page, "offers")
    page.get_by_role("link", name="Leave the tutorial").click()
    expect(page.get_by_role("link", name="Learn to play")).to_be_visible()


def test_it_needs_no_server_once_loaded(visit):
    page = visit("/tutorial")
    go_to(page, "bid")
    page.context.set_offline(True)
    obey(page, STEPS[3])
    reach(page, 5)
    page.context.set_offline(False)


def test_features_that_need_other_people_or_a_server_are_not_offered(visit):
    page = visit("/tutorial")
    reach(page, 1)
    page.locator("header [aria-label=Menu]").click()
    menu = page.get_by_role("dialog")
    expect(menu.get_by_role("link", name="Back to start")).to_be_visible()
    expect(menu.get_by_role("button", name="Settings")).to_be_visible()
    for name in ("React", "Report a problem", "Leave the game", "End the game for all"):
        assert page.get_by_role("button", name=name, include_hidden=True).count() == 0, name
    page.keyboard.press("Escape")
