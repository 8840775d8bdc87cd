"""Compiled games of bots that do not search are the games that the arena plays."""

import pytest

from byzanz.arena.match import EntrantPool, play_game
from byzanz.arena.plan import Plan
from byzanz.arena.policy_match import PlayedGame, has_policies_only, play_policy_match

PLANS = [
    Plan(("beginner", "greedy", "solid"), 3, 11, 5.0),
    Plan(("solid", "beginner", "beginner", "greedy"), 2, 12, 5.0),
    Plan(("greedy", "solid", "solid", "solid", "beginner"), 1, 13, 5.0),
    Plan(("beginner", "solid", "greedy", "beginner", "greedy", "solid"), 1, 14, 5.0),
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: str(plan.players))
def test_compiled_games_equal_interpreted_ones(plan):
    """Beginner throws dice, so this covers their streams too."""
    numbers = list(plan.numbers())
    expected = [PlayedGame.of(play_game(plan, number, EntrantPool())) for number in numbers]
    assert list(play_policy_match(plan, numbers)) == expected


def test_threads_and_the_choice_of_games_do_not_matter():
    plan = Plan(PLANS[0].bot_ids, 400, 11, 5.0)  # more games than a chunk
    numbers = list(plan.numbers())
    alone = list(play_policy_match(plan, numbers))
    assert list(play_policy_match(plan, numbers, jobs=2)) == alone
    assert list(play_policy_match(plan, numbers[600:605])) == alone[600:605]


def test_other_bots_are_not_compiled():
    assert has_policies_only(PLANS[0])
    for other in ("strong", "expert:250", "exec:./mybot"):
        assert not has_policies_only(Plan(("solid", "solid", other), 1, 1, 5.0))
