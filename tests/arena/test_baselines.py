"""A comparison counts the bot's own seats on whole decks, and its verdict follows the interval."""

import msgspec
import pytest

from byzanz.arena.baselines import Comparison, Verdict, comparison_of, comparison_plan
from byzanz.arena.bootstrap import Estimate
from byzanz.arena.page.baselines_page import baselines_page, verdict_sentence
from byzanz.arena.plan import GameNumber
from byzanz.arena.policy_match import PlayedGame, play_policy_match
from tests.cli.calling import call, output, refused

PLAN = comparison_plan("hero", "rival", 3, decks=2, seed=4, seconds=5.0)


def game(deck, seating, scores, winners, failures=(0, 0, 0)):
    return PlayedGame(GameNumber(deck, seating), (), scores, winners, failures)


def test_the_hero_is_counted_in_every_seat():
    games = [
        game(0, 0, (9, 1, 2), (0,)),  # hero in seat 0 wins
        game(0, 1, (4, 4, 0), (0, 1), (0, 1, 0)),  # hero in seat 1 shares
        game(0, 2, (6, 1, 2), (0,), (1, 0, 0)),  # hero in seat 2 loses; a rival failed
        game(1, 0, (9, 0, 0), (0,)),  # a deck that lacks seats does not count
    ]
    found = comparison_of(PLAN, games)
    assert found.decks == 1
    assert found.win_share.mean == pytest.approx(0.5)
    assert found.score.mean == pytest.approx((9 + 4 + 2) / 3)
    assert found.rivals_score.mean == pytest.approx((1 + 2 + 4 + 0 + 6 + 1) / 6)
    assert found.failures == 1
    assert (found.bot, found.baseline, found.players) == ("hero", "rival", 3)
    assert comparison_of(PLAN, games[3:]) is None


def comparison(low, mean, high, decks=100, failures=0):
    share, score = Estimate(mean, low, high), Estimate(20.0, 19.0, 21.0)
    return Comparison("hero", "solid", 4, 1, decks, 0.25, share, score, score, failures)


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (comparison(0.26, 0.3, 0.34), Verdict.STRONGER),
        (comparison(0.2, 0.22, 0.24), Verdict.WEAKER),
        (comparison(0.24, 0.3, 0.34), Verdict.OPEN),
        (comparison(0.26, 0.3, 0.34, decks=9), Verdict.OPEN),
        (comparison(0.3, 0.3, 0.3), Verdict.STRONGER),  # the same on all decks
        (comparison(0.25, 0.25, 0.25), Verdict.OPEN),
    ],
)
def test_the_verdict_follows_the_interval(found, verdict):
    assert found.verdict is verdict
    assert verdict_sentence(found).startswith(verdict.value)
    assert f"| {verdict} |" in baselines_page([found], "./byzanz baselines page")


def test_failures_are_told():
    assert "failed 3 times" in verdict_sentence(comparison(0.26, 0.3, 0.34, failures=3))


def test_solid_is_stronger_than_greedy_and_greedy_weaker_than_solid():
    for bot, rival, verdict in (
        ("solid", "greedy", Verdict.STRONGER),
        ("greedy", "solid", Verdict.WEAKER),
    ):
        plan = comparison_plan(bot, rival, 4, decks=40, seed=1, seconds=5.0)
        found = comparison_of(plan, play_policy_match(plan, list(plan.numbers())))
        assert (found.decks, found.verdict) == (40, verdict)


@pytest.fixture
def _ledgers(monkeypatch, tmp_path):
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")


@pytest.mark.usefixtures("_ledgers")
def test_the_command_compares(tmp_path):
    few = ("--players", "3", "--decks", "12", "--jobs", "1")
    (line,) = output("baselines", "compare", "greedy", *few).splitlines()
    assert line.startswith("3 players: weaker than 2 solid: greedy wins 0.0 % (the same on all")
    result = call("baselines", "compare", "beginner", *few, "--json")
    found = msgspec.json.decode(result.stdout)
    assert [each["baseline"] for each in found] == ["greedy", "solid"]
    assert {each["verdict"] for each in found} == {"weaker"}
    assert "another baseline" in refused(2, "baselines", "compare", "solid", "--baselines", "solid")
    assert "expected one bot" in refused(2, "baselines", "compare", "solid,greedy")


def test_the_page_has_a_row_for_every_pair():
    found = [comparison(0.2, 0.22, 0.24), comparison(0.26, 0.3, 0.34)]
    page = baselines_page(found, "./byzanz baselines page --seed=1")
    assert page.count("| `hero` | `solid` x 3 |") == 2
    assert "./byzanz baselines page --seed=1" in page
    assert "800 games" in page
