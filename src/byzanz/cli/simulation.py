"""A simulation: many random games and their summary."""

import time
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from byzanz.bots.warm_up import compile_all
from byzanz.cli.chunks import play_chunk, play_chunks
from byzanz.cli.recording import make_folder, write_records
from byzanz.fast.cache import is_compiled
from byzanz.fast.tally import SCORES, VICTORY, Tally


class Plan(NamedTuple):
    """What is to be simulated."""

    players: int
    games: int
    seed: int
    jobs: int
    records: Path | None


class Moves(msgspec.Struct, frozen=True):
    """How long the games were."""

    total: int
    mean: float
    least: int
    most: int


class SeatSummary(msgspec.Struct, frozen=True):
    """How one seat fared."""

    seat: int
    mean_score: float
    win_share: float  # of all games; a shared victory is split


class Timing(msgspec.Struct, frozen=True):
    """What depends on the machine."""

    jobs: int
    seconds: float
    games_per_second: float
    moves_per_second: float


class Simulation(msgspec.Struct, frozen=True):
    """The summary of many games; only its timing differs from run to run."""

    players: int
    games: int
    seed: int
    moves: Moves
    mean_score: float
    score_counts: tuple[int, ...]  # by score from 0, over all seats
    seats: tuple[SeatSummary, ...]
    records: str | None  # where they were written
    timing: Timing


def run_simulation(plan: Plan, messages: Console) -> Simulation:
    """Play all games of a plan, with a progress bar where somebody watches."""
    warm_up(messages)
    if plan.records is not None:
        make_folder(plan.records)
    begin = time.perf_counter()
    tally = play(plan, messages)
    return summed_up(plan, tally, time.perf_counter() - begin)


def warm_up(messages: Console) -> None:
    """Load the compiled rules, or compile them; done before threads could do it twice."""
    compile_once(messages)
    play_chunk(3, 0, 0, 1, traced=False)


def compile_once(messages: Console) -> None:
    """Compile rules and search unless it is done, and say so to whoever waits."""
    if not is_compiled():
        messages.print("compiling rules and search, once, about a minute …")
        compile_all()


def play(plan: Plan, messages: Console) -> Tally:
    """Play and tally, and write records where the plan says so."""
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


def summed_up(plan: Plan, tally: Tally, seconds: float) -> Simulation:
    """The summary of a tally."""
    counts = tally.score_counts.sum(axis=0)
    sums = (tally.score_counts * np.arange(SCORES)).sum(axis=1).tolist()
    shares = tally.win_shares.tolist()
    highest = int(counts.nonzero()[0].max())
    return Simulation(
        players=plan.players,
        games=plan.games,
        seed=plan.seed,
        moves=Moves(tally.moves, tally.moves / tally.games, tally.least_moves, tally.most_moves),
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
