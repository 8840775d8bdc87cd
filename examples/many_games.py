"""A batch of compiled games: mean score by seat over ten thousand random games."""

import numpy as np

from byzanz.fast.batch import play_random_games
from byzanz.fast.row import new_rows

PLAYERS, GAMES = 4, 10_000

rows = new_rows(GAMES)
traces = np.zeros((GAMES, 0), np.int16)  # room for the actions of each game; here for none
moves = np.zeros(GAMES, np.int64)
play_random_games(rows, traces, moves, PLAYERS, seed=1, first=0)
for seat, score in enumerate(rows["profits"][:, :PLAYERS].mean(axis=0)):
    print(f"seat {seat}: {score:.2f}")
print(f"{moves.mean():.1f} moves a game, {rows.itemsize} bytes each")
