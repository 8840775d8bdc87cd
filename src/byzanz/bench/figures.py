"""All figures of one run: best of several tries, the tries of all measures taken in turn."""

import os
import platform
from collections.abc import Callable

import msgspec
import numpy as np

from byzanz.bench import compiled, deciding, fresh, interpreted, yardsticks
from byzanz.bots.warm_up import compile_search

TRIES = 5
PLAYERS = (3, 4, 5, 6)
EXPERT = "expert"


class Figures(msgspec.Struct, frozen=True):
    """What was measured, each the best of the tries; the expert's decisions are those of all."""

    machine: str
    cores: int
    loop_steps_per_second: float
    hearts_steps_per_second: float | None  # None where OpenSpiel is not installed
    compiled_moves_per_second: dict[int, float]  # by number of players
    compiled_games_per_second: dict[int, float]  # by number of players
    solid_games_per_second: dict[int, float]  # by number of players
    interpreted_games_per_second: dict[int, float]  # by number of players
    row_bytes: int
    copy_nanoseconds: float
    two_core_speed_up: float
    warm_start_seconds: float
    import_seconds: float
    expert_mean_seconds: float  # of a decision
    expert_p99_seconds: float
    expert_first_seconds: float  # with the start
    expert_bytes: int | None  # None on Windows

    @property
    def times_hearts(self) -> float | None:
        """Moves a second at four players, in steps a second of hearts."""
        if self.hearts_steps_per_second is None:
            return None
        return self.compiled_moves_per_second[4] / self.hearts_steps_per_second

    @property
    def solid_over_random(self) -> dict[int, float]:
        """Games a second of solid, in those of compiled random play, by number of players."""
        random = self.compiled_games_per_second
        return {
            players: rate / random[players] for players, rate in self.solid_games_per_second.items()
        }


def measure(report: Callable[[str], None]) -> Figures:
    """Take all measures; the report is told what is being measured."""
    report("compiling, if need be")
    compiled.random_rate(3)
    compiled.solid_game_rate(3)
    compile_search()
    for statement in (fresh.IMPORT, fresh.WARM_START, fresh.FIRST_DECISION):
        fresh.start_seconds(statement)  # the first start writes byte code and cache
    loop, hearts, copies, warm, imported, one_core, two_cores = ([] for _ in range(7))
    first, decisions = [], []
    random: dict[int, list[compiled.Rate]] = {players: [] for players in PLAYERS}
    solid: dict[int, list[float]] = {players: [] for players in PLAYERS}
    games: dict[int, list[float]] = {players: [] for players in PLAYERS}
    for number in range(1, TRIES + 1):
        report(f"try {number} of {TRIES}")
        loop.append(yardsticks.loop_rate())
        if yardsticks.has_hearts():
            hearts.append(yardsticks.hearts_rate())
        for players in PLAYERS:
            random[players].append(compiled.random_rate(players))
            solid[players].append(compiled.solid_game_rate(players))
            games[players].append(interpreted.game_rate(players))
        copies.append(compiled.copy_seconds())
        one_core.append(compiled.batch_seconds(1))
        two_cores.append(compiled.batch_seconds(2))
        warm.append(fresh.start_seconds(fresh.WARM_START))
        imported.append(fresh.start_seconds(fresh.IMPORT))
        first.append(fresh.start_seconds(fresh.FIRST_DECISION))
        decisions += deciding.decision_seconds(EXPERT, number)
    report("memory")
    one_game = f"from byzanz.bench.deciding import decision_seconds as d; d({EXPERT!r}, 1)"
    return Figures(
        machine=f"{platform.processor() or platform.machine()}, Python {platform.python_version()}",
        cores=os.cpu_count() or 1,
        loop_steps_per_second=max(loop),
        hearts_steps_per_second=max(hearts, default=None),
        compiled_moves_per_second={players: max(rates).moves for players, rates in random.items()},
        compiled_games_per_second={players: max(rates).games for players, rates in random.items()},
        solid_games_per_second={players: max(rates) for players, rates in solid.items()},
        interpreted_games_per_second={players: max(rates) for players, rates in games.items()},
        row_bytes=compiled.row_size(),
        copy_nanoseconds=min(copies) * 1e9,
        two_core_speed_up=min(one_core) / min(two_cores),
        warm_start_seconds=min(warm),
        import_seconds=min(imported),
        expert_mean_seconds=float(np.mean(decisions)),
        expert_p99_seconds=float(np.quantile(decisions, 0.99)),
        expert_first_seconds=min(first),
        expert_bytes=fresh.peak_bytes(one_game),
    )
