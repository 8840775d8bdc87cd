"""Simulating many random games, and summarising them."""

import time
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from byzanz.cli.compilation import compile_first
from byzanz.cli.record_output import make_folder, write_records
from byzanz.cli.simulation_chunks import play_chunk, play_chunks
from byzanz.fast.game_counts import SCORES, VICTORY, Tally
from byzanz.precompile.plan import RULES


class SimulationPlan(NamedTuple):
    """The games to simulate, the number of threads, and the folder for records."""

    players: int
    games: int
    seed: int
    jobs: int
    records: Path | None


class MoveCounts(msgspec.Struct, frozen=True):
    """The number of moves, in all games together and per game."""

    total: int
    mean: float
    least: int
    most: int


class SeatSummary(msgspec.Struct, frozen=True):
    """The results of one seat."""

    seat: int
    mean_score: float
    win_share: float  # wins per game; a shared victory is split


class Timing(msgspec.Struct, frozen=True):
    """The speed of the run, which depends on the machine."""

    jobs: int
    seconds: float
    games_per_second: float
    moves_per_second: float


class Simulation(msgspec.Struct, frozen=True):
    """The summary of many games; all but its timing is the same in every run."""

    players: int
    games: int
    seed: int
    moves: MoveCounts
    mean_score: float
    score_counts: tuple[int, ...]  # [score], over all seats
    seats: tuple[SeatSummary, ...]
    records: str | None  # the folder that has them
    timing: Timing


def run_simulation(plan: SimulationPlan, messages: Console) -> Simulation:
    """Play all games of a plan, with a progress bar in a terminal."""
    load_compiled_rules(messages)
    if plan.records is not None:
        make_folder(plan.records)
    begin = time.perf_counter()
    tally = play(plan, messages)
    return summarize(plan, tally, time.perf_counter() - begin)


def load_compiled_rules(messages: Console) -> None:
    """Load or compile the rules now; otherwise each thread would do it."""
    compile_first(RULES, messages)
    play_chunk(3, 0, 0, 1, traced=False)


def play(plan: SimulationPlan, messages: Console) -> Tally:
    """Play and count all games, and write their records if the plan asks for it."""
    tally = Tally(plan.players)
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=messages, disable=not messages.is_terminal, transient=True
    ) as progress:
        task = progress.add_task("games", total=plan.games)
        for chunk in play_chunks(
            plan.players,
            plan.games,
            plan.seed,
            jobs=plan.jobs,
            traced=plan.records is not None,
        ):
            if plan.records is not None:
                write_records(plan.records, chunk, players=plan.players, seed=plan.seed)
            tally.add(chunk.tally)
            progress.advance(task, chunk.tally.games)
    return tally


def summarize(plan: SimulationPlan, tally: Tally, seconds: float) -> Simulation:
    """Return the summary of all counted games."""
    counts = tally.score_counts.sum(axis=0)
    sums = (tally.score_counts * np.arange(SCORES)).sum(axis=1).tolist()
    shares = tally.win_shares.tolist()
    highest = int(counts.nonzero()[0].max())
    return Simulation(
        players=plan.players,
        games=plan.games,
        seed=plan.seed,
        moves=MoveCounts(
            tally.moves, tally.moves / tally.games, tally.least_moves, tally.most_moves
        ),
        mean_score=sum(sums) / (tally.games * plan.players),
        score_counts=tuple(counts[: highest + 1].tolist()),
        seats=tuple(
            [
                SeatSummary(seat, sums[seat] / tally.games, shares[seat] / VICTORY / tally.games)
                for seat in range(plan.players)
            ]
        ),
        records=None if plan.records is None else str(plan.records),
        timing=Timing(plan.jobs, seconds, tally.games / seconds, tally.moves / seconds),
    )
