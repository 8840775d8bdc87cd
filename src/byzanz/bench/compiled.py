"""The compiled rules: random play, solid against itself, copying, two cores."""

from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import NamedTuple

import numpy as np

from byzanz.bots.kernel import mind_rows
from byzanz.bots.selfplay import SOLID, SelfPlay
from byzanz.bots.tuned import tuned_mind
from byzanz.fast.batch import copy_rows, play_random_games
from byzanz.fast.row import ROW, new_rows

GAMES = 2_000
SOLID_DECKS = 100  # take about as long: a busy machine slows both alike
SCALING_GAMES = 100_000
COPIED_ROWS = 1_000  # half a megabyte: stays in the cache
COPIES = 100


class Rate(NamedTuple):
    """How much is played in a second."""

    moves: float
    games: float


def row_size() -> int:
    """Bytes of one game."""
    return ROW.itemsize


def random_rate(players: int) -> Rate:
    """Uniform random play on one core; all actions listed, one chosen."""
    rows, traces, moves = new_rows(GAMES), np.zeros((GAMES, 0), np.int16), np.zeros(GAMES, np.int64)
    start = perf_counter()
    play_random_games(rows, traces, moves, players, 1, 0)
    seconds = perf_counter() - start
    return Rate(float(moves.sum()) / seconds, GAMES / seconds)


def solid_game_rate(players: int) -> float:
    """Whole games a second of solid against itself on one core."""
    games = SelfPlay(players, SOLID_DECKS)
    minds = mind_rows([tuned_mind(players)])
    start = perf_counter()
    games.play([SOLID] * players, minds, 1)
    return players * SOLID_DECKS / (perf_counter() - start)


def copy_seconds() -> float:
    """Seconds to copy one game inside a batch."""
    source, target = new_rows(COPIED_ROWS), new_rows(COPIED_ROWS)
    start = perf_counter()
    for _ in range(COPIES):
        copy_rows(source, target)
    return (perf_counter() - start) / (COPIED_ROWS * COPIES)


def batch_seconds(jobs: int) -> float:
    """Seconds for a batch of 100,000 games of four, split between so many threads."""
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
