"""After the end the page shows all hands, the kept cards and the proof of the deal."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

from tests.cli.calling import ENVIRONMENT
from tests.web.conftest import visiting
from tests.web.stage import button, check_words, meet

HEX = re.compile("^[0-9a-f]{64}$")
COUNT = re.compile(r"(\d+) profit cards?, (\d+) in hand")


@pytest.fixture(scope="module")
def table(chromium, stage):
    """A room in which bots have played to the end."""
    with visiting(chromium, stage.url) as visit:
        page = visit()
        button(page, "Easy").click()
        button(page, "Watch bots play").click()
        page.wait_for_selector("main.table")
        button(page, "very fast").click()
        stage.until(lambda: page.locator("main.end").count())
        yield page.url


@pytest.fixture
def page(table, visit_stage):
    page = visit_stage(table)
    page.wait_for_selector("main.end")
    return page


def open_cards(page):
    button(page, "Menu").click()
    button(page, "Cards and deal").click()
    return page.get_by_role("dialog", name="Cards and deal")


def test_the_result_as_a_picture_is_opened_and_closed_with_the_keyboard(page, violations):
    opener = button(page, "Result as a picture")
    opener.focus()
    page.keyboard.press("Enter")
    sheet = page.get_by_role("dialog", name="Result as a picture")
    expect(sheet.locator("[role=img][aria-busy=false]")).to_be_visible()
    winner = page.locator("main h1").inner_text().replace("\N{NO-BREAK SPACE}", " ")
    label = sheet.locator("[role=img]").get_attribute("aria-label")
    assert label.replace("\N{NO-BREAK SPACE}", " ").startswith(f"{winner}. ")
    assert violations(page) == []
    check_words(page)
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()


def test_all_hands_and_kept_cards_are_shown(page, violations):
    counts = [tuple(map(int, COUNT.search(pod).groups())) for pod in pods(page)]
    for size in ((390, 844), (844, 390), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        drawer = open_cards(page)
        sections = drawer.locator("section[aria-label]")
        shown = [
            tuple(each.locator("dd").nth(row).locator("img").count() for row in (0, 1))
            for each in sections.all()
        ]
        assert shown == counts
        assert any(hand for _, hand in shown)
        check_words(page)
        assert violations(page) == []
        page.keyboard.press("Escape")
        expect(drawer).to_have_count(0)


def pods(page):
    return page.locator(".standing").all_inner_texts()


def test_the_deal_can_be_verified_from_the_page(page, tmp_path):
    drawer = open_cards(page)
    commitment, secret = drawer.locator("dd code").all_inner_texts()
    assert HEX.match(commitment)
    assert HEX.match(secret)
    with page.expect_download() as loaded:
        drawer.get_by_role("link", name="Download the record").click()
    name = loaded.value.suggested_filename
    assert f"byzanz check --deal {name}" in drawer.text_content()
    loaded.value.save_as(tmp_path / name)
    assert secret in (tmp_path / name).read_text()
    for options in (["--deal"], ["--commitment", commitment]):
        checked = subprocess.run(
            [sys.executable, "-m", "byzanz", "check", *options, tmp_path / name],
            capture_output=True, text=True, env=ENVIRONMENT, check=False,
        )  # fmt: skip
        assert checked.returncode == 0, checked.stdout + checked.stderr
        assert commitment in checked.stdout


def test_a_game_ended_early_shows_all_hands_too(stage, visit_stage):
    host = visit_stage()
    host.get_by_label("Your name").fill("Livia")
    button(host, "Create a table").click()
    host.wait_for_selector(".waiting-seat")
    shown = host.locator(".deal .whole").text_content()
    guest = visit_stage(host.url)
    guest.get_by_label("Your name").fill("Zoe")
    button(guest, "Sit down").click()
    expect(host.locator(".waiting-seat .name", has_text="Zoe")).to_be_visible()
    button(host, "Start").click()
    for page in (host, guest):
        page.wait_for_selector("main.table")
        button(page, "Menu").click()
        assert button(page, "Cards and deal").count() == 0
        button(page, "End the game for all").click()
        button(page, "Ask to end the game").click()
    expect(guest.locator(".prompt")).to_contain_text("The game was ended early")
    drawer = open_cards(guest)
    expect(drawer.locator("section[aria-label] img")).to_have_count(4 * 4)
    expect(drawer).to_contain_text("Your random part")
    expect(drawer).to_contain_text(shown)  # the number of the waiting room
    check_words(guest)


def test_a_given_deck_has_no_proof_and_the_page_says_so(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    for page in (livia, zoe):
        button(page, "Menu").click()
        button(page, "End the game for all").click()
        button(page, "Ask to end the game").click()
    expect(livia.locator(".prompt")).to_contain_text("The game was ended early")
    expect(open_cards(livia)).to_contain_text("The deck of this game was preset")


def test_the_end_has_a_sentence_of_the_report_and_its_buttons(stage, page):
    """Other actions are in the menu."""
    expect(page.locator(".end .head p").last).to_have_text(
        re.compile(
            r"^The lot of.[1-6] in round.\d (decided it|brought most): .+\.$|^Equal in profit"
        ),
        timeout=20_000,  # milliseconds; the end is drawn after the last cards have moved
    )
    expect(page.locator(".end .buttons .btn")).to_have_text(
        [re.compile("^Watch another game"), "Look back", "Share", "Picture"]
    )
    assert page.locator(".flying").count() == 0
    button(page, "Share").click()
    expect(button(page, "Copied")).to_be_visible()
    button(page, "Menu").click()
    for name in ("Replay", "Look back", "Back to start"):
        expect(page.get_by_role("dialog").get_by_role("link", name=name)).to_be_visible()
    for name in ("Cards and deal", "Log"):
        expect(page.get_by_role("dialog").get_by_role("button", name=name)).to_be_visible()
    check_words(page)


def test_enter_starts_another_game(page):
    before = page.url
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")
    assert page.url != before
