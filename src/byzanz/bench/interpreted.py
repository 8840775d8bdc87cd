"""The interpreted rules, and how long a fresh process takes to start."""

import os
import subprocess
import sys
from time import perf_counter

from byzanz.cards import DECK_SIZE
from byzanz.dice import DICE_SIZE, seed_dice, shuffle_deck
from byzanz.rules.actions import ACTIONS
from byzanz.rules.flow import deal
from byzanz.rules.randomplay import play_random_game
from byzanz.rules.table import Table

GAMES = 100

IMPORT = "import byzanz"
WARM_START = "from byzanz.fast.warm_up import compile_all; compile_all()"


def game_rate(players: int) -> float:
    """Whole games a second of uniform random play, without the compiler."""
    dice, deck, out = [0] * DICE_SIZE, [0] * DECK_SIZE, [0] * ACTIONS
    start = perf_counter()
    for game in range(GAMES):
        seed_dice(dice, 1, game)
        shuffle_deck(dice, deck)
        table = Table()
        deal(table, deck, players)
        play_random_game(table, dice, out, [])
    return GAMES / (perf_counter() - start)


def start_seconds(statement: str) -> float:
    """Seconds that a statement takes in a fresh interpreter, beyond its own start."""
    code = f"from time import perf_counter as c; s = c(); {statement}; print(c() - s)"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}  # as on an ordinary machine
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout.split()[-1])
