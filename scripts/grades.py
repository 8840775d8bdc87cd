"""Play games between bots of several levels, and print the grades of each level.

.venv/bin/python scripts/grades.py 12
"""

import sys
from collections import defaultdict

from byzanz.analysis.decisions.grades import accuracy_of
from byzanz.analysis.decisions.verdict import DecisionJudge
from byzanz.analysis.findings import Grade, Verdict
from byzanz.analysis.game_analysis import STANDARD
from byzanz.analysis.kernels.decision_buffers import DecisionBuffers
from byzanz.bots.roster import make_bot
from byzanz.game.game import Game

LEVELS = ("expert", "solid", "greedy", "beginner")


def verdicts_on(seed: int) -> dict[str, list[Verdict]]:
    """Return the verdicts on a game of all levels by level; seats rotate with the seed."""
    levels = [LEVELS[(seat + seed) % len(LEVELS)] for seat in range(len(LEVELS))]
    bots = [make_bot(level, seed) for level in levels]
    game = Game.new(len(levels), seed=seed)
    judge = DecisionJudge(DecisionBuffers(len(levels), seed), STANDARD.search, STANDARD.samples)
    found: dict[str, list[Verdict]] = defaultdict(list)
    while game.turn is not None:
        seat = game.turn
        move = bots[seat].choose(game.view(seat), game.options(seat))
        verdict = judge.verdict(game, seat, move)
        if verdict is not None:
            found[levels[seat]].append(verdict)
        game.play(seat, move)
    return found


def main() -> None:
    """Play and judge the games, and print a line for each level."""
    found: dict[str, list[Verdict]] = defaultdict(list)
    for seed in range(int(sys.argv[1])):
        for level, verdicts in verdicts_on(seed).items():
            found[level] += verdicts
    print("level     decisions", *[f"{grade:>10}" for grade in Grade], "  accuracy")
    for level in LEVELS:
        verdicts = found[level]
        shares = [sum(each.grade is grade for each in verdicts) / len(verdicts) for grade in Grade]
        columns = [f"{share:10.1%}" for share in shares]
        print(f"{level:9} {len(verdicts):9}", *columns, f"{accuracy_of(verdicts):10}")


if __name__ == "__main__":
    main()
