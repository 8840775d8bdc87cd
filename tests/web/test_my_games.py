"""The page of my games, and the start page of a returning player."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.languages import LANGUAGES
from tests.web.page_layout import OVERFLOW, SIZES, SMALL, wait_for_fonts
from tests.web.played_games import add_games, new_person
from tests.web.stage import button


@pytest.fixture
def my_games(visit, server):
    """A function that opens the page of a person with games."""

    def open_page(path="/games", *, count=46, **options):
        page = visit(**options)
        add_games(server, new_person(page), count)
        page.goto(path)
        page.wait_for_selector("main li" if count else "main p")
        wait_for_fonts(page)
        return page

    return open_page


def test_games_are_listed_latest_first_with_older_ones_on_demand(my_games):
    page = my_games(count=27)
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page.locator("main")).to_contain_text("27 games since")
    lines = page.locator(".list li")
    expect(lines).to_have_count(20)
    button(page, "Show older games").click()
    expect(lines).to_have_count(27)
    expect(button(page, "Show older games")).to_have_count(0)
    days = lines.locator("time").evaluate_all("all => all.map((each) => each.dateTime)")
    assert days == sorted(days, reverse=True)


def test_games_are_chosen_by_opponents(my_games):
    page = my_games(count=10)
    button(page, "Friends").click()
    lines = page.locator(".list li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("Zoe, Carla")
    button(page, "Bots").click()
    expect(lines).to_have_count(8)
    expect(lines.first).to_contain_text("bots")


def test_a_record_is_kept_until_the_person_no_longer_keeps_it(my_games):
    page = my_games(count=3)
    marks = page.get_by_role("button", name="Keep the record for good")
    marks.first.click()
    expect(marks.first).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(marks.first).to_have_attribute("aria-pressed", "true")
    expect(marks.nth(1)).to_have_attribute("aria-pressed", "false")
    marks.first.click()
    page.reload()
    expect(marks.first).to_have_attribute("aria-pressed", "false")


def test_trends_and_rating_show_their_uncertainty(my_games):
    page = my_games()
    figures = page.locator("figure")
    expect(figures).to_have_count(3)
    assert figures.locator("b").all_inner_texts() == ["Easy", "Medium", "Hard"]
    expect(figures.nth(2)).to_contain_text("Games 1 to 10:")
    expect(page.locator(".side")).to_contain_text(re.compile(r"\d+ ± \d+"))


def test_fewer_than_ten_games_make_no_stone(my_games):
    page = my_games(count=4)
    expect(page.locator("figure").first).to_contain_text("until the first stone")


def test_a_friend_is_asked_again_or_forgotten_on_both_sides(my_games):
    page = my_games()
    friend = page.get_by_role("button", name=re.compile("^Carla: you were ahead"))
    friend.click()
    sheet = page.get_by_role("dialog", name="Carla")
    expect(sheet).to_contain_text("games together")
    sheet.get_by_role("button", name="Forget Carla").click()
    expect(sheet).to_have_count(0)
    expect(friend).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^Zoe: you were ahead"))).to_be_visible()
    expect(friend).to_have_count(0)


def test_the_same_people_get_a_new_table(my_games, server):
    page = my_games()
    page.get_by_role("button", name=re.compile("^Zoe: you were ahead")).click()
    button(page, "Play again with the same people").click()
    expect(page).to_have_url(re.compile("/r/[0-9a-f]{32}$"))
    expect(page.get_by_role("heading", name="One seat is taken")).to_be_visible()
    assert server.query("SELECT count(*) FROM member WHERE person LIKE '%-Leo'") == [(1,)]


def test_the_start_page_shows_the_last_games(my_games, violations):
    page = my_games("/", size=(1440, 900))
    expect(page.locator(".btn.primary")).to_have_text("Play again")
    expect(page.locator(".last li")).to_have_count(3)
    assert button(page, "6").count() == 0
    button(page, "Change").click()
    expect(button(page, "6")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert violations(page) == []
    page.get_by_role("link", name="All my games").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def test_a_line_leads_to_the_game_with_the_keyboard(my_games):
    page = my_games("/")
    page.locator(".last a").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/replay/[0-9a-f]{32}$"))


def test_a_game_that_is_gone_has_no_picture_but_a_sentence(my_games):
    """The games of these tests have results, but no log."""
    page = my_games(count=3)
    before = page.locator(".list li").all_inner_texts()
    button(page, "Result as a picture").first.click()
    sheet = page.get_by_role("dialog", name="Result as a picture")
    expect(sheet.get_by_role("alert")).to_be_visible()
    expect(sheet.get_by_role("link", name="Download")).to_have_count(0)
    page.keyboard.press("Escape")
    assert page.locator(".list li").all_inner_texts() == before


def test_without_games_the_page_says_so(my_games):
    page = my_games(count=0)
    expect(page.locator("main")).to_contain_text("No finished game yet")
    assert page.locator(".list").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_is_accessible(my_games, violations, theme):
    page = my_games(size=(390, 844), theme=theme)
    expect(page.locator("figure")).to_have_count(3)
    assert violations(page) == []
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overflows(my_games, language):
    page = my_games(language=language)
    expect(page.locator("figure")).to_have_count(3)
    for path in ("/games", "/"):
        page.goto(path)
        page.wait_for_selector("main li")
        wait_for_fonts(page)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW) <= 0, (path, language, width, height)
