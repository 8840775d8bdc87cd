"""What the standard effort takes, and how sure it is."""

from time import process_time

import pytest

from byzanz.analysis.analyst import STANDARD, Analyst, count_findings
from byzanz.analysis.outlook import Oracle
from tests.analysis.games import finished

MOST_ERROR = 15_000  # millionths: one and a half percentage points
MOST_SECONDS = 60  # of one core


@pytest.mark.parametrize("number", [0, 30, 100])
def test_the_curves_are_sure_enough(number):
    game = finished(4, 2).at(number)
    oracle = Oracle(4, STANDARD.playouts, STANDARD.seed)
    assert 0 < oracle.ahead(game.table, 100).error <= MOST_ERROR


@pytest.mark.long
@pytest.mark.parametrize("seed", [2, 3, 4])
def test_a_whole_game_is_analysed_in_time(seed):
    game = finished(4, seed)
    analyst = Analyst(game)
    analyst.find(0)  # loads what is compiled
    began = process_time()
    findings = [analyst.find(number) for number in range(count_findings(game))]
    seconds = process_time() - began
    errors = [step.outlook.error for found in findings for step in found.steps]
    assert max(errors) <= MOST_ERROR
    assert seconds <= MOST_SECONDS
