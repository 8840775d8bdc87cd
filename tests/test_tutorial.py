"""The tutorial's lesson is up to date, and agrees with what its texts say."""

import json

import pytest

from byzanz.words.catalogue import load
from tests.scripts import load_script


@pytest.fixture(scope="module")
def script():
    return load_script("tutorial_lesson")


@pytest.fixture(scope="module")
def steps(script):
    return {step["name"]: step for step in json.loads(script.FILE.read_text())}


def last_view(steps, name):
    """The last view shown when a step begins."""
    views = [update["view"] for step in steps.values() for update in step["updates"]]
    names = list(steps)
    count = sum(len(steps[each]["updates"]) for each in names[: names.index(name) + 1])
    return views[count - 1]


def last_options(steps, name):
    """The learner's options when a step begins."""
    updates = [update for step in steps.values() for update in step["updates"]]
    names = list(steps)
    count = sum(len(steps[each]["updates"]) for each in names[: names.index(name) + 1])
    return updates[count - 1]["options"]


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


def test_the_lesson_is_short_and_has_every_move(steps):
    assert len(steps) <= 20
    moves = {step["move"].split(" ")[0] for step in steps.values()}
    assert moves == {"", "bid", "pass", "give", "take", "sell", "discard"}


def test_each_move_is_asked_for_in_its_phase(steps):
    phases = {name: last_view(steps, name)["phase"] for name, step in steps.items() if step["move"]}
    assert phases == {
        "bid": "bid",
        "raise": "bid",
        "pass": "bid",
        "open": "bid",
        "discard": "reduce",
        "take": "take",
        "sell": "reduce",
        "merchant": "bid",
        "give": "give",
        "joker": "bid",
        "close": "close",
    }


def test_the_texts_about_the_first_lots_are_true(steps):
    assert len(last_view(steps, "lot")["lot"]["cards"]) == 6
    assert last_view(steps, "raise")["lot"]["beat"] == 5
    assert last_view(steps, "pass")["lot"]["beat"] == 8
    paid = last_view(steps, "pay")
    assert [stall(paid, letter) for letter in "COW"] == [["C3"], ["O2"], ["W3"]]
    assert paid["own"]["hand"] == ["G1", "S3", "V2", "V4"], "the bid did not come back"
    opened = last_view(steps, "open")
    assert (opened["turn"], opened["seats"][2]["offer"]) == (0, 6)
    assert stall(opened, "V") == ["V1"], "no card of the lot was given"
    granted = last_view(steps, "allPass")
    assert (granted["seats"][0]["offer"], granted["own"]["hand"].count("C1")) == (4, 1)
    assert (len(granted["own"]["hand"]), granted["excess_count"]) == (8, 1)
    assert last_options(steps, "discard")["sales"] == [], "a set can be sold instead"
    assert last_view(steps, "last")["lot"]["price"] is None


def test_the_texts_about_the_market_are_true(steps):
    market = last_view(steps, "market")
    assert [seat["takes_at"] for seat in market["seats"]] == [2, 1, 3]
    assert market["seats"][1]["offer"] == 2
    assert stall(last_view(steps, "take"), "V") == ["V1"]
    sold = last_options(steps, "sell")["sales"]
    assert [(sale["cards"], sale["kept"]) for sale in sold] == [(["V1", "V2", "V4"], "V4")]
    assert last_view(steps, "rest")["turn"] == 2
    events = {
        event["type"]: event
        for update in steps["merchant"]["updates"]
        for step in update["steps"]
        for event in step["events"]
    }
    assert events["market_cleared"]["cards"] == ["C3", "S1"]
    assert events["round_begun"]["opener"] == 1


def test_the_texts_about_merchants_are_true(steps):
    seen = [update["view"]["lot"] for step in steps.values() for update in step["updates"]]
    names = [name for name, step in steps.items() for _ in step["updates"]]
    first = next(name for name, lot in zip(names, seen, strict=True) if lot and "M" in lot["cards"])
    assert first == "merchant", "merchants are not explained where they are first seen"
    assert last_view(steps, "merchant")["lot"]["beat"] < 3
    joker = last_view(steps, "joker")
    assert (joker["turn"], joker["round"], joker["excess_count"]) == (1, 2, 0)
    sold = last_options(steps, "joker")["sales"]
    assert [(sale["cards"], sale["kept"]) for sale in sold] == [(["G2", "G4", "M"], "G4")]
    closing = last_view(steps, "close")
    assert (closing["round"], closing["draw_pile_count"]) == (8, 0)
    assert last_options(steps, "close")["sales"][0]["cards"] == ["M", "M", "M"]


def test_the_merchants_decide_the_game(steps):
    before = last_view(steps, "close")["own"]["profit"]
    first, second, _ = last_view(steps, "end")["standings"]
    assert (first["seat"], first["profit"]) == (0, before + 5)
    assert before < second["profit"] < first["profit"]


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
def test_every_correction_names_the_goods_to_play(script, steps, language):
    """If a bubble asks for a move, its correction names the goods of all its cards."""
    texts, goods = load(language, "tutorial"), load(language, "common")
    for name, step in steps.items():
        move, *cards = step["move"].split(" ")
        if move == "":
            assert f"tutorial.{name}Wrong" not in texts
            continue
        said = texts[f"tutorial.{name}Wrong"].lower()
        wanted = {goods[f"good.{card[0]}"].lower() for card in cards if card[0] != "M"}
        assert all(good in said for good in wanted), (name, said)
