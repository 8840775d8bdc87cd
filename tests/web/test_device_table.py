"""A game on this device at the table of the real pages, from a real server with its policies."""

import json

import pytest

from byzanz.pages.location import FOLDER
from tests.web.stage import PRIMARY, phase, snapshot, state

MOST_STEPS = 40
BEGIN = """async path => {
    const { device, createOnDevice } = await import(path);
    await device.get();
    const seats = [{ bot: null }, { bot: "solid" }, { bot: "greedy" }, { bot: "beginner" }];
    const room = { command: "real-page", name: "Ada", nonce: "0f".repeat(16), seats, start: true };
    return (await createOnDevice(room)).room;
}"""


def module() -> str:
    """The address of the script that pages load for the game on this device."""
    manifest = json.loads((FOLDER / ".vite" / "manifest.json").read_text())
    return "/" + manifest["src/device/device.ts"]["file"]


def play_a_decision(page) -> str:
    """Answer the next own decision with the first possible button; returns its phase."""
    for _ in range(MOST_STEPS):
        now = phase(state(page))
        if now == "over":
            return now
        if now == "wait":
            skip = page.get_by_role("button", name="To my turn")
            if skip.count() and skip.first.is_enabled():
                skip.first.click()
            page.wait_for_timeout(200)
            continue
        before = snapshot(page)
        if now == "bid":
            page.get_by_role("button", name="Pass").first.click()
        else:
            page.locator(
                ".lot button, .stall.take button, .hand li:not(.dimmed) button"
            ).first.click()
            page.locator(PRIMARY).first.click()
        while snapshot(page) == before:
            page.wait_for_timeout(100)
        return now
    raise AssertionError("no decision of one's own")


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_a_table_on_this_device_works_as_any_other(visit, size):
    page = visit(size=size)
    page.set_default_timeout(60_000)  # Python starts twice, perhaps beside other tests
    room = page.evaluate(BEGIN, module())
    page.goto(f"/r/{room}")
    page.wait_for_selector("main.table")
    seen = {play_a_decision(page) for _ in range(2)}
    assert seen <= {"bid", "give", "take", "limit"}
    while phase(state(page)) == "wait":
        page.wait_for_timeout(300)
    before = snapshot(page)
    page.reload()
    page.wait_for_selector("main.table")
    page.wait_for_function(
        "() => document.querySelector('.prompt')?.innerText.includes('Your turn')"
    )
    assert snapshot(page) == before
