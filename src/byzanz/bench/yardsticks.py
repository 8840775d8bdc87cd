"""What our figures are held against: a fixed loop, and OpenSpiel's hearts stepped from Python."""

import random
from importlib.util import find_spec
from time import perf_counter

LOOP_STEPS = 200_000
HEARTS_GAMES = 60


def loop_rate() -> float:
    """Steps a second of a plain Python loop: how fast this machine is just now."""
    start = perf_counter()
    number = 1
    for step in range(LOOP_STEPS):
        number = (number * 5 + step) & 0xFFFF
    return LOOP_STEPS / (perf_counter() - start)


def has_hearts() -> bool:
    """Is OpenSpiel installed? It comes with the development requirements."""
    return find_spec("pyspiel") is not None


def hearts_rate() -> float:
    """Steps a second of uniform random play: all legal actions listed, one chosen, one applied.

    Chance nodes count as steps too and are stepped in the same, quickest way.
    """
    import pyspiel  # noqa: PLC0415 - only where it is installed

    game = pyspiel.load_game("hearts")
    choose = random.Random(1).choice
    steps = 0
    start = perf_counter()
    for _ in range(HEARTS_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            steps += 1
    return steps / (perf_counter() - start)
