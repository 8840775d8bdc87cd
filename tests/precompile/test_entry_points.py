"""The units cover all entry points of bots and analysis, with the right argument types."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from byzanz.fast.cache import PREFIX
from byzanz.precompile.plan import ALL_UNITS
from byzanz.precompile.supervisor import compile_units
from tests.precompile.slow_units import PATIENCE, wait_until

FOR_TUNING = {"_play_games", "measure_hands"}  # used only by `byzanz tune`, not precompiled

USING_ALL = """if True:
    import importlib, pkgutil
    import byzanz.analysis, byzanz.engine, byzanz.fast
    from byzanz.analysis.game_analysis import Effort, GameAnalysis
    from byzanz.arena.plan import GameNumber, Plan
    from byzanz.arena.policy_match import play_policy_match
    from byzanz.bots.roster import make_bot
    from byzanz.envs import BatchEnv, resample
    from byzanz.envs.game_rows import GameRows
    from byzanz.envs.opponents import BOTS, Opponents
    from byzanz.fast.compiler import COMPILED_FUNCTIONS
    from byzanz.fast.precompile import compile_rules
    from byzanz.game.game import Game

    for package in (byzanz.analysis, byzanz.engine, byzanz.fast):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    compile_rules()
    for seats in (3, 6):
        game = Game.new(seats, seed=1)
        while game.turn is not None:
            seat = game.turn
            game.play(seat, make_bot("solid").choose(game.view(seat), game.options(seat)))
        analysis = GameAnalysis(game, Effort(playouts=1, search=1, samples=1, lot_samples=1))
        for number in range(len(game.moves) + 1):
            analysis.findings(number)
        start = game.at(0)
        make_bot("strong:1").choose(start.view(0), start.options(0))
        make_bot("expert:1").explain(start.view(0), start.options(0))
        environment = BatchEnv(seats, 8, seed=1, threads=2)
        environment.step(environment.legal[:, 0])
        environment.restore(environment.snapshot([1, 2]), [3, 4])
        environment.action_features()
        resample(start.view(0), seed=1, count=2)
        for bot in BOTS:
            games = GameRows(seats, 2, 1, deals_again=False)
            Opponents(games, bot).choose(games.mask[:, 0])
        plan = Plan(("beginner", "greedy") * (seats // 2) + ("solid",) * (seats % 2), 1, 1, 5.0)
        list(play_policy_match(plan, [GameNumber(0, 0)]))
    for function in COMPILED_FUNCTIONS:
        print(function.__name__, len(function.signatures), len(function.stats.cache_misses))
"""


@pytest.mark.slow
def test_nothing_else_is_compiled_for_bots_and_analyses():
    """An entry point without a unit, or called with other types, would be compiled here."""
    assert compile_units(ALL_UNITS)
    done = subprocess.run(
        [sys.executable, "-c", USING_ALL], capture_output=True, text=True, check=True
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    counts = {name: (int(types), int(misses)) for name, types, misses in lines}
    used = {name: count for name, count in counts.items() if name not in FOR_TUNING}
    assert used.keys() | FOR_TUNING == counts.keys()
    assert used == dict.fromkeys(used, (1, 0))
    assert len(used) == len(ALL_UNITS)


@pytest.mark.slow
def test_a_unit_compiled_before_a_kill_is_not_compiled_again(tmp_path):
    environment = {**os.environ, "BYZANZ_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "byzanz.precompile", "copy_rows", "apply_to_row"]
    with subprocess.Popen(command, env=environment) as process:
        wait_until(lambda: list(tmp_path.glob(f"{PREFIX}*/*.copy_rows")))
        process.kill()
    assert not list(tmp_path.glob(f"{PREFIX}*/*.apply_to_row"))
    times = code_times(tmp_path)
    assert [name.split("-")[0] for name in times] == ["batch.copy_rows"]
    time.sleep(0.1)
    subprocess.run(command, env=environment, check=True, timeout=PATIENCE * 2)
    assert times.items() < code_times(tmp_path).items()
    shutil.rmtree(tmp_path, ignore_errors=True)


def code_times(folder: Path) -> dict[str, float]:
    """Return the modification times of the files with compiled code."""
    return {path.name: path.stat().st_mtime for path in folder.rglob("*.nbc")}
