"""The page of puzzles: a position on the table, an answer, and the verdict."""

import re

import pytest
from playwright.sync_api import expect

from byzanz.game.moves import Bid, Give, Take
from tests.web.asked_puzzles import (
    answer,
    become_asked,
    click_answer,
    next_puzzle,
    press_answer,
)
from tests.web.languages import LANGUAGES
from tests.web.page_layout import wait_for_fonts
from tests.web.stage import check_words

SMALL, PHONE, FLAT, DESK = SIZES = ((360, 640), (390, 844), (844, 390), (1440, 900))
OUTSIDE = """[...document.querySelectorAll(
        ".actions .btn, .verdict h2, .verdict, .ask, .leave, .hand button, .puzzle-info .level")]
    .filter((each) => each.checkVisibility())
    .filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1;
    }).map((each) => each.outerHTML.slice(0, 100))"""
SCROLLS = """[document.documentElement.scrollWidth - innerWidth,
    document.documentElement.scrollHeight - innerHeight]"""
OVERLAPS = """(() => {
    const box = (selector) => {
        const part = document.querySelector(selector);
        if (!part?.checkVisibility()) return null;
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
    };
    const overlap = (one, other) => one && other && one.left < other.right - 1
        && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const pairs = [[".round", ".puzzle-info"], [".round b", ".stones"], [".stones", ".leave"],
        [".ask", ".hand ul"], [".ask", ".actions"], [".ask", ".slab"],
        [".ask", ".sell-button"]];
    const isOff = (each) => {
        const { left, top, width } = each.getBoundingClientRect();
        return !each.contains(document.elementFromPoint(left + width / 2, top + 3));
    };
    return [...pairs.filter(([one, other]) => overlap(box(one), box(other))),
        ...[...document.querySelectorAll(".actions .btn, .leave")]
            .filter((each) => each.checkVisibility() && isOff(each))
            .map((each) => each.outerHTML.slice(0, 60))];
})()"""
SIDEWAYS = """(() => {
    const verdict = document.querySelector(".verdict");
    return verdict === null ? 0 : verdict.scrollWidth - verdict.clientWidth;
})()"""


@pytest.fixture
def asked(visit):
    """A function that opens the page of a visitor whose puzzle has an answer of some kind."""

    def open_page(*, right, kind=Bid, answered=0, **options):
        page = visit(**options)
        puzzle, move = become_asked(page, right=right, kind=kind, answered=answered)
        page.goto("/puzzles")
        page.wait_for_selector(".ask")
        wait_for_fonts(page)
        return page, puzzle, move

    return open_page


def percents(puzzle):
    return [f"{choice.share / 10_000:.0f}" for choice in puzzle.choices[:5]]


def test_a_right_answer_by_mouse(asked, violations):
    page, puzzle, move = asked(right=True, size=DESK)
    expect(page.locator(".ask")).to_have_text("What would you do here?")
    expect(page.locator(".puzzle-info")).to_contain_text("From a game of bots")
    assert violations(page) == []
    click_answer(page, move)
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2")).to_contain_text("is best")
    expect(verdict.locator("li.you.best")).to_have_count(1)
    for share in percents(puzzle):
        expect(verdict.locator(".could")).to_contain_text(re.compile(rf"\b{share}\b"))
    expect(page.locator(".actions")).to_contain_text("4 more are waiting")
    assert violations(page) == []
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_selector(".ask")
    assert page.locator(".verdict").count() == 0
    assert next_puzzle(page).id != puzzle.id


@pytest.mark.parametrize("kind", [Bid, Give, Take])
def test_a_wrong_answer_by_keyboard(asked, kind):
    page, puzzle, move = asked(right=False, kind=kind)
    press_answer(page, move)
    verdict = page.locator(".verdict")
    expect(verdict.locator("h2")).to_contain_text("was better")
    expect(verdict.locator(".loss")).to_contain_text("\N{MINUS SIGN}")
    expect(verdict.locator(".fault")).not_to_be_empty()
    expect(verdict.locator("li.you")).to_have_count(1)
    assert verdict.locator("li.you.best").count() == 0
    expect(page.locator(".actions")).to_contain_text("This one comes back in a week.")
    page.get_by_role("button", name="Look again").click()
    expect(verdict).to_have_count(0)
    page.get_by_role("button", name="Show the verdict").click()
    expect(verdict.locator("h2")).to_be_visible()
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask")
    assert next_puzzle(page).id != puzzle.id


def test_the_fifth_answer_is_the_last_of_the_day(asked):
    page, _, move = asked(right=False, answered=4)
    click_answer(page, move)
    expect(page.locator(".actions")).to_contain_text("No more for today")
    assert page.get_by_role("button", name="Next puzzle").count() == 0
    page.goto("/puzzles")
    expect(page.get_by_role("heading", name="No more for today")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Five new ones a day. More tomorrow.")
    expect(page.get_by_role("main")).to_contain_text("One comes back on")
    page.get_by_role("link", name="To the start").click()
    expect(page).to_have_url(re.compile(r"/$"))


def test_an_answer_that_fails_can_be_given_again(asked):
    page, _, move = asked(right=True)
    page.route("**/api/me/puzzles/*", lambda route: route.abort())
    click_answer(page, move)
    expect(page.get_by_role("alert").first).to_be_visible()
    page.unroute("**/api/me/puzzles/*")
    page.reload()
    page.wait_for_selector(".ask")
    click_answer(page, move)
    expect(page.locator(".verdict h2")).to_contain_text("is best")


def test_a_puzzle_that_was_answered_elsewhere_keeps_its_answer(asked):
    page, puzzle, move = asked(right=True)
    answer(page, puzzle, right=False)
    click_answer(page, move)
    expect(page.locator(".actions")).to_contain_text("This one comes back in a week.")


def test_the_line_of_the_start_page_opens_the_puzzle(visit):
    page = visit()
    assert page.locator(".puzzle-line").count() == 0  # a visitor without a key
    page.request.post("/api/people", data={})
    page.goto("/")
    page.locator(".puzzle-line a").click()
    expect(page.locator(".ask")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overflows(asked, language):
    page, _, move = asked(right=False, size=DESK, language=language)
    check_sizes(page, language)
    press_answer(page, move)
    page.wait_for_selector(".verdict h2")
    check_sizes(page, language)


def check_sizes(page, language):
    check_words(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        assert page.evaluate(SCROLLS) == [0, 0], (language, width, height)
        assert page.evaluate(OUTSIDE) == [], (language, width, height)
        assert page.evaluate(OVERLAPS) == [], (language, width, height)
        assert page.evaluate(SIDEWAYS) == 0, (language, width, height)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_is_accessible(asked, violations, theme):
    page, _, move = asked(right=False, size=PHONE, theme=theme)
    assert violations(page) == []
    press_answer(page, move)
    page.wait_for_selector(".verdict h2")
    assert violations(page) == []
