"""Yardsticks for the benchmarks: a fixed Python loop, and OpenSpiel's hearts."""

import random
from importlib.util import find_spec
from time import perf_counter

LOOP_STEPS = 200_000
HEARTS_GAMES = 60


def loop_rate() -> float:
    """Measure the steps per second of a plain Python loop: the current speed of the machine."""
    start = perf_counter()
    number = 1
    for step in range(LOOP_STEPS):
        number = (number * 5 + step) & 0xFFFF
    return LOOP_STEPS / (perf_counter() - start)


def has_hearts() -> bool:
    """Return whether OpenSpiel is installed; it is a development requirement."""
    return find_spec("pyspiel") is not None


def hearts_rate() -> float:
    """Measure the steps per second of uniform random play; every step lists all legal actions.

    Chance nodes count as steps and are sampled in the same way, which is the fastest one.
    """
    import pyspiel  # noqa: PLC0415 - optional

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
