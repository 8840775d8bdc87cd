"""Running games on the start page, which their hosts let everybody watch."""

import pytest
from playwright.sync_api import expect

from tests.web.page_layout import OVERFLOW, SIZES
from tests.web.played_games import add_games, new_person
from tests.web.stage import button, check_words
from tests.web.waiting_room import LISTED, new_table, start_listed


def listed(page, name):
    return page.locator(".friends .room-list a", has_text=name)


def withdraw(host):
    button(host, "Menu").click()
    button(host, "Take the game off the start page").click()
    expect(host.get_by_role("dialog")).to_have_count(0)


def test_a_game_can_be_watched_until_its_host_withdraws(visit, violations):
    host, guest = visit(), visit(size=SIZES[0])
    start_listed(host, "Theodora")
    guest.goto("/")
    line = listed(guest, "Theodora")
    expect(line).to_contain_text("Round 1, 1 person")
    for width, height in SIZES:
        guest.set_viewport_size({"width": width, "height": height})
        assert guest.evaluate(OVERFLOW) <= 0, (width, height)
    check_words(guest)
    assert violations(guest) == []
    line.focus()
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("region", name="You are watching")).to_be_visible()
    host.goto("/")
    expect(host.locator(".tables .room-list a")).to_have_count(1)
    expect(listed(host, "Theodora")).to_have_count(0)  # it is among one's own tables
    host.go_back()
    withdraw(host)
    guest.goto("/")
    expect(guest.get_by_role("heading", name="Play with friends")).to_be_visible()
    expect(listed(guest, "Theodora")).to_have_count(0)


def test_the_choice_needs_spectators_and_guests_can_read_it(visit):
    host = visit()
    path = new_table(host, "Zenobia")
    host.locator(".options summary").click()
    host.get_by_label(LISTED).check()
    expect(host.locator(".options summary")).to_contain_text("open to watch for everyone")
    guest = visit(path)
    expect(guest.locator(".options summary")).to_contain_text("open to watch for everyone")
    host.get_by_label("Spectators").uncheck()
    expect(host.get_by_label(LISTED)).to_be_disabled()
    expect(host.get_by_label(LISTED)).not_to_be_checked()
    expect(guest.locator(".options summary")).not_to_contain_text("open to watch")


def test_a_game_against_bots_can_be_listed(server, visit):
    host = visit()
    host.evaluate("""localStorage.setItem("byzanz.settings", '{"name": "Prokopia"}')""")
    add_games(server, new_person(host))
    host.goto("/")
    host.get_by_role("button", name="Change", exact=True).click()
    host.get_by_label(LISTED).check()
    button(host, "Play again").click()
    host.wait_for_selector("main.table")
    guest = visit()
    expect(listed(guest, "Prokopia")).to_contain_text("1 person")
    withdraw(host)


@pytest.mark.parametrize("language", ["de-DE", "it-IT", "nl-NL"])
def test_the_list_in_other_languages(visit, language):
    host, guest = visit(), visit(size=SIZES[1], language=language)
    start_listed(host, "Eirene")
    guest.goto("/")
    expect(listed(guest, "Eirene")).to_be_visible()
    assert guest.evaluate(OVERFLOW) <= 0
    check_words(guest)
    withdraw(host)
