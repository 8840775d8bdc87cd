"""A process that analyses games: a question a line on standard input, an answer a line back."""

import sys
from functools import lru_cache

import msgspec

from byzanz.analysis.analyst import Analyst
from byzanz.analysis.report import Findings, Report
from byzanz.analysis.telling import report_of
from byzanz.game.game import Game
from byzanz.game.record import load_game
from byzanz.server.analysts import Find, Question

GAMES = 4  # that are kept: several analyses take turns


@lru_cache(GAMES)
def game_of(record: str) -> Game:
    """The game of a record."""
    return load_game(record)


@lru_cache(GAMES)
def analyst_of(record: str) -> Analyst:
    """Whoever knows the game of a record."""
    return Analyst(game_of(record))


def answer(question: Question) -> Findings | Report:
    """What is found, or what it comes to."""
    if isinstance(question, Find):
        return analyst_of(question.record).find(question.number)
    findings = [msgspec.json.decode(each, type=Findings) for each in question.findings]
    return report_of(game_of(question.record), findings)


def main() -> None:
    """Answer until standard input ends."""
    decoder: msgspec.json.Decoder[Question] = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
