"""Deals that friends send: the landing page, the results, two games side by side, the link."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from byzanz.game.record import write_record
from byzanz.wire.challenges import ChallengeState
from tests.web.challenge_answers import ID, PLAYERS, SEAT, answer, let_answer
from tests.web.languages import LANGUAGES
from tests.web.page_layout import OVERFLOW, SMALL, wait_for_fonts
from tests.web.sample_games import played
from tests.web.stage import RAW, button

STATES = (ChallengeState.OPEN, ChallengeState.FULL, ChallengeState.OVER)
OVER = ChallengeState.OVER


@pytest.fixture
def show(visit):
    """A function that opens the page of a challenge with a prepared answer."""

    def open_page(challenge, **options):
        page = visit(**options)
        let_answer(page, challenge)
        page.goto(f"/c/{ID}")
        page.wait_for_selector("main h1, main h2")
        wait_for_fonts(page)
        return page

    return open_page


@pytest.fixture(scope="module")
def sent(server):
    """The paths of a deal that somebody sent, and of the record it was made from."""
    record = write_record(played(4, seed=3))
    with httpx.Client(base_url=server.url, timeout=10) as http:
        http.post("/api/people", json={})
        plain = {"content-type": "text/plain"}
        replay = http.post("/api/replays", content=record, headers=plain).json()["replay"]
        made = http.post(f"/api/replays/{replay}/challenge", json={"name": "Livia", "seat": 2})
        assert made.status_code == 200, made.text
        return f"/c/{made.json()['challenge']}", f"/replay/{replay}"


def test_a_friend_plays_the_deal_and_leaves(visit, sent):
    page = visit(sent[0])
    expect(page.get_by_role("heading", name="Livia sends you a deal")).to_be_visible()
    page.get_by_label("Your name").fill("Carla")
    button(page, "Play this deal").click()
    page.wait_for_selector("main.table")
    room = page.url
    page.goto(sent[0])
    page.get_by_role("link", name="Go on playing").click()
    assert page.url == room
    page.locator("header.top .icon-button").last.click()
    button(page, "Leave the game").click()
    button(page, "Leave", exact=True).click()
    expect(page.locator("main.table")).to_have_count(0)
    page.goto(sent[0])
    expect(page.get_by_role("heading", name="Results")).to_be_visible()
    expect(page.locator("main li")).to_contain_text("ended early")


def test_a_link_to_no_deal_says_so(visit):
    page = visit(f"/c/{'0' * 32}")
    expect(page.get_by_role("heading", name="This deal is gone")).to_be_visible()


def test_the_deal_of_a_record_is_sent_from_its_replay(visit, sent):
    page = visit(sent[1])
    page.wait_for_selector("main")
    page.locator("header.top .icon-button").last.click()
    button(page, "Send this deal").click()
    page.get_by_label("Which seat").select_option("1")
    button(page, "Make the link").click()
    link = page.get_by_label("Link to this deal", exact=True)
    expect(link).to_have_value(re.compile(r"/c/[0-9a-f]{32}$"))
    expect(page.locator("dialog")).to_contain_text("the same cards")


def test_two_games_are_compared_auction_by_auction(show):
    page = show(answer(OVER))
    mine, theirs = PLAYERS[1].seats[SEAT].profit, PLAYERS[2].seats[SEAT].profit
    expect(page.locator("main li")).to_have_count(len(PLAYERS))
    expect(page.locator("main ol")).to_contain_text("is still playing")
    expect(page.locator("main ol")).to_contain_text("with hints or moves taken back")
    button(page, "Compare with Theodora Konstantinopel").click()
    title = f"You {mine}, Theodora Konstantinopel {theirs}"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    rounds = page.locator("tbody td.for-me").evaluate_all(
        "all => all.map((each) => Number(each.textContent.trim().replace('\\u2212', '-') || 0))"
    )
    assert sum(rounds) == mine - theirs
    assert page.locator("tr[data-round]").count() == len(PLAYERS[1].rounds)
    link = page.get_by_role("link", name="Look at round")
    expect(link).to_have_attribute("href", re.compile(rf"^/replay/{'a' * 32}\?round=\d$"))


def test_a_replay_begins_at_a_round(visit, sent):
    page = visit(f"{sent[1]}?round=3")
    expect(page.locator(".round").first).to_contain_text("3")
    expect(page).to_have_url(re.compile(r"\?at=[1-9]\d*&eyes=\d$"))


def test_a_refused_request_says_why(show):
    page = show(answer())
    page.route(
        "**/api/challenges/*/rooms",
        lambda route: route.fulfill(status=409, json={"code": "other_version", "facts": {}}),
    )
    button(page, "Play this deal").click()
    expect(page.locator("main .notice")).to_contain_text("The bots or the rules have changed")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_fit_in_every_language(show, language):
    for state in STATES:
        page = show(answer(state), language=language)
        for width, height in ((360, 640), (844, 390), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOW) <= 0, (state, width, height)
            assert page.evaluate(SMALL) == [], (state, width, height)
        assert not RAW.search(page.locator("main").inner_text())


@pytest.mark.parametrize("theme", ["dark", pytest.param("light", marks=pytest.mark.long)])
def test_axe_finds_nothing_at_a_challenge(show, violations, theme):
    for state in STATES:
        page = show(answer(state), theme=theme, size=(390, 844))
        assert violations(page) == []
    button(page, "Send the deal on").click()
    expect(page.get_by_label("Link to this deal", exact=True)).to_be_visible()
    assert violations(page) == []


def test_everything_is_reached_by_keyboard(show):
    page = show(answer(OVER))
    reached = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.textContent.trim()"))
    assert {"Send the deal on", "Compare"} <= reached
