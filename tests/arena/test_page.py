"""Plots and the page: self-contained, well-formed, readable without pictures."""

import re
import xml.etree.ElementTree as ET

import pytest
from msgspec.structs import replace

from byzanz.arena.axis import Tick, axis, number_text, percent_text, time_axis, time_text
from byzanz.arena.page import html_page
from byzanz.arena.plan import Plan
from byzanz.arena.plot import Bar, Column, Curve, Histogram, Point, bars, curves, dots, histograms
from byzanz.arena.report import RunTiming, make_report
from byzanz.arena.svg import as_file, cut, shortened
from byzanz.programs.failure import Failure, FailureKind
from tests.arena.results import result, whole_deck

NASTY = "exec:./bot <script>&\"'"


def report():
    plan = Plan(("solid", NASTY, "greedy"), 12, 3, 5.0)
    failures = (Failure(FailureKind.GARBAGE, 4, "<b>no</b> & such"),)
    base = result("a b c", [1, 2, 3], failures=failures)
    games = []
    for number in plan.numbers():
        order = [(seat + number.deck) % 3 for seat in range(3)]
        words = plan.seatings[number.seating]
        seats = [replace(base.seats[at], word=word) for at, word in zip(order, words, strict=True)]
        games.append(replace(base, deck=number.deck, seating=number.seating, seats=tuple(seats)))
    return make_report(plan, games, RunTiming(2, len(games), 1.0))


@pytest.fixture(scope="module")
def page():
    return html_page(report())


@pytest.fixture(scope="module")
def tree(page):
    return ET.fromstring(page.split("\n", 1)[1])


def test_nothing_is_loaded_from_elsewhere(page, tree):
    assert "http://" not in page
    assert "https://" not in page
    assert "url(" not in page
    assert "@import" not in page
    for node in tree.iter():
        assert node.tag not in {"script", "link", "img", "iframe", "object", "image", "use"}
        assert not {"src", "href", "srcset", "onload"} & set(node.attrib)


def test_what_others_wrote_is_only_text(page, tree):
    assert "<script" not in page
    assert "<b>" not in page
    assert NASTY in "".join(tree.itertext())
    assert "<b>no</b> & such" in "".join(tree.itertext())


def test_every_plot_has_a_title_and_its_numbers(tree):
    figures = [section for section in tree.iter("section") if section.find("figure") is not None]
    assert len(figures) == 6
    for section in figures:
        (drawing,) = section.iter("svg")
        assert drawing.get("role") == "img"
        assert drawing[0].tag == "title"
        assert drawing[0].text
        rows = list(section.find("details").iter("tr"))
        assert len(rows) >= 4
        assert len({len(row) for row in rows}) == 1


def test_the_page_says_what_matters(tree):
    text = " ".join(tree.itertext())
    for words in ("Win share", "fair share", "Rating", "Time a decision", "Scores", "Failures",
                  "How to repeat it", "byzanz arena --players 3", "seat 2", "garbage"):  # fmt: skip
        assert words in text
    assert tree.get("lang") == "en"
    assert [node.get("name") for node in tree.iter("meta")][1] == "viewport"


def test_the_page_of_a_part_says_so():
    assert "decks are played so far" not in html_page(report())
    part = make_report(
        Plan(("a", "b", "c"), 5, 1, 5.0),
        whole_deck("a b c", {"a": 1, "b": 2, "c": 3}),
        RunTiming(1, 3, 1.0),
    )
    assert "Only 1 of 5 decks are played so far." in html_page(part)


def test_one_deck_and_equal_bots_can_be_drawn():
    plan = Plan(("a", "a", "a"), 1, 1, 5.0)
    one = make_report(plan, [result("a a a", [1, 1, 1], scores=(0, 0, 0))], RunTiming(1, 1, 1.0))
    ET.fromstring(html_page(one).split("\n", 1)[1])


CURVES = [Curve("a", [Point(1, 2, 1, 3), Point(2, 2, 1, 3)])]
PLOTS = {
    "bars": bars("T", [Bar("a", 0.2, 0.1, 0.3, "w")], axis("x", [0, 0.3])),
    "curves": curves("T", CURVES, axis("x", [1, 2]), axis("y", [0, 3])),
    "dots": dots("T", CURVES, axis("x", [1, 2]), axis("y", [0, 3]), mark=Tick(1, "fair")),
    "histograms": histograms(
        "T", [Histogram("a", [Column(0, 1, 0.4), Column(1, 2, 0.6)], (0.5, 1, 1.5), "w")],
        axis("x", [0, 2]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("svg", PLOTS.values(), ids=PLOTS)
def test_a_plot_alone_is_a_file(svg):
    tree = ET.fromstring(as_file(svg))
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    _, _, width, height = map(float, tree.get("viewBox").split())
    for node in tree.iter():
        for name, most in (("x", width), ("x1", width), ("y", height), ("y1", height)):
            assert 0 <= float(node.get(name, 0)) <= most
    colours = re.findall(r"var\(--plot-\w+,(#\w+)\)", svg)
    assert colours
    for colour in colours:  # neither near black nor near white
        assert 60 < sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) / 3 < 190


def test_axes_have_round_ticks():
    assert [tick.text for tick in axis("", [0, 0.43], text=percent_text).ticks] == [
        "0 %", "10 %", "20 %", "30 %", "40 %", "50 %",
    ]  # fmt: skip
    assert [tick.text for tick in axis("", [0, 3], most=5, whole=True).ticks] == [
        "0",
        "1",
        "2",
        "3",
    ]
    assert [tick.at for tick in axis("", [0, 9]).ticks] == [0, 2, 4, 6, 8, 10]
    assert [tick.at for tick in axis("", [-7, 31]).ticks] == [-10, 0, 10, 20, 30, 40]
    assert axis("", [4, 4]).low < axis("", [4, 4]).high
    assert [tick.text for tick in time_axis("", [-4.2, -1.8]).ticks] == [
        "10 µs", "100 µs", "1 ms", "10 ms", "100 ms",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5e-5, "25 µs"), (0.0012, "1.2 ms"), (0.0994, "99.4 ms"), (0.12, "120 ms"), (5, "5 s")],
)
def test_times_in_words(seconds, text):
    assert time_text(seconds) == text


def test_numbers_and_labels():
    assert number_text(1000.0) == "1,000"
    assert number_text(0.1 + 0.2) == "0.3"
    assert shortened("solid", 9) == "solid"
    assert shortened("exec:./program.py", 9) == "exec…m.py"
    assert cut("abc", 1000) == "abc"
