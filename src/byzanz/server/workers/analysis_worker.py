"""The worker process of analyses: a question is a line on standard input."""

import sys
from functools import lru_cache

import msgspec

from byzanz.analysis.findings import Findings, Preview, Report
from byzanz.analysis.game_analysis import GameAnalysis
from byzanz.analysis.preview import GamePreview
from byzanz.analysis.report.builder import report_of
from byzanz.game.game import Game
from byzanz.game.record import load_game
from byzanz.server.workers.analysis_pool import FindingsQuestion, PreviewQuestion, Question

GAMES = 4  # games in the cache, because several analyses take turns


@lru_cache(GAMES)
def game_of(record: str) -> Game:
    """The game of a record."""
    return load_game(record)


@lru_cache(GAMES)
def analysis_of(record: str) -> GameAnalysis:
    """The analysis of the game of a record."""
    return GameAnalysis(game_of(record))


@lru_cache(GAMES)
def preview_of(record: str) -> GamePreview:
    """The preview of the game of a record."""
    return GamePreview(game_of(record))


def answer(question: Question) -> Findings | Preview | Report:
    """Answer a question: findings about a move, a preview of it, or the report."""
    if isinstance(question, PreviewQuestion):
        return preview_of(question.record).preview(question.number)
    if isinstance(question, FindingsQuestion):
        return analysis_of(question.record).findings(question.number)
    findings = [msgspec.json.decode(each, type=Findings) for each in question.findings]
    return report_of(game_of(question.record), findings)


def main() -> None:
    """Answer questions until standard input ends."""
    decoder: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
