"""Previews: the curves by few play-outs, without the compiler."""

import subprocess
import sys

import pytest

from byzanz.analysis import preview
from byzanz.analysis.game_analysis import Effort, GameAnalysis
from byzanz.analysis.preview import GamePreview
from tests.analysis.games import finished

LEAST = {"search": 1, "samples": 1, "lot_samples": 1}


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (6, 3)])
def test_a_preview_is_the_analysis_with_fewer_play_outs(players, seed, monkeypatch):
    """Equal to the last digit, because interpreted and compiled play-outs are the same."""
    monkeypatch.setattr(preview, "PLAYOUTS", 6)
    game = finished(players, seed)
    interpreted, compiled = GamePreview(game), GameAnalysis(game, Effort(playouts=6, **LEAST))
    for number in range(0, len(game.moves) + 1, 5):
        assert interpreted.preview(number).steps == compiled.findings(number).steps
        assert interpreted.preview(number).number == number


def test_a_preview_tells_how_rough_it_is():
    errors = [step.outlook.error for step in GamePreview(finished(4, 2)).preview(0).steps]
    assert all(20_000 < error < 65_000 for error in errors)


def test_a_preview_compiles_nothing():
    code = """if True:
        from byzanz.analysis.preview import GamePreview
        from byzanz.fast.compiler import COMPILED_FUNCTIONS
        from byzanz.game.game import Game
        GamePreview(Game.new(3, seed=1)).preview(0)
        print(len(COMPILED_FUNCTIONS), sum(len(each.signatures) for each in COMPILED_FUNCTIONS))"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    functions, compiled = map(int, done.stdout.split())
    assert functions > 0
    assert compiled == 0
