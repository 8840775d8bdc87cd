"""Speed of compiled code: random play, solid against itself, copying rows, two threads."""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import NamedTuple

import numpy as np

from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.search.kernel import evaluation_rows
from byzanz.engine.self_play import SOLID, SelfPlay
from byzanz.fast.batch import copy_rows, play_random_games
from byzanz.fast.row import ROW, new_rows

GAMES = 2_000
SOLID_DECKS = 100  # they take about as long as GAMES, so that a busy machine slows both equally
SCALING_GAMES = 100_000
COPIED_ROWS = 1_000  # half a megabyte, which stays in the CPU cache
COPIES = 100  # number of times that all rows are copied


class Rate(NamedTuple):
    """Moves and games per second."""

    moves: float
    games: float


def row_size() -> int:
    """Return the size of one row in bytes."""
    return ROW.itemsize


def random_rate(players: int) -> Rate:
    """Measure uniform random play on one core; every move lists all legal actions."""
    rows, traces, moves = new_rows(GAMES), np.zeros((GAMES, 0), np.int16), np.zeros(GAMES, np.int64)
    start = perf_counter()
    play_random_games(rows, traces, moves, players, 1, 0)
    seconds = perf_counter() - start
    return Rate(float(moves.sum()) / seconds, GAMES / seconds)


def solid_game_rate(players: int) -> float:
    """Measure games per second of solid against itself on one core."""
    games = SelfPlay(players, SOLID_DECKS)
    evaluations = evaluation_rows([tuned_evaluation(players)])
    start = perf_counter()
    games.play([SOLID] * players, evaluations, 1)
    return players * SOLID_DECKS / (perf_counter() - start)


def copy_seconds() -> float:
    """Measure the seconds to copy one row of a batch."""
    source, target = new_rows(COPIED_ROWS), new_rows(COPIED_ROWS)
    start = perf_counter()
    for _ in range(COPIES):
        copy_rows(source, target)
    return (perf_counter() - start) / (COPIED_ROWS * COPIES)


def batch_seconds(jobs: int) -> float:
    """Measure the seconds that 100,000 games of four players take, split among `jobs` threads."""
    rows = new_rows(SCALING_GAMES)
    traces = np.zeros((SCALING_GAMES, 0), np.int16)
    moves = np.zeros(SCALING_GAMES, np.int64)
    edges = [SCALING_GAMES * job // jobs for job in range(jobs + 1)]

    def play(job: int) -> None:
        part = slice(edges[job], edges[job + 1])
        play_random_games(rows[part], traces[part], moves[part], 4, 1, edges[job])

    start = perf_counter()
    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(play, range(jobs)))
    return perf_counter() - start
