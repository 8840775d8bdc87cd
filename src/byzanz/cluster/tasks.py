"""The functions that nodes of a cluster run."""

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from byzanz.arena.match import EntrantPool, GameResult, play_game
from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.policy_match import PlayedGame, play_policy_match
from byzanz.arena.program_version import version_hash
from byzanz.bots.roster import is_searching
from byzanz.fast.cache import is_compiled
from byzanz.precompile.plan import POLICY_GAMES, SEARCH
from byzanz.precompile.supervisor import compile_units

Result = TypeVar("Result")


class OtherVersion(Exception):
    """A node runs another version of the program than the one that sent the task."""


class GamesPlayed:
    """The results of one task, and the seconds of the games."""

    def __init__(self, results: list[GameResult], seconds: float) -> None:
        self.results = results
        self.seconds = seconds


def run_task(version: str, function: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    """Call the function, on a node with the same version; raises `OtherVersion`."""
    if version != version_hash():
        raise OtherVersion(
            "a node joined with another version of Byzanz: expected the same on all machines"
        )
    return function(*arguments)


def play_games(plan: Plan, numbers: Sequence[GameNumber]) -> GamesPlayed:
    """Play games of a match, one after the other."""
    if any(is_searching(bot_id) for bot_id in plan.bots):
        _compile(SEARCH)
    begin = time.perf_counter()
    pool = EntrantPool()
    results = [play_game(plan, number, pool) for number in numbers]
    return GamesPlayed(results, time.perf_counter() - begin)


def play_policy_games(plan: Plan, numbers: Sequence[GameNumber]) -> list[PlayedGame]:
    """Play games of a match between bots that do not search, compiled, on one core."""
    _compile(POLICY_GAMES)
    return list(play_policy_match(plan, numbers))


def _compile(units: Sequence[str]) -> None:
    """Compile once on each machine: tasks that run at the same time wait for the first."""
    if not is_compiled(units):
        compile_units(units)
