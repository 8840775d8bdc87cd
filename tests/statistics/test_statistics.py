"""The facts of recorded games are counted right, and the statistics page shows them."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from byzanz.arena.page.number_format import UNKNOWN_INTERVAL, count_text
from byzanz.cards import CARDS, COPIES, Card, Stall, parse_cards
from byzanz.game.record import parse_record, replay
from byzanz.reporting.axis import Axis
from byzanz.reporting.plot import Stack, stacks
from byzanz.statistics.axes import integer_axis, integer_columns, parts_axis
from byzanz.statistics.figure import listed
from byzanz.statistics.game_facts import Auction, AuctionEnding, CardEnd, TurnUse, facts_of, use_of
from byzanz.statistics.hand_tracking import set_count
from byzanz.statistics.measures import distribution, shares
from byzanz.statistics.page import SECTIONS
from byzanz.statistics.sections.auctions import prices_of
from byzanz.statistics.sections.bot_styles import MEASURES, compare
from byzanz.statistics.sections.market_and_cards import positions_of, size_counts
from byzanz.statistics.sections.scores import deciding_fact, margin
from byzanz.statistics.sections.seats import score_leads, win_shares
from byzanz.statistics.sections.sets import merchant_counts, profit_counts, sets_by_seat
from tests.arena.results import ZERO_WIDTH
from tests.scripts import load_script

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "conformance" / "data" / "games"
ALL_RECORDS = sorted(RECORDS.glob("*.byz"))


def facts(name: str):
    return facts_of(replay(parse_record((RECORDS / name).read_text())))


@pytest.fixture(scope="module")
def tie():
    """Return the facts of a game of three in which two have 27 points and cards in hand decide."""
    return facts("3p-end-tie-0.byz")


def test_the_auctions_of_a_record_are_counted(tie):
    prices = [(1, 2), (2, 1), (None, 1), (4, 2), (None, 2), (2, 1), (1, 5), (1, 1)]
    expected = []
    for six, four in prices:
        passed = six is None
        expected += [
            Auction(
                6, 0 if passed else six, AuctionEnding.ALL_PASSED if passed else AuctionEnding.PAID
            ),
            Auction(4, four, AuctionEnding.PAID),
            Auction(2, 0, AuctionEnding.LAST),
        ]
    assert tie.auctions == tuple(expected)
    four, six = prices_of([tie])
    assert (four.offer, four.paid.size, four.paid.mean) == (4, 8, 15 / 8)
    assert (four.paid.quartiles, four.paid.most, four.all_passed.mean) == ((1, 1, 2), 5, 0)
    assert (six.offer, six.paid.size, six.paid.mean) == (6, 6, 11 / 6)
    assert (six.all_passed.mean, six.mean.mean) == (2 / 8, 11 / 8)


def test_the_sets_of_a_record_are_counted(tie):
    assert profit_counts([tie]) == {1: 3, 2: 7, 3: 10, 4: 8}
    assert merchant_counts([tie]) == {0: 15, 1: 11, 2: 2}
    assert sets_by_seat([tie]) == [9, 10, 9]


def test_the_turns_in_the_market_of_a_record_are_counted(tie):
    turns = [[(t.cards, t.use) for t in tie.turns[at : at + 3]] for at in range(0, 24, 3)]
    assert turns[2] == [(1, TurnUse.SET), (1, TurnUse.SINGLE), (1, TurnUse.SINGLE)]
    assert turns[4] == [(3, TurnUse.SET), (0, TurnUse.NOTHING), (0, TurnUse.NOTHING)]
    assert turns[7] == [(2, TurnUse.SET), (1, TurnUse.SET), (1, TurnUse.SET)]
    assert [turn.position for turn in tie.turns] == [1, 2, 3] * 8
    assert size_counts([tie]) == {"no card": 2, "1 card": 18, "2 cards": 3, "3 cards": 1}
    first, _, last = positions_of([tie])
    assert (first.cards.mean, last.cards.mean) == (11 / 8, 8 / 8)
    assert sum(first.uses) == pytest.approx(1)


def test_the_final_locations_of_cards_are_counted(tie):
    assert tie.ends == {
        CardEnd.SET: 84, CardEnd.MERCHANTS: 0, CardEnd.HAND: 10, CardEnd.DISCARDED: 2,
        CardEnd.MARKET: 12, CardEnd.PUT_BACK: 4,
    }  # fmt: skip
    assert tie.merchant_ends == {
        CardEnd.SET: 15, CardEnd.MERCHANTS: 0, CardEnd.HAND: 0, CardEnd.DISCARDED: 0,
        CardEnd.MARKET: 1, CardEnd.PUT_BACK: 0,
    }  # fmt: skip
    assert tie.late_discards == 0  # both discards are in round 3
    assert facts("3p-00-plain.byz").late_discards == 2  # the cards G3 and S1
    assert (tie.merchants_given, tie.merchants_sent, tie.merchants_taken) == (4, 0, 3)


def test_the_result_of_a_tie_is_decided_by_cards_in_hand(tie):
    assert (tie.scores, tie.hand_counts, tie.winners) == ((27, 27, 25), (5, 3, 2), (0,))
    assert (margin(tie), deciding_fact(tie)) == (0, "more cards in hand")
    assert win_shares(tie) == [1, 0, 0]
    assert score_leads(tie) == pytest.approx([2 / 3, 2 / 3, -4 / 3])


def test_a_victory_is_shared_or_decided_by_profit():
    shared, clear = facts("4p-end-shared-0.byz"), facts("3p-09-eager.byz")
    assert (margin(shared), deciding_fact(shared)) == (0, "shared victory")
    assert win_shares(shared) == [0, 0, 0.5, 0.5]
    assert (margin(clear), deciding_fact(clear)) == (1, "more profit")


@pytest.mark.parametrize("path", ALL_RECORDS, ids=lambda path: path.stem)
def test_facts_agree_with_the_moves_of_the_record(path):
    moves = [line.split()[2:] for line in path.read_text().splitlines() if line.startswith("move")]
    counts = Counter(move[0] for move in moves)
    game = facts(path.name)
    sold = [move[1:] for move in moves if move[0] == "sell"]
    assert [trio.merchants for trio in game.trios] == [cards.count("M") for cards in sold]
    assert sum(trio.profit for trio in game.trios) == sum(game.scores)
    assert game.ends[CardEnd.SET] + game.ends[CardEnd.MERCHANTS] == 3 * counts["sell"]
    assert game.ends[CardEnd.DISCARDED] == counts["discard"]
    assert sum(turn.use is not TurnUse.NOTHING for turn in game.turns) == counts["take"]
    assert game.merchants_given == moves.count(["give", "M"])
    assert sum(game.ends.values()) == 112
    assert sum(game.merchant_ends.values()) == 16
    taken_or_left = game.merchants_taken + game.merchant_ends[CardEnd.MARKET]
    assert game.merchants_given + game.merchants_sent == taken_or_left
    rounds = len(game.auctions) // game.players
    assert len(game.turns) == game.players * rounds
    assert [auction.ending for auction in game.auctions].count(AuctionEnding.LAST) == rounds


def most_sets(cards: tuple[Card, ...]) -> int:
    """Return the largest number of sets that can be sold, found by trying every set."""
    best = 0
    for indices in combinations(range(len(cards)), 3):
        goods = {cards[index].stall for index in indices} - {Stall.M}
        if len(goods) <= 1:
            rest = tuple(card for index, card in enumerate(cards) if index not in indices)
            best = max(best, 1 + most_sets(rest))
    return best


def test_the_number_of_sets_is_the_largest_possible():
    dice = Random(3)
    deck = [card for card in CARDS for _ in range(COPIES[card.kind])]
    few_goods = [card for card in deck if card.stall in "CGM"]
    for number in range(120):
        hand = tuple(dice.sample(few_goods if number % 2 else deck, dice.randint(0, 8)))
        assert set_count(hand) == most_sets(hand), hand


@pytest.mark.parametrize(
    ("hand", "taken", "use"),
    [
        ("C1 C2", "C3", TurnUse.SET),
        ("C1 M", "C3", TurnUse.SET),
        ("C1 C2 C2", "C3", TurnUse.PAIR),
        ("C1 G2", "C3", TurnUse.PAIR),
        ("", "C3 C4", TurnUse.PAIR),
        ("G1", "M", TurnUse.PAIR),
        ("G1 O2", "C3", TurnUse.SINGLE),
    ],
)
def test_a_turn_has_the_right_benefit(hand, taken, use):
    assert use_of(parse_cards(hand), parse_cards(taken)) is use


def test_distributions_and_shares_are_right():
    assert distribution([]) is None
    summary = distribution([4, 1, 3, 2])
    assert (summary.size, summary.mean, summary.quartiles) == (4, 2.5, (1, 2, 3))
    assert distribution([7]).quartiles == (7, 7, 7)
    assert shares({"a": 1, "b": 3}, ["b", "c", "a"]) == (0.75, 0, 0.25)
    assert shares({}, ["a"]) == (0,)


def test_lists_and_counts_are_formatted():
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert (count_text(1, "game"), count_text(2000, "game")) == ("1 game", "2,000 games")


def test_whole_numbers_get_a_column_each():
    columns = integer_columns([3, 5, 5, 3])
    assert [(column.left, column.share) for column in columns] == [(3, 0.5), (4, 0), (5, 0.5)]
    assert integer_axis("sets", [3, 5]).low == 0
    assert integer_axis("points", [20, 29]).low == 20
    assert integer_axis("points", [0, 0]).high == 1


def test_stacks_are_as_wide_as_their_shares():
    x_axis: Axis = parts_axis("games")
    rows = [Stack("one", (0.25, 0.75), "<4> games")]
    tree = ET.fromstring(stacks("A plot", ["a", "b"], rows, x_axis))
    widths = [float(box.get("width")) for box in tree.iter("rect")]
    assert len(widths) == 4  # two rectangles in the legend, and two in the stack
    assert widths[3] / widths[2] == pytest.approx(3, rel=0.02)
    assert {"25 %", "75 %", "<4> games"} <= {text.text for text in tree.iter("text")}


def test_bots_are_compared_deck_by_deck():
    names = ["3p-00-plain.byz", "3p-05-plain.byz"]
    one = {3: [facts(name) for name in names]}
    score = next(measure for measure in MEASURES if measure.name == "score")
    same = compare(score, [one, one])
    assert same.means == (fmean([20 / 3, 17]),) * 2
    assert same.differing == []
    other = {3: [facts("3p-03-hoard.byz"), facts("3p-08-hoard.byz")]}
    assert compare(score, [one, other]).differing == [1]


@pytest.fixture(scope="module")
def script():
    return load_script("statistics_page")


def named_images(page: Path) -> list[Path]:
    return [page.parent / name for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", page.read_text())]


def test_a_small_run_writes_the_whole_page(script, tmp_path, folder):
    out = tmp_path / "docs"
    (out / "images").mkdir(parents=True)
    old_image = out / "images" / "statistics-old.svg"
    old_image.touch()
    arguments = ["--bot", "solid", "--compare", "greedy", "--decks", "2", "--jobs", "1"]
    assert script.main([*arguments, "--out", str(out)]) == 0
    assert len(list(folder.glob("*.jsonl"))) == 8  # the games are kept
    page = out / "statistics.md"
    text = page.read_text()
    titles = re.findall(r"^## (.*)", text, re.MULTILINE)
    assert titles == [
        "Prices", "Everyone passed", "Seats", "Sets", "Merchants", "The market",
        "Cards at the end of the game", "Scores", "Which numbers depend on the bot",
        "How to reproduce this page",
    ]  # fmt: skip
    assert len(SECTIONS) == len(titles) - 2
    images = named_images(page)
    assert set(images) == set((out / "images").iterdir())
    for image in images:
        assert ET.parse(image).getroot()[0].text
    assert text.count("<details>") == text.count("</details>") == len(images)
    assert "8 games of Byzanz in which `solid` plays all seats: 2 decks" in text
    assert "These are few decks" in text
    assert "--bot solid --compare greedy --decks 2 --seed 1" in text
    assert "nan" not in text
    assert UNKNOWN_INTERVAL in text.partition("## Everyone passed")[2]
    assert not ZERO_WIDTH.search(text)
    for anchor in re.findall(r"\(#([^)]+)\)", text):
        assert anchor in [title.lower().replace(" ", "-") for title in titles]
    for target in re.findall(r"\]\(([a-z-]+\.md)\)", text):
        assert (ROOT / "docs" / target).exists()


@pytest.mark.parametrize(
    "arguments", [["--bot", "nobody"], ["--decks", "0"], ["--bot", "solid", "--compare", "solid"]]
)
def test_bad_arguments_are_refused(script, arguments):
    with pytest.raises(SystemExit):
        script.main(arguments)


def test_the_page_of_the_docs_names_images_that_exist():
    page = ROOT / "docs" / "statistics.md"
    assert set(named_images(page)) == set(page.parent.glob("images/statistics-*.svg"))
