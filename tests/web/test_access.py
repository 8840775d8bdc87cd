"""Axe finds no violation in any phase of the table."""

import pytest

FLAT, DESK = (844, 390), (1440, 900)
SCENES = (
    "bid-raise", "bid-auto+autobid", "bid-won+speed", "recap+skip", "bid-passed+guess",
    "bid-wait+lost", "give-4+pick", "take+stall",
    "take-wait+plan", "limit-sell", "limit-discard+pick", "sale+sheet", "sale+memory", "close",
    "watch-bid", "end-win",
)  # fmt: skip


@pytest.fixture(scope="module")
def table(chromium, harness):
    page = chromium.new_page(reduced_motion="reduce")
    page.goto(harness)
    page.wait_for_function("() => window.show !== undefined")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("theme", "sizes"),
    [
        pytest.param("dark", [FLAT], id="dark"),
        pytest.param("dark", [DESK], marks=pytest.mark.long, id="dark and wide"),
        pytest.param("light", [FLAT, DESK], marks=pytest.mark.long, id="light"),
    ],
)
def test_axe_finds_nothing_at_the_table(table, violations, theme, sizes):
    found = {}
    for scene in SCENES:
        table.evaluate("values => show(...values)", [4, scene, "en", theme])
        for width, height in sizes:
            table.set_viewport_size({"width": width, "height": height})
            table.wait_for_timeout(50)
            if listed := violations(table):
                found[scene, width, height] = listed
    assert not found
