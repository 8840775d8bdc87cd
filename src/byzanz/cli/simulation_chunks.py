"""Random games in chunks on several threads; the number of threads does not change the games."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from byzanz.fast.batch import Numbers, play_random_games
from byzanz.fast.game_counts import Tally
from byzanz.fast.row import Rows, new_rows

CHUNK_SIZE = 1024  # games: half a megabyte of rows, about 50 ms
MOST_MOVES = 1024  # more than any game has: the bids of an auction rise to at most 28


class Chunk(NamedTuple):
    """Consecutive games that were played together."""

    first: int  # the number of the first game
    rows: Rows
    traces: Numbers  # [game][move]: the action; no columns unless traced
    moves: Numbers
    tally: Tally


def play_chunk(players: int, seed: int, first: int, size: int, *, traced: bool) -> Chunk:
    """Play `size` games; each game has its own random stream, by its number."""
    rows = new_rows(size)
    traces = np.zeros((size, MOST_MOVES if traced else 0), np.int16)
    moves = np.zeros(size, np.int64)
    play_random_games(rows, traces, moves, players, seed, first)
    return Chunk(first, rows, traces, moves, Tally.of(rows, moves, players))


def play_chunks(players: int, games: int, seed: int, *, jobs: int, traced: bool) -> Iterator[Chunk]:
    """Play all games and yield their chunks in order; at most two chunks per thread wait."""
    waiting: deque[Future[Chunk]] = deque()
    executor = ThreadPoolExecutor(jobs)
    try:
        for first in range(0, games, CHUNK_SIZE):
            size = min(CHUNK_SIZE, games - first)
            waiting.append(executor.submit(play_chunk, players, seed, first, size, traced=traced))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        executor.shutdown(cancel_futures=True)
