"""All figures of one run: best of several tries, the tries of all measures taken in turn."""

import os
import platform
from collections.abc import Callable

import msgspec

from byzanz.bench import compiled, interpreted, yardsticks

TRIES = 5
PLAYERS = (3, 4, 5, 6)


class Figures(msgspec.Struct, frozen=True):
    """What was measured, each the best of the tries."""

    machine: str
    cores: int
    loop_steps_per_second: float
    hearts_steps_per_second: float | None  # None where OpenSpiel is not installed
    compiled_moves_per_second: dict[int, float]  # by number of players
    interpreted_games_per_second: dict[int, float]  # by number of players
    row_bytes: int
    copy_nanoseconds: float
    two_core_speed_up: float
    warm_start_seconds: float
    import_seconds: float

    @property
    def times_hearts(self) -> float | None:
        """Moves a second at four players, in steps a second of hearts."""
        if self.hearts_steps_per_second is None:
            return None
        return self.compiled_moves_per_second[4] / self.hearts_steps_per_second


def measure(report: Callable[[str], None]) -> Figures:
    """Take all measures; the report is told what is being measured."""
    report("compiling, if need be")
    compiled.move_rate(3)
    for statement in (interpreted.IMPORT, interpreted.WARM_START):
        interpreted.start_seconds(statement)  # the first start writes byte code and cache
    loop, hearts, copies, warm, imported, one_core, two_cores = ([] for _ in range(7))
    moves: dict[int, list[float]] = {players: [] for players in PLAYERS}
    games: dict[int, list[float]] = {players: [] for players in PLAYERS}
    for number in range(1, TRIES + 1):
        report(f"try {number} of {TRIES}")
        loop.append(yardsticks.loop_rate())
        if yardsticks.has_hearts():
            hearts.append(yardsticks.hearts_rate())
        for players in PLAYERS:
            moves[players].append(compiled.move_rate(players))
            games[players].append(interpreted.game_rate(players))
        copies.append(compiled.copy_seconds())
        one_core.append(compiled.batch_seconds(1))
        two_cores.append(compiled.batch_seconds(2))
        warm.append(interpreted.start_seconds(interpreted.WARM_START))
        imported.append(interpreted.start_seconds(interpreted.IMPORT))
    return Figures(
        machine=f"{platform.processor() or platform.machine()}, Python {platform.python_version()}",
        cores=os.cpu_count() or 1,
        loop_steps_per_second=max(loop),
        hearts_steps_per_second=max(hearts, default=None),
        compiled_moves_per_second={players: max(rates) for players, rates in moves.items()},
        interpreted_games_per_second={players: max(rates) for players, rates in games.items()},
        row_bytes=compiled.row_size(),
        copy_nanoseconds=min(copies) * 1e9,
        two_core_speed_up=min(one_core) / min(two_cores),
        warm_start_seconds=min(warm),
        import_seconds=min(imported),
    )
