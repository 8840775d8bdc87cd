"""The lesson of the tutorial: what is committed is what the rules make, and what its words say."""

import json

import pytest

from tests.scripts import load_script


@pytest.fixture(scope="module")
def script():
    return load_script("tutorial_lesson")


@pytest.fixture(scope="module")
def steps(script):
    return {step["name"]: step for step in json.loads(script.FILE.read_text())}


def last(steps, name):
    """The view that a step is about, its own or that of the step before it."""
    views = [update["view"] for step in steps.values() for update in step["updates"]]
    names = list(steps)
    count = sum(len(steps[each]["updates"]) for each in names[: names.index(name) + 1])
    return views[count - 1]


def stall(view, letter):
    return next(each["cards"] for each in view["market"] if each["stall"] == letter)


def test_the_file_is_up_to_date(script):
    assert script.FILE.read_text() == script.lesson_text(), "run scripts/tutorial_lesson.py"


def test_only_the_learner_sees_the_learners_cards(steps):
    for step in steps.values():
        for update in step["updates"]:
            assert update["view"]["seat"] == update["room"]["seat"] == 0
            dealt = [e for s in update["steps"] for e in s["events"] if e["type"] == "dealt"]
            assert all(event["cards"] is None for event in dealt if event["seat"] != 0)


def test_each_decision_is_there_when_it_is_asked_for(steps):
    phases = {name: last(steps, name)["phase"] for name, step in steps.items() if step["move"]}
    assert phases == {
        "bid": "bid",
        "raise": "bid",
        "give": "give",
        "take": "take",
        "limit": "reduce",
        "joker": "bid",
        "merchants": "close",
    }


def test_what_the_coach_says_is_so(steps):
    assert last(steps, "raise")["lot"]["beat"] == 5
    paid = last(steps, "pay")
    assert [stall(paid, letter) for letter in "GSV"] == [["G1"], ["S3"], ["V2"]]
    assert [len(seat["bid"]) for seat in paid["seats"]] == [0, 0, 0]
    granted = last(steps, "allPass")
    assert granted["seats"][1]["offer"] == 4
    assert granted["seats"][1]["hand_count"] == 8
    assert last(steps, "last")["lot"]["price"] is None
    order = [seat["takes_at"] for seat in last(steps, "market")["seats"]]
    assert order == [3, 2, 1]
    assert stall(last(steps, "take"), "V") == ["V1", "V2"]
    assert last(steps, "limit")["excess_count"] == 1
    assert last(steps, "joker")["turn"] != 0
    assert last(steps, "joker")["round"] == 2
    closing = last(steps, "close")
    assert (closing["round"], closing["draw_pile_count"]) == (8, 0)


def test_the_merchants_decide_the_game(steps):
    before = last(steps, "merchants")["own"]["profit"]
    first, second, _ = last(steps, "end")["standings"]
    assert (first["seat"], first["profit"]) == (0, before + 5)
    assert before < second["profit"] < first["profit"]
