"""Yardsticks for the benchmarks: a fixed Python loop, and games of other libraries."""

import random
from importlib.util import find_spec
from time import perf_counter
from typing import Any

LOOP_STEPS = 200_000
HEARTS_GAMES = 60
GIN_RUMMY_GAMES = 5
TEXAS_HOLDEM_STEPS = 1_000


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


def gin_rummy_rate() -> float:
    """Measure the decisions per second of random play, each with an observation tensor."""
    import pyspiel  # noqa: PLC0415 - optional

    game = pyspiel.load_game("gin_rummy")
    choose = random.Random(1).choice
    steps = 0
    start = perf_counter()
    for _ in range(GIN_RUMMY_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor()
                steps += 1
            state.apply_action(choose(state.legal_actions()))
    return steps / (perf_counter() - start)


def has_texas_holdem() -> bool:
    """Return whether PettingZoo can play Texas hold'em; that needs RLCard and pygame."""
    return all(find_spec(name) for name in ("pettingzoo", "rlcard", "pygame"))


def texas_holdem_rate() -> float:
    """Measure the steps per second of PettingZoo's Texas hold'em."""
    from pettingzoo.classic import texas_holdem_v4  # noqa: PLC0415 - optional

    return agent_rate(texas_holdem_v4.env(), TEXAS_HOLDEM_STEPS)


def agent_rate(env: Any, steps: int) -> float:
    """Measure the steps per second of random play in a PettingZoo environment."""
    choose = random.Random(1).choice
    made = 0
    start = perf_counter()
    while made < steps:
        env.reset(seed=made)
        for _ in env.agent_iter():
            observation, _, ended, _, info = env.last()
            made += 1
            if ended:
                env.step(None)
            else:
                mask = (info if "action_mask" in info else observation)["action_mask"]
                env.step(choose(mask.nonzero()[0].tolist()))
    return made / (perf_counter() - start)
