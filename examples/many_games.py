"""Play ten thousand compiled random games in one batch and print the mean score of each seat."""

import numpy as np

from byzanz.fast.batch import play_random_games
from byzanz.fast.row import new_rows

PLAYERS, GAMES = 4, 10_000

rows = new_rows(GAMES)
traces = np.zeros((GAMES, 0), np.int16)  # [game][action]; with 0 columns no action is stored
moves = np.zeros(GAMES, np.int64)
play_random_games(rows, traces, moves, PLAYERS, seed=1, first=0)
for seat, score in enumerate(rows["profits"][:, :PLAYERS].mean(axis=0)):
    print(f"seat {seat}: {score:.2f}")
print(f"{moves.mean():.1f} moves per game, {rows.itemsize} bytes per game")
