"""The match page is self-contained, well-formed and readable without its plots."""

import re
import xml.etree.ElementTree as ET

import pytest
from msgspec.structs import replace

from byzanz.arena.match_report import RunTiming, make_report
from byzanz.arena.page.html_page import html_page
from byzanz.arena.plan import Plan
from byzanz.cli.render.match_table import score_lines
from byzanz.programs.failure import Failure, FailureType
from byzanz.reporting.axis import Tick, axis, number_text, percent_text, time_axis, time_text
from byzanz.reporting.plot import (
    Bar,
    Column,
    Curve,
    Histogram,
    Point,
    bars,
    curves,
    dots,
    histograms,
)
from byzanz.reporting.svg import abbreviated, as_file, cut_to_width
from tests.arena.results import ZERO_WIDTH, result, whole_deck

BOT_ID_WITH_MARKUP = "exec:./bot <script>&\"'"


def report():
    plan = Plan(("solid", BOT_ID_WITH_MARKUP, "greedy"), 12, 3, 5.0)
    failures = (Failure(FailureType.GARBAGE, 4, "<b>no</b> & such"),)
    base = result("a b c", [1, 2, 3], failures=failures)
    games = []
    for number in plan.numbers():
        order = [(seat + number.deck) % 3 for seat in range(3)]
        bots = plan.seatings[number.seating]
        seats = [replace(base.seats[at], bot_id=bot) for at, bot in zip(order, bots, strict=True)]
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


def test_text_of_programs_is_escaped(page, tree):
    assert "<script" not in page
    assert "<b>" not in page
    assert BOT_ID_WITH_MARKUP in "".join(tree.itertext())
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


def test_the_page_has_all_parts(tree):
    text = " ".join(tree.itertext())
    for part in ("Win share", "fair share", "Rating", "Time per decision", "Scores", "Failures",
                  "How to reproduce", "byzanz arena --players 3", "seat 2", "garbage"):  # fmt: skip
        assert part in text
    assert tree.get("lang") == "en"
    assert [node.get("name") for node in tree.iter("meta")][1] == "viewport"


def test_the_page_of_an_unfinished_match_says_so():
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
    text = html_page(one).split("\n", 1)[1]
    ET.fromstring(text)
    assert "33.3 % (fixed)" in text  # a bot in all seats always has the fair share


def report_without_luck(decks: int):
    """Return a report in which the same bot wins every deck, so all resamples have one mean."""
    places = {"a": 1, "b": 2, "c": 3}
    games = [game for deck in range(decks) for game in whole_deck("a b c", places, deck)]
    plan = Plan(("a", "b", "c"), decks, 1, 5.0)
    return make_report(plan, games, RunTiming(1, len(games), 1.0))


@pytest.mark.parametrize("decks", [1, 12])
def test_the_terminal_names_an_unknown_interval(decks):
    text = "\n".join(map(str, score_lines(report_without_luck(decks), 80)))
    assert len(re.findall("100.0 % +too few decks +19.00 +too few decks", text)) == 1
    assert not ZERO_WIDTH.search(text)


@pytest.mark.parametrize("decks", [1, 12])
def test_the_page_names_an_unknown_interval(decks):
    text = html_page(report_without_luck(decks))
    assert "100.0 % (too few decks)" in text
    assert not ZERO_WIDTH.search(text)
    win_shares = next(
        section
        for section in ET.fromstring(text.split("\n", 1)[1]).iter("section")
        if section.find("h2").text == "Win share"
    )
    thick = [line for line in win_shares.iter("line") if line.get("stroke-width") == "1.5"]
    assert all(line.get("stroke-dasharray") for line in thick)  # the fair share, and no interval


CURVES = [Curve("a", [Point(1, 2, (1, 3)), Point(2, 2, (1, 3)), Point(3, 2, None)])]
PLOTS = {
    "bars": bars("T", [Bar("a", 0.2, (0.1, 0.3), "w"), Bar("b", 0, None, "")], axis("x", [0, 0.3])),
    "curves": curves("T", CURVES, axis("x", [1, 2]), axis("y", [0, 3])),
    "dots": dots("T", CURVES, axis("x", [1, 2]), axis("y", [0, 3]), reference=Tick(1, "fair")),
    "histograms": histograms(
        "T", [Histogram("a", [Column(0, 1, 0.4), Column(1, 2, 0.6)], (0.5, 1, 1.5), "w")],
        axis("x", [0, 2]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("svg", PLOTS.values(), ids=PLOTS)
def test_a_plot_is_a_valid_file(svg):
    tree = ET.fromstring(as_file(svg))
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    _, _, width, height = map(float, tree.get("viewBox").split())
    for node in tree.iter():
        for name, most in (("x", width), ("x1", width), ("y", height), ("y1", height)):
            assert 0 <= float(node.get(name, 0)) <= most
    colours = re.findall(r"var\(--plot-\w+,(#\w+)\)", svg)
    assert colours
    for colour in colours:  # medium lightness is readable on light and on dark background
        assert 60 < sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) / 3 < 190


def test_axes_have_round_ticks():
    assert [tick.text for tick in axis("", [0, 0.43], text=percent_text).ticks] == [
        "0 %", "10 %", "20 %", "30 %", "40 %", "50 %",
    ]  # fmt: skip
    assert [tick.text for tick in axis("", [0, 3], most_ticks=5, whole_numbers=True).ticks] == [
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
def test_a_time_is_printed_with_two_or_three_digits(seconds, text):
    assert time_text(seconds) == text


def test_numbers_have_no_trailing_zeros_and_labels_are_abbreviated():
    assert number_text(1000.0) == "1,000"
    assert number_text(0.1 + 0.2) == "0.3"
    assert abbreviated("solid", 9) == "solid"
    assert abbreviated("exec:./program.py", 9) == "exec…m.py"
    assert cut_to_width("abc", 1000) == "abc"
