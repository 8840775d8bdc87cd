"""The tournament of the ladder and its page."""

from collections import Counter
from itertools import combinations

import pytest

from byzanz.arena.ladder import ladder_page
from byzanz.arena.plan import Plan
from byzanz.arena.tournament import PLAYER_COUNTS, Tournament
from byzanz.bots.roster import RUNGS
from tests.arena.results import result

WORDS = tuple(rung.word for rung in RUNGS)
TOURNAMENT = Tournament(WORDS, (), 20, 4)


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_rung_plays_the_one_below(players):
    duels = TOURNAMENT.duels(players)
    assert [plan.bots for plan in duels] == [
        ("greedy", "beginner"), ("solid", "greedy"), ("strong", "solid"), ("expert", "strong"),
    ]  # fmt: skip
    for plan in duels:
        assert (plan.players, plan.decks, plan.seed) == (players, 20, 4)
        assert plan.words.count(plan.bots[0]) == 1


@pytest.mark.parametrize("guests", [(), ("exec:a",), ("exec:a", "exec:b")])
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_all_bots_meet_equally_often(players, guests):
    fields = TOURNAMENT._replace(guests=guests).fields(players)
    met = Counter(pair for plan in fields for pair in combinations(sorted(plan.bots), 2))
    assert set(met) == set(combinations(sorted((*WORDS, *guests)), 2))
    assert len(set(met.values())) == 1
    assert len({plan.decks for plan in fields}) == 1
    assert all(plan.players == players for plan in fields)


def test_a_second_solid_makes_six():
    (field,) = TOURNAMENT.fields(6)
    assert Counter(field.words) == {**dict.fromkeys(WORDS, 1), "solid": 2}


def played(plan: Plan):
    """Games in which the stronger bot always finishes ahead."""
    strength = {word: number for number, word in enumerate((*WORDS, "exec:a|b"))}
    for number in plan.numbers():
        words = plan.seatings[number.seating]
        places = [1 + sum(strength[w] > strength[word] for w in words) for word in words]
        yield result(" ".join(words), places, deck=number.deck, seating=number.seating)


def test_the_page():
    tournament = TOURNAMENT._replace(guests=("exec:a|b",))
    results = {plan: list(played(plan)) for plan in tournament.plans()}
    page = ladder_page(tournament, results, "./byzanz ladder --decks 20")
    for rung in RUNGS:
        assert f"| `{rung.word}` | {rung.name} | {rung.character} |" in page
    assert "| `expert` | `strong` x 2 | **100.0 %** | 100.0 to 100.0 | 19.00 |" in page
    assert page.count("players, fair share") == 8
    assert "\n./byzanz ladder --decks 20\n" in page
    assert f"seed 4, {sum(map(len, results.values())):,} games" in page
    for section in page.split("## Mixed fields")[1].split("### ")[1:]:
        order = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")][:6]
        assert order == ["exec:a\\|b", *reversed(WORDS)]
    for table in page.split("\n\n"):
        if table.startswith("|"):
            lines = table.replace("\\|", "").splitlines()
            assert len({line.count("|") for line in lines}) == 1
