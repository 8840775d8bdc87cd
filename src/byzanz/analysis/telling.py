"""What the findings about a game come to."""

from collections.abc import Sequence

from byzanz.analysis.report import Findings, Report
from byzanz.game.game import Game


def report_of(_game: Game, _findings: Sequence[Findings]) -> Report:
    """What all findings about a game come to."""
    return Report(players=(), lots=(), moments=(), summary={})
