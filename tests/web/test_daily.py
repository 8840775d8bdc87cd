"""The page of the deal of the day, and its card on the start page."""

import re

import pytest
from playwright.sync_api import expect

from byzanz.server.hosting.people import person_of
from tests.web.languages import LANGUAGES
from tests.web.page_layout import OVERFLOW, SIZES, SMALL, wait_for_fonts
from tests.web.played_days import PAST_DAY, add_results, key_of, play_past_day, wait_for_deal
from tests.web.played_games import add_games

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def daily(visit, server):
    """A function that opens the page of today, with results of this and other people."""

    def open_page(path="/day", *, games=0, is_own=False, **options):
        page = visit(**options)
        key = key_of(page)
        add_results(server, wait_for_deal(page), games, key if is_own else None)
        page.goto(path)
        page.wait_for_selector("main ol")
        wait_for_fonts(page)
        return page

    return open_page


@pytest.fixture
def past(visit, server):
    """A function that opens the page of a day that is over."""
    keys = []

    def open_page(**options):
        page = visit(**options)
        if not keys:
            keys.append(key_of(page))
            play_past_day(server, keys[0])
        page.goto(f"/day/{PAST_DAY}")
        page.wait_for_selector("main section h2")
        wait_for_fonts(page)
        return page

    return open_page


def test_before_the_own_game_the_page_offers_it(daily, violations):
    page = daily(games=211, size=(390, 844))
    expect(page.get_by_role("heading", name="Deal of the day")).to_be_visible()
    main = page.locator("main")
    expect(main).to_contain_text("211 have played it today")
    expect(main).to_contain_text("second browser")
    expect(main).to_contain_text(re.compile(r"The next deal comes at \d\d:\d\d"))
    assert page.locator("svg[role=img]").count() == 0
    assert violations(page) == []
    assert page.evaluate(SMALL) == []


def test_the_only_try_begins_and_is_found_again(daily):
    page = daily()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/r/[0-9a-f]{32}$"))
    room = page.url
    page.goto("/day")
    expect(page.locator("main")).to_contain_text("Your game is running")
    page.get_by_role("link", name="Play on").click()
    expect(page).to_have_url(room)


def test_after_the_own_game_the_distribution_shows_where_it_is(daily, violations):
    page = daily(games=212, is_own=True, size=(1440, 900))
    expect(page.get_by_role("heading", name="Second with 22")).to_be_visible()
    main = page.locator("main")
    expect(main).to_contain_text("Kassia wins with 24")
    expect(main).to_contain_text(re.compile(r"\d+ of 212 players had less than you"))
    expect(page.locator("svg[role=img]")).to_contain_text("you, 22")
    expect(main).to_contain_text("The cards are opened on")
    assert page.get_by_role("link", name="Look back at the game").count() == 0
    assert violations(page) == []


def test_below_20_results_there_is_no_plot(daily):
    page = daily(games=19, is_own=True)
    expect(page.locator("main")).to_contain_text("All 19 results")
    expect(page.locator("main")).to_contain_text("From 20 results on")
    assert page.locator("svg[role=img]").count() == 0


def test_after_the_day_the_games_stand_side_by_side(past, violations):
    page = past(size=(1440, 900))
    expect(page.get_by_role("heading", name="Where the best bid differently")).to_be_visible()
    expect(page.get_by_role("heading", name="What the expert did with your seat")).to_be_visible()
    page.locator("summary", has_text="Auction by auction").first.click()
    table = page.locator("table").first
    gains = table.locator("tbody tr:not(.total) .gain").all_inner_texts()
    total = table.locator(".total .gain").inner_text()
    assert sum(_number(gain) for gain in gains) == _number(total)
    assert violations(page) == []
    page.get_by_role("link", name="See the expert’s game").first.click()
    expect(page).to_have_url(re.compile("/replay/[0-9a-f]{32}$"))
    page.wait_for_selector(".replay")


def test_a_past_day_is_sent_with_the_own_game(past, violations):
    page = past(size=(390, 844))
    page.get_by_role("button", name="Send this deal").click()
    link = page.get_by_label("Link to this deal", exact=True)
    expect(link).to_have_value(re.compile(r"/c/[0-9a-f]{32}$"))
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    path = re.search("/c/[0-9a-f]+", link.input_value()).group()
    page.goto(path)
    expect(page.get_by_role("heading", name="Results")).to_be_visible()
    expect(page.locator("main ol li")).to_have_count(1)


def test_the_deal_of_today_cannot_be_sent(daily):
    page = daily(games=212, is_own=True)
    expect(page.get_by_role("heading", name="Second with 22")).to_be_visible()
    assert page.get_by_role("button", name="Send this deal").count() == 0


def _number(text: str) -> int:
    return int(text.replace(MINUS, "-") or "0")


def test_the_calendar_leads_to_other_days(daily):
    page = daily()
    today = page.locator("[aria-current=date]")
    expect(today).to_have_count(1)
    later = page.get_by_role("button", name="Later month")
    expect(later).to_be_disabled()
    today.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/day/\d{4}-\d{2}-\d{2}$"))


@pytest.mark.parametrize(
    ("day", "sentence"),
    [("never", "This is not a date"), ("2999-01-01", "not come yet"), ("1999-01-01", "no deal")],
)
def test_a_day_that_is_none_gets_a_sentence(visit, day, sentence):
    page = visit(f"/day/{day}")
    expect(page.get_by_role("main")).to_contain_text(sentence)


def test_the_start_page_has_a_card(visit, server, violations):
    page = visit(size=(1440, 900))
    key = key_of(page)
    add_games(server, person_of(key), 5)
    add_results(server, wait_for_deal(page), 212, key)
    page.goto("/")
    card = page.locator(".day .block")
    expect(card).to_contain_text("22 profit, 2 behind Kassia")
    puzzle = page.locator(".puzzle-line")
    above, below = card.bounding_box(), page.locator(".last").bounding_box()
    assert above["x"] == puzzle.bounding_box()["x"] == below["x"]
    assert above["y"] < puzzle.bounding_box()["y"] < below["y"]
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert violations(page) == []
    card.get_by_role("link", name="See all results").click()
    expect(page.get_by_role("heading", name="Second with 22")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overflows(daily, past, language):
    for page in (daily(games=212, is_own=True, language=language), past(language=language)):
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW) <= 0, (page.url, language, width, height)


def test_the_page_is_accessible_in_the_dark(daily, violations):
    page = daily(games=212, is_own=True, size=(390, 844), theme="dark")
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
