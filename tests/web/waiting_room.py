"""Actions in the waiting room."""

import re

from playwright.sync_api import expect

from tests.web.stage import button

LISTED = "Open to watch for everyone"
ROOM = re.compile(r"/r/[0-9a-f]{32}$")


def new_table(page, name="Livia"):
    page.get_by_label("Your name").fill(name)
    button(page, "Create a table").click()
    page.wait_for_selector(".waiting-seat")
    expect(page).to_have_url(ROOM)
    return page.url


def start_listed(page, name):
    """Start a game of this person and three bots, listed for everybody."""
    new_table(page, name)
    page.locator(".options summary").click()
    page.get_by_label(LISTED).check()
    button(page, "Start with three bots").click()
    page.wait_for_selector("main.table")


def seats(page):
    return page.locator(".waiting-seat:not(.open) .name").all_inner_texts()
