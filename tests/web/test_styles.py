"""Styles of one page leave the others alone: a page looks the same wherever one comes from."""

import pytest

from tests.web.test_analysis import ID, Answers

PHONE, DESK = (390, 844), (1440, 900)
ANALYSIS = f"/replay/{ID}/analysis"
PLACES = {
    "/": "main.start",
    "/rules": "main h1",
    "/licences": "main h1",
    "/device": "main h1",
    "/tutorial": ".lesson-coach",
    f"/replay/{ID}?at=9": "main.table",
    ANALYSIS: "main.ana",
}
GO = """(path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
BOXES = """() => [...document.querySelectorAll("body *")]
    .filter((each) => !each.closest("[aria-live], .flights"))
    .map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        const { color, backgroundColor } = getComputedStyle(each);
        const box = [x, y, width, height].map(Math.round).join();
        const names = [...each.classList].filter((name) => name !== "arrived").join(".");
        return `${each.tagName} ${names} ${box} ${color} ${backgroundColor}`;
    })"""  # `arrived` marks a card for a moment


def settled(page, place):
    """What stands on the page when nothing changes any more."""
    page.wait_for_selector(PLACES[place])
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    boxes = None
    for _ in range(40):
        page.wait_for_timeout(200)
        before, boxes = boxes, page.evaluate(BOXES)
        if boxes == before:
            return boxes
    pytest.fail(f"{place} does not come to rest")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_page_looks_the_same_after_the_others(visit, size):
    page = visit("/", size=size)
    Answers(page)
    fresh = {}
    for place in PLACES:
        page.goto(place)
        fresh[place] = settled(page, place)
    for place, mark in PLACES.items():  # all styles are loaded by the last of them
        page.evaluate(GO, place)
        page.wait_for_selector(mark)
    for place, boxes in fresh.items():
        page.evaluate(GO, place)
        later = settled(page, place)
        changed = [
            f"{one}\n  {other}" for one, other in zip(boxes, later, strict=False) if one != other
        ]
        assert (place, changed[:10], len(later)) == (place, [], len(boxes))
