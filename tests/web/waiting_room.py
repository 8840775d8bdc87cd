"""Actions in the waiting room."""

import re

from playwright.sync_api import expect

from tests.web.stage import button

ROOM = re.compile(r"/r/[0-9a-f]{32}$")


def new_table(page, name="Livia"):
    page.get_by_label("Your name").fill(name)
    button(page, "Create a table").click()
    page.wait_for_selector(".waiting-seat")
    expect(page).to_have_url(ROOM)
    return page.url


def seats(page):
    return page.locator(".waiting-seat:not(.open) .name").all_inner_texts()
