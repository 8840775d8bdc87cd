"""The speed of the environments for learners, beside those of other libraries in the same run."""

import random
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter

import msgspec
import numpy as np

from byzanz.bench import yardsticks
from byzanz.envs.batch import BatchEnv
from byzanz.envs.resampling import resample
from byzanz.game.game import Game

TRIES = 20
PLAYERS = 4
GAMES = 1024
FIRST_STEPS = 150  # not measured; then the games are at different points
BATCH_STEPS = 40  # they take about as long as the yardsticks, so that pauses hit all equally
AGENT_STEPS = 2_000
SAMPLED_ROWS = 5_000
SHOWN_MOVES = 40  # moves before the view; players have shown some of their first cards
THREADS = (1, 2)


class EnvironmentRates(msgspec.Struct, frozen=True):
    """Steps per second of uniformly random play, each the best of its tries.

    None stands for a library that is not installed.
    """

    batch: dict[int, float]  # by number of threads
    resample: float  # rows per second
    aec: float | None
    hearts: float | None
    gin_rummy: float | None
    texas_holdem: float | None

    @property
    def ratios(self) -> dict[str, float]:
        """The ratios that have a target."""
        pairs = {
            "batch, 1 thread, over hearts": (self.batch[1], self.hearts),
            "batch, 2 threads, over hearts": (self.batch[2], self.hearts),
            "batch, 1 thread, over gin_rummy": (self.batch[1], self.gin_rummy),
            "aec over texas_holdem": (self.aec, self.texas_holdem),
        }
        return {
            name: ours / theirs
            for name, (ours, theirs) in pairs.items()
            if ours is not None and theirs is not None
        }


def batch_rate(threads: int) -> float:
    """Measure a batch of 1,024 games with observations and masks; choosing actions included."""
    dice = np.random.default_rng(1)
    everything = np.arange(GAMES)
    with BatchEnv(PLAYERS, GAMES, 1, threads=threads) as env:
        for step in range(FIRST_STEPS + BATCH_STEPS):
            if step == FIRST_STEPS:
                start = perf_counter()
            chosen = (dice.random(GAMES) * env.count_legal).astype(np.int64)
            env.step(env.legal[everything, chosen])
        return GAMES * BATCH_STEPS / (perf_counter() - start)


def resample_rate() -> float:
    """Measure how many full tables are sampled in a second, from a view in the middle of a game."""
    game, dice = Game.new(PLAYERS, seed=1), random.Random(1)
    while len(game.moves) < SHOWN_MOVES:
        game.play(*dice.choice(game.legal(game.turn)))
    view = game.view(0)
    start = perf_counter()
    resample(view, 1, SAMPLED_ROWS)
    return SAMPLED_ROWS / (perf_counter() - start)


def aec_rate() -> float:
    """Measure the PettingZoo environment of Byzanz, with `last` before every step."""
    from byzanz.envs.aec import env  # noqa: PLC0415 - optional

    return yardsticks.agent_rate(env(PLAYERS, 1), AGENT_STEPS)


def measure_environments(report: Callable[[str], None]) -> EnvironmentRates:
    """Measure all environments in turn; `report` is called with a description of each step."""
    report("compiling, if necessary")
    batch_rate(1)
    resample_rate()
    measures: dict[str, Callable[[], float]] = {"resample": resample_rate}
    if yardsticks.has_hearts():
        measures |= {"hearts": yardsticks.hearts_rate, "gin_rummy": yardsticks.gin_rummy_rate}
    if find_spec("pettingzoo"):
        measures["aec"] = aec_rate
    if yardsticks.has_texas_holdem():
        measures["texas_holdem"] = yardsticks.texas_holdem_rate
    best = dict.fromkeys(measures, 0.0)
    batch = dict.fromkeys(THREADS, 0.0)
    for number in range(1, TRIES + 1):
        report(f"try {number} of {TRIES}")
        for threads in THREADS:
            batch[threads] = max(batch[threads], batch_rate(threads))
        for name, measure in measures.items():
            best[name] = max(best[name], measure())
    others = {name: best.get(name) for name in ("aec", "hearts", "gin_rummy", "texas_holdem")}
    return EnvironmentRates(batch, best["resample"], **others)
