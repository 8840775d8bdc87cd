"""Runs all benchmarks several times, in turn, and keeps the best result of each.

Taking turns spreads a slow moment of the machine over all benchmarks.
"""

import os
import platform
from collections.abc import Callable

import msgspec
import numpy as np

from byzanz.bench import bot_speed, compiled_speed, interpreted_speed, startup, yardsticks
from byzanz.precompile.plan import RULES, SEARCH
from byzanz.precompile.supervisor import compile_units

TRIES = 5
PLAYERS = (3, 4, 5, 6)
EXPERT = "expert"


class Measurements(msgspec.Struct, frozen=True):
    """The results of a run, each the best of its tries.

    Means and quantiles of the expert's decisions are over the decisions of all tries.
    """

    machine: str
    cores: int
    loop_steps_per_second: float
    hearts_steps_per_second: float | None  # None if OpenSpiel is not installed
    compiled_moves_per_second: dict[int, float]  # by number of players
    compiled_games_per_second: dict[int, float]  # by number of players
    solid_games_per_second: dict[int, float]  # by number of players
    interpreted_games_per_second: dict[int, float]  # by number of players
    row_bytes: int
    copy_nanoseconds: float
    two_core_speed_up: float
    warm_start_seconds: float
    import_seconds: float
    expert_mean_seconds: float  # mean time per decision
    expert_p99_seconds: float  # 99th percentile of the time per decision
    expert_first_seconds: float  # time of the first decision, including the start of the process
    expert_bytes: int | None  # None on Windows

    @property
    def times_hearts(self) -> float | None:
        """Moves per second with four players, divided by the steps per second of hearts."""
        if self.hearts_steps_per_second is None:
            return None
        return self.compiled_moves_per_second[4] / self.hearts_steps_per_second

    @property
    def solid_over_random(self) -> dict[int, float]:
        """Games per second of solid divided by those of random play, by number of players."""
        random = self.compiled_games_per_second
        return {
            players: rate / random[players] for players, rate in self.solid_games_per_second.items()
        }


def measure(report: Callable[[str], None]) -> Measurements:
    """Run all benchmarks; `report` is called with a description of each step."""
    report("compiling, if necessary")
    compile_units((*SEARCH, *RULES))
    compiled_speed.random_rate(3)
    compiled_speed.solid_game_rate(3)
    for statement in (startup.IMPORT, startup.WARM_START, startup.FIRST_DECISION):
        startup.start_seconds(statement)  # not counted: the first start writes the caches
    loop, hearts, copies, warm, imported, one_core, two_cores = ([] for _ in range(7))
    first, decisions = [], []
    random: dict[int, list[compiled_speed.Rate]] = {players: [] for players in PLAYERS}
    solid: dict[int, list[float]] = {players: [] for players in PLAYERS}
    games: dict[int, list[float]] = {players: [] for players in PLAYERS}
    for number in range(1, TRIES + 1):
        report(f"try {number} of {TRIES}")
        loop.append(yardsticks.loop_rate())
        if yardsticks.has_hearts():
            hearts.append(yardsticks.hearts_rate())
        for players in PLAYERS:
            random[players].append(compiled_speed.random_rate(players))
            solid[players].append(compiled_speed.solid_game_rate(players))
            games[players].append(interpreted_speed.game_rate(players))
        copies.append(compiled_speed.copy_seconds())
        one_core.append(compiled_speed.batch_seconds(1))
        two_cores.append(compiled_speed.batch_seconds(2))
        warm.append(startup.start_seconds(startup.WARM_START))
        imported.append(startup.start_seconds(startup.IMPORT))
        first.append(startup.start_seconds(startup.FIRST_DECISION))
        decisions += bot_speed.decision_seconds(EXPERT, number)
    report("memory")
    one_game = f"from byzanz.bench.bot_speed import decision_seconds as d; d({EXPERT!r}, 1)"
    return Measurements(
        machine=f"{platform.processor() or platform.machine()}, Python {platform.python_version()}",
        cores=os.cpu_count() or 1,
        loop_steps_per_second=max(loop),
        hearts_steps_per_second=max(hearts, default=None),
        compiled_moves_per_second={players: max(rates).moves for players, rates in random.items()},
        compiled_games_per_second={players: max(rates).games for players, rates in random.items()},
        solid_games_per_second={players: max(rates) for players, rates in solid.items()},
        interpreted_games_per_second={players: max(rates) for players, rates in games.items()},
        row_bytes=compiled_speed.row_size(),
        copy_nanoseconds=min(copies) * 1e9,
        two_core_speed_up=min(one_core) / min(two_cores),
        warm_start_seconds=min(warm),
        import_seconds=min(imported),
        expert_mean_seconds=float(np.mean(decisions)),
        expert_p99_seconds=float(np.quantile(decisions, 0.99)),
        expert_first_seconds=min(first),
        expert_bytes=startup.peak_bytes(one_game),
    )
