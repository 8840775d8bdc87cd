"""The tournament of the ladder is fair, and its page shows only orders that the games prove."""

import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from byzanz.arena.page.ladder_page import LEAST_DECKS, ladder_page
from byzanz.arena.plan import Plan
from byzanz.arena.tournament import PLAYER_COUNTS, Tournament
from byzanz.bots.roster import ROSTER
from tests.arena.results import ZERO_WIDTH, result

BOT_IDS = tuple(bot.bot_id for bot in ROSTER)
TOURNAMENT = Tournament(BOT_IDS, (), 20, 4)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_bot_plays_the_next_weaker_one(players):
    duels = TOURNAMENT.duels(players)
    assert [plan.bots for plan in duels] == [
        ("greedy", "beginner"), ("solid", "greedy"), ("strong", "solid"), ("expert", "strong"),
    ]  # fmt: skip
    for plan in duels:
        assert (plan.players, plan.decks, plan.seed) == (players, 20, 4)
        assert plan.bot_ids.count(plan.bots[0]) == 1


@pytest.mark.parametrize("guests", [(), ("exec:a",), ("exec:a", "exec:b")])
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_all_bots_meet_equally_often(players, guests):
    fields = TOURNAMENT._replace(guests=guests).fields(players)
    met = Counter(pair for plan in fields for pair in combinations(sorted(plan.bots), 2))
    assert set(met) == set(combinations(sorted((*BOT_IDS, *guests)), 2))
    assert len(set(met.values())) == 1
    assert len({plan.decks for plan in fields}) == 1
    assert all(plan.players == players for plan in fields)


def test_a_second_solid_takes_the_sixth_seat():
    (field,) = TOURNAMENT.fields(6)
    assert Counter(field.bot_ids) == {**dict.fromkeys(BOT_IDS, 1), "solid": 2}


def results_by_strength(plan: Plan):
    """Yield games in which the stronger bot always finishes ahead."""
    strength = {bot: number for number, bot in enumerate((*BOT_IDS, "exec:a|b"))}
    for number in plan.numbers():
        bots = plan.seatings[number.seating]
        places = [1 + sum(strength[other] > strength[bot] for other in bots) for bot in bots]
        yield result(" ".join(bots), places, deck=number.deck, seating=number.seating)


def results_with_upsets(plan: Plan, upset: int):
    """Yield games in which the order is reversed in one of every `upset` decks."""
    for game in results_by_strength(plan):
        if game.deck % upset == 0:
            places = [1 + sum(o.place > seat.place for o in game.seats) for seat in game.seats]
            bots = " ".join(seat.bot_id for seat in game.seats)
            game = result(bots, places, deck=game.deck, seating=game.seating)  # noqa: PLW2901
        yield game


def duel_rows(page: str) -> list[list[str]]:
    """Return the cells of the table of duels with three players."""
    section = page.split("### 3 players")[1].split("###", maxsplit=1)[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_an_unknown_interval_shows_no_order():
    """If the stronger bot wins every deck, resampling can't tell how sure the order is."""
    results = {plan: list(results_by_strength(plan)) for plan in TOURNAMENT.plans()}
    page = ladder_page(TOURNAMENT, results, "")
    for row in duel_rows(page):
        assert row[2:4] == ["**100.0 %**", "too few decks"]
        assert row[6:] == ["+100.0", "too few decks", "not shown"]
    assert not ZERO_WIDTH.search(page)


@pytest.mark.parametrize(("upset", "order"), [(5, "shown"), (2, "not shown"), (1, "not shown")])
def test_an_order_is_shown_if_the_interval_of_the_lead_excludes_zero(upset, order):
    results = {plan: list(results_with_upsets(plan, upset)) for plan in TOURNAMENT.plans()}
    page = ladder_page(TOURNAMENT, results, "")
    assert [row[-1] for row in duel_rows(page)] == [order] * 4
    for section in page.split("## Mixed fields")[1].split("### ")[1:]:
        neighbours = section.split("over the next weaker")[1].split("\n\n")[1].splitlines()[2:]
        pairs = [tuple(re.findall(r"`(\w+)`", line)) for line in neighbours]
        assert pairs == list(pairwise(reversed(BOT_IDS)))
        orders = {line.split("|")[-2].strip() for line in neighbours}
        assert orders <= {"shown", "not shown", "reverse shown"}
    assert not ZERO_WIDTH.search(page)


def test_few_decks_show_no_order():
    """The interval of very few decks is their range, which often excludes 0 by chance."""
    tournament = TOURNAMENT._replace(decks=LEAST_DECKS - 1)
    results = {plan: list(results_with_upsets(plan, 8)) for plan in tournament.plans()}
    page = ladder_page(tournament, results, "")
    for row in duel_rows(page):
        low, high = map(float, row[-2].split(" to "))
        assert 0 < low < high
        assert row[-1] == "not shown"


def test_the_page_has_all_bots_sections_and_well_formed_tables():
    tournament = TOURNAMENT._replace(guests=("exec:a|b",))
    results = {plan: list(results_by_strength(plan)) for plan in tournament.plans()}
    page = ladder_page(tournament, results, "./byzanz ladder --decks 20")
    for bot in ROSTER:
        assert f"| `{bot.bot_id}` | {bot.name} | {bot.character} |" in page
    assert "| `expert` | `strong` x 2 | **100.0 %** | too few decks | 19.00 |" in page
    assert page.count("players, fair share") == 8
    assert "\n./byzanz ladder --decks 20\n" in page
    assert f"seed 4, {sum(map(len, results.values())):,} games" in page
    for section in page.split("## Mixed fields")[1].split("### ")[1:]:
        order = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")][:6]
        assert order == ["exec:a\\|b", *reversed(BOT_IDS)]
    for table in page.split("\n\n"):
        if table.startswith("|"):
            lines = table.replace("\\|", "").splitlines()
            assert len({line.count("|") for line in lines}) == 1


def test_the_page_of_the_docs_has_the_texts_of_the_generator():
    """Tables differ only in their numbers; all other lines are the same."""
    results = {plan: list(results_by_strength(plan)) for plan in TOURNAMENT.plans()}
    page = ladder_page(TOURNAMENT, results, "").partition("## How to reproduce")[0]
    texts = [line for line in page.splitlines() if not line.startswith("| `")]
    docs = (Path(__file__).parents[2] / "docs" / "ladder.md").read_text().splitlines()
    assert len(set(texts)) > 20
    assert [line for line in texts if line not in docs and not line.startswith("| ahead of")] == []
