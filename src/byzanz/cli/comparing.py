"""Playing the matches of comparisons: compiled if no bot searches, else with a ledger."""

from collections.abc import Iterator, Sequence

from rich.console import Console

from byzanz.arena.baselines import Comparison, comparison_of
from byzanz.arena.plan import Plan
from byzanz.arena.policy_match import PlayedGame, has_policies_only, play_policy_match
from byzanz.cli.compilation import compile_first
from byzanz.cli.match_pools import opened_pool
from byzanz.cli.match_progress import compile_for, finished_games, opened_ledger
from byzanz.precompile.plan import POLICY_GAMES


def play_comparisons(
    plans: Sequence[Plan], console: Console, jobs: int, ray: str | None
) -> Iterator[Comparison]:
    """Play the match of each plan and yield its comparison; raises `BadInput`.

    Finished games of bots that search, and of programs, are saved.
    """
    slow = [plan for plan in plans if not has_policies_only(plan)]
    if len(slow) < len(plans):
        compile_first(POLICY_GAMES, console)
    if slow and ray is None:
        compile_for([bot for plan in slow for bot in plan.bots], console)
    with opened_pool(jobs, ray if slow else None) as pool:
        for number, plan in enumerate(plans, start=1):
            games: Iterator[PlayedGame]
            if has_policies_only(plan):
                games = play_policy_match(plan, list(plan.numbers()), jobs)
                found = comparison_of(plan, games)
            else:
                title = f"match {number} of {len(plans)}"
                with opened_ledger(plan) as ledger:
                    results = finished_games(plan, ledger, pool, console, title=title)
                    found = comparison_of(plan, map(PlayedGame.of, results))
            assert found is not None, "all games of the plan are finished"
            yield found
