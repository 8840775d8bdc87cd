"""The time and the precision of the standard effort."""

from time import process_time

import pytest

from byzanz.analysis.game_analysis import STANDARD, GameAnalysis, count_findings
from byzanz.analysis.values.position_value import PositionEvaluator
from tests.analysis.games import finished

MOST_ERROR = 15_000  # millionths of a victory, which is 1.5 percentage points
MOST_SECONDS = 60  # CPU time


@pytest.mark.parametrize("number", [0, 30, 100])
def test_curves_are_precise_enough(number):
    game = finished(4, 2).at(number)
    evaluator = PositionEvaluator(4, STANDARD.playouts, STANDARD.seed)
    assert 0 < evaluator.evaluate(game.table, 100).error <= MOST_ERROR


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_whole_game_is_analysed_in_time(seed):
    game = finished(4, seed)
    analysis = GameAnalysis(game)
    analysis.findings(0)  # loads the compiled code
    began = process_time()
    findings = [analysis.findings(number) for number in range(count_findings(game))]
    seconds = process_time() - began
    errors = [step.outlook.error for found in findings for step in found.steps]
    assert max(errors) <= MOST_ERROR
    assert seconds <= MOST_SECONDS
