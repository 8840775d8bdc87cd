"""Every move of every conformance game can be analysed, however strangely it was played."""

from pathlib import Path

import pytest

from byzanz.analysis.game_analysis import GameAnalysis, count_findings
from byzanz.analysis.report.builder import report_of
from byzanz.game.record import load_game
from tests.analysis.games import LOW_EFFORT

FOLDER = Path(__file__).parents[1] / "conformance" / "data" / "games"
FINISHED = [path for path in sorted(FOLDER.glob("*.byz")) if "\nresult " in path.read_text()]


@pytest.mark.long
@pytest.mark.parametrize("path", FINISHED, ids=lambda path: path.stem)
def test_a_game_is_analysed_to_its_end(path):
    game = load_game(path.read_text())
    analysis = GameAnalysis(game, LOW_EFFORT)
    findings = [analysis.findings(number) for number in range(count_findings(game))]
    assert report_of(game, findings).players
