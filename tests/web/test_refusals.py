"""The table explains every refused move."""

import json

import pytest
from playwright.sync_api import expect

from byzanz.game.refusal import Reason
from byzanz.wire.problems import Code
from tests.web.stage import (
    button,
    card,
    check_words,
    meet,
    phase,
    play_bots,
    snapshot,
    state,
    text,
    turn,
)

PICKED = ".hand [aria-pressed=true]"
ANSWERS = [
    *({"code": "refused", "facts": {"reason": reason, "value": 3, "beat": 4}} for reason in Reason),
    *({"code": code, "facts": {}} for code in Code if code not in ("refused", "not_known", "busy")),
]


@pytest.fixture
def page(stage, visit_stage):
    page = play_bots(stage, visit_stage, hands="C1 C2 G3 M")
    turn(stage, page)
    return page


def test_a_bid_that_is_too_low_shows_the_value_needed(stage, visit_stage):
    other, page = meet(stage, visit_stage, "Livia", "Zoe", hands="C2 W1 | C1 G3 W1 O1")
    card(other, "cloth 2").click()
    button(other, "Bid 2").click()
    now = turn(stage, page)
    card(page, "cloth 1").click()
    expect(page.locator(".prompt")).to_contain_text("1 is not enough, you need 3")
    primary = page.locator(".actions .btn.primary")
    expect(primary).to_have_attribute("aria-disabled", "true")
    primary.click(force=True)
    assert state(page)["log"] == now["log"]
    expect(page.locator(PICKED)).to_have_count(1)
    card(page, "grain 3").click()
    button(page, "Bid 4: beats 2").click()
    expect(other.locator(".slab")).to_contain_text("Zoe leads")


def test_merchants_cannot_be_bid(page):
    card(page, "cloth 2").click()
    card(page, "merchant").click()
    expect(page.get_by_role("alert")).to_contain_text("Merchants can’t be bid")
    expect(page.locator(PICKED)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_bid_much_too_high_must_be_confirmed(page):
    for name in ("cloth 2", "grain 3"):
        card(page, name).click()
    button(page, "Bid 5").click()
    expect(page.locator(".prompt")).to_contain_text("That is 4 more than needed")
    button(page, "Bid 5 anyway").click()
    expect(page.locator(".log")).to_contain_text("You bid 5")


def test_every_refusal_is_explained_and_keeps_the_selection(page):
    answers = iter(ANSWERS)
    page.route(
        "**/commands",
        lambda route: route.fulfill(
            status=409, content_type="application/json", body=json.dumps(next(answers))
        ),
    )
    card(page, "cloth 1").click()
    explanations = set()
    for answer in ANSWERS:
        button(page, "Bid 1").click()
        notice = page.get_by_role("alert")
        expect(notice).to_be_visible()
        explanations.add(notice.inner_text())
        assert answer["code"] not in text(page)
        check_words(page)
        expect(page.locator(PICKED)).to_have_count(1)
        page.keyboard.press("Escape")
    assert len(explanations) > 8
    page.unroute("**/commands")
    button(page, "Bid 1").click()
    expect(page.locator(".log")).to_contain_text("You bid 1")


def test_a_second_tab_of_one_seat_follows_the_first(stage, visit_stage):
    """A move of a tab whose push is late is refused with an explanation, and the tab catches up."""
    first = play_bots(stage, visit_stage, hands="C1 C2 G3 M")
    turn(stage, first)
    gate = Gate()
    second = visit_stage("/", page=first)
    second.route_web_socket("**/push*", gate.guard)
    second.goto(first.url)
    second.wait_for_selector("main.table")
    assert phase(state(second)) == "bid"
    card(second, "grain 3").click()
    button(first, "Pass").click()
    expect(first.locator(".log")).to_contain_text("You pass")
    button(second, "Bid 3").click()
    expect(second.get_by_role("alert")).to_contain_text("The game has moved on")
    expect(second.locator(".log")).to_contain_text("You pass")
    expect(second.locator(PICKED)).to_have_count(1)  # the card is still in the hand
    check_words(second)
    before = snapshot(second)
    gate.open()  # the late message brings nothing new
    second.wait_for_timeout(200)
    assert snapshot(second) == before
    turn(stage, first)
    assert phase(turn(stage, second)) == phase(state(first))


class Gate:
    """Passes a socket's first message, and holds the rest back until opened."""

    def __init__(self):
        self.held = []
        self.is_open = False
        self.socket = None

    def guard(self, socket):
        self.socket = socket
        socket.connect_to_server().on_message(self.receive)

    def receive(self, message):
        if self.is_open or not self.held:
            self.socket.send(message)
        self.held.append(message)

    def open(self):
        self.is_open = True
        for message in self.held[1:]:
            self.socket.send(message)
