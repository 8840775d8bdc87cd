"""How well the chances of the analysis come true: plays games, and writes figures and plots.

    .venv/bin/python scripts/calibration.py docs/images

Positions of many games are given a chance for each seat; the plots show how often it came true.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from byzanz.analysis.calibration import Bin, bins_of, calibration_error
from byzanz.analysis.outlook import Oracle
from byzanz.analysis.report import PARTS
from byzanz.arena.axis import axis, percent_text
from byzanz.arena.svg import GRID, as_file, colour_of, dot, drawing, line, text
from byzanz.bots.roster import make_bot
from byzanz.game.game import Game

PLAYOUTS = 400
STREAM = 100
POSITIONS = 2  # of each game
CERTAIN = 1.96  # standard errors on each side of 95 %

SETS = {
    "solid among themselves": (["solid"], 2500),
    "strong among themselves": (["strong"], 300),
    "mixed levels": (["beginner", "greedy", "solid", "strong"], 600),
}
"""What is plotted: the levels that play, and how many games."""


def pairs_of(levels: Sequence[str], games: int) -> Iterator[tuple[float, float]]:
    """The chances of seats in some positions of games, and what they won."""
    random = Random(1)
    for seed in range(games):
        players = 3 + seed % 4
        seats = [random.choice(levels) for _ in range(players)]
        game = play(seats, seed)
        oracle = Oracle(players, PLAYOUTS, seed)
        ends = [seat in game.winners for seat in range(players)]
        for number in random.sample(range(len(game.moves)), POSITIONS):
            outlook = oracle.ahead(game.at(number).table, STREAM + number)
            for share, has_won in zip(outlook.shares, ends, strict=True):
                yield share / PARTS, has_won / len(game.winners)


def play(levels: Sequence[str], seed: int) -> Game:
    """A game of these levels to its end."""
    game = Game.new(len(levels), seed=seed)
    bots = [make_bot(level, seed) for level in levels]
    while game.turn is not None:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


PERCENT = axis("chance given", [0, 1], text=percent_text)
LEFT, TOP, SIDE = 70, 36, 280


def plot(title: str, bins: Sequence[Bin]) -> str:
    """A dot for each bin, with its interval of 95 %, beside the line of truth."""
    bottom, right = TOP + SIDE, LEFT + SIDE

    def place(given: float, won: float) -> tuple[float, float]:
        return PERCENT.place(given, LEFT, right), PERCENT.place(won, bottom, TOP)

    middle = (LEFT + right) / 2
    parts = [text(middle, TOP - 14, title, anchor="middle", bold=True)]
    for tick in PERCENT.ticks:
        x, y = place(tick.at, tick.at)
        parts += [
            line((LEFT, y), (right, y), colour=GRID),
            line((x, TOP), (x, bottom), colour=GRID),
        ]
        parts.append(text(x, bottom + 18, tick.text, anchor="middle"))
        parts.append(text(LEFT - 8, y + 4, tick.text, anchor="end"))
    parts.append(line(place(0, 0), place(1, 1), dash="5 4"))
    for each in bins:
        reach = CERTAIN * each.error
        ends = place(each.given, each.won - reach), place(each.given, each.won + reach)
        parts.append(line(*ends, colour=colour_of(0), width=2))
        parts.append(dot(place(each.given, each.won), colour=colour_of(0)))
    parts.append(text(middle, bottom + 42, f"{PERCENT.label} (up: won)", anchor="middle"))
    return as_file(drawing(title, bottom + 54, parts))


def main() -> None:
    """Measure all sets, print their figures and write their plots."""
    for title, (levels, games) in SETS.items():
        bins = bins_of(pairs_of(levels, games))
        error = calibration_error(bins)
        print(f"{title}: {POSITIONS * games} positions of {games} games, error {error:.4f}")
        for each in bins:
            print(f"  {each.count:6} given {each.given:.3f} won {each.won:.3f} ± {each.error:.3f}")
        name = title.partition(" ")[0]
        path = Path(sys.argv[1]) / f"calibration-{name}.svg"
        path.write_text(plot(title, bins), encoding="utf-8")


if __name__ == "__main__":
    main()
