"""Write test data: games of bots with their findings at the standard effort.

    .venv/bin/python scripts/analysed_games.py tests/analysis/data

The tests check every fact of the findings against the records. Run this again after a change that
affects the findings.
"""

import gzip
import sys
from pathlib import Path

import msgspec

from byzanz.analysis.game_analysis import GameAnalysis, count_findings
from byzanz.bots.roster import make_bot
from byzanz.game.game import Game
from byzanz.game.record import write_record

GAMES = (
    (2, ("greedy", "beginner", "solid")),
    (5, ("greedy", "solid", "solid", "beginner")),
    (9, ("beginner", "solid", "greedy", "greedy")),
    (3, ("beginner", "greedy", "solid", "greedy", "solid")),
    (4, ("greedy", "beginner", "solid", "greedy", "beginner", "solid")),
)
"""The seed and the bots of each game."""

NAMES = ("Livia", "Leo", "Zoe", "Irene", "Konstantin", "Theodora")


def play(seed: int, levels: tuple[str, ...]) -> Game:
    """Play a game of these bots to its end."""
    game = Game.new(NAMES[: len(levels)], seed=seed)
    bots = [make_bot(level, seed) for level in levels]
    while game.turn is not None:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def main() -> None:
    """Play and analyse each game, and write a file for it."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for seed, levels in GAMES:
        game = play(seed, levels)
        analysis = GameAnalysis(game)
        findings = [analysis.findings(number) for number in range(count_findings(game))]
        bots = tuple([("bot", f"{seat} {level}") for seat, level in enumerate(levels) if seat])
        stored = {"record": write_record(game, bots), "findings": findings}
        path = folder / f"{len(levels)}p-{seed}.json.gz"
        path.write_bytes(gzip.compress(msgspec.json.encode(stored), mtime=0))
        print(f"{path}: {len(game.moves)} moves, {path.stat().st_size} bytes", flush=True)


if __name__ == "__main__":
    main()
