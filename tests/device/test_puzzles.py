"""Puzzles on a device: those that are shipped, with the answers kept here."""

import pytest

from byzanz.puzzles.collection import shipped_collection
from byzanz.puzzles.schedule import DAY, NEW_A_DAY
from tests.device.page import Page, Refused


def choices(task: dict) -> list:
    return shipped_collection().puzzles[task["puzzle"].removeprefix("device-")].choices


def answer(page: Page, task: dict, index: int = 0) -> dict:
    body = {"version": task["version"], "move": str(choices(task)[index].move)}
    return page.ask("answer_puzzle", body, puzzle=task["puzzle"])


def test_five_new_ones_a_day_and_a_missed_one_again_after_a_week():
    page = Page(now=20 * DAY)
    first = page.ask("my_puzzles")
    assert (first["waiting"], first["solved"]) == (NEW_A_DAY, 0)
    verdict = answer(page, first["next"], index=-1)
    assert not verdict["is_right"]
    assert verdict["due"] == 27 * DAY
    page = Page(page.database, now=page.now)
    for left in range(NEW_A_DAY - 1, 0, -1):
        puzzles = page.ask("my_puzzles")
        assert puzzles["waiting"] == left
        assert answer(page, puzzles["next"])["is_right"]
    done = page.ask("my_puzzles")
    assert (done["next"], done["waiting"], done["solved"]) == (None, 0, NEW_A_DAY - 1)
    page.now = 27 * DAY
    back = page.ask("my_puzzles")
    assert back["next"]["puzzle"] == first["next"]["puzzle"]
    assert back["next"]["tries"] == 1
    assert answer(page, back["next"])["solved"] == NEW_A_DAY


def test_an_answer_counts_once():
    page = Page()
    task = page.ask("my_puzzles")["next"]
    assert answer(page, task)["solved"] == 1
    assert answer(page, task, index=-1)["solved"] == 1
    assert page.ask("my_puzzles")["next"]["puzzle"] != task["puzzle"]


def test_right_answers_lead_to_harder_ones():
    page, levels = Page(now=DAY), []
    for _ in range(12):
        for _ in range(NEW_A_DAY):
            task = page.ask("my_puzzles")["next"]
            levels.append(task["level"])
            answer(page, task)
        page.now += DAY
    assert levels[0] == "easy"
    assert levels[-1] == "hard"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"version": "old"}, "other_version"),
        ({"move": "nonsense"}, "bad_request"),
        ({"puzzle": "device-000000000000"}, "not_found"),
    ],
)
def test_bad_answers_are_refused(change, code):
    page = Page()
    task = page.ask("my_puzzles")["next"]
    given = {"version": task["version"], "move": str(choices(task)[0].move)}
    given |= {"puzzle": task["puzzle"]} | change
    with pytest.raises(Refused, match=code):
        page.ask(
            "answer_puzzle",
            {"version": given["version"], "move": given["move"]},
            puzzle=given["puzzle"],
        )
