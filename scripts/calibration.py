"""How well the chances of the analysis come true: plays games, and writes figures and a plot.

    .venv/bin/python scripts/calibration.py docs/images/calibration.svg

Positions of many games are given a chance for each seat; the plot shows how often it came true.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from byzanz.analysis.calibration import Bin, bins_of, calibration_error
from byzanz.analysis.outlook import Oracle
from byzanz.analysis.report import PARTS
from byzanz.bots.roster import make_bot
from byzanz.game.game import Game

PLAYOUTS = 400
STREAM = 100
POSITIONS = 2  # of each game

Pairs = list[tuple[float, float]]

SETS = {
    "solid among themselves": (["solid"], 2500),
    "strong among themselves": (["strong"], 300),
    "all levels mixed": (["beginner", "greedy", "solid", "strong"], 600),
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


WIDTH, HEIGHT, LEFT, TOP, SIDE, GAP = 980, 380, 56, 44, 270, 44
INK, FAINT, LINE, MARK = "#2a1a2e", "#6f6472", "#d9cfc0", "#7a2d57"


def plot(results: dict[str, list[Bin]]) -> str:
    """The reliability of each set side by side, as SVG."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="13" fill="{INK}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffaf0"/>',
    ]
    for place, (title, bins) in enumerate(results.items()):
        parts += panel(title, bins, LEFT + place * (SIDE + GAP))
    return "\n".join([*parts, "</svg>", ""])


def panel(title: str, bins: Sequence[Bin], left: int) -> Iterator[str]:
    """One set: a dot for each bin, with its interval of 95 %, beside the line of truth."""
    bottom = TOP + SIDE
    error = calibration_error(bins)
    yield f'<text x="{left}" y="{TOP - 20}" font-weight="bold">{title}</text>'
    yield f'<text x="{left}" y="{TOP - 5}" fill="{FAINT}">mean error {100 * error:.1f} points</text>'
    for tick in (0, 25, 50, 75, 100):
        x, y = left + SIDE * tick / 100, bottom - SIDE * tick / 100
        yield f'<path d="M{left} {y}h{SIDE}M{x} {TOP}v{SIDE}" stroke="{LINE}" fill="none"/>'
        yield f'<text x="{x}" y="{bottom + 18}" text-anchor="middle" fill="{FAINT}">{tick}</text>'
        yield f'<text x="{left - 8}" y="{y + 4}" text-anchor="end" fill="{FAINT}">{tick}</text>'
    yield f'<path d="M{left} {bottom}L{left + SIDE} {TOP}" stroke="{FAINT}" stroke-dasharray="5 4"/>'
    for each in bins:
        x, y = left + SIDE * each.given, bottom - SIDE * each.won
        reach = SIDE * 1.96 * each.error
        yield f'<path d="M{x:.1f} {y - reach:.1f}V{y + reach:.1f}" stroke="{MARK}" stroke-width="2"/>'
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{MARK}"/>'
    middle = left + SIDE / 2
    yield f'<text x="{middle}" y="{bottom + 42}" text-anchor="middle">chance given, %</text>'
    if left == LEFT:
        turned = f'transform="rotate(-90 16 {TOP + SIDE / 2})"'
        yield f'<text x="16" y="{TOP + SIDE / 2}" text-anchor="middle" {turned}>won, %</text>'


def main() -> None:
    """Measure all sets, print their figures and write the plot."""
    results = {}
    for title, (levels, games) in SETS.items():
        results[title] = bins_of(pairs_of(levels, games))
        error = calibration_error(results[title])
        print(f"{title}: {POSITIONS * games} positions of {games} games, error {error:.4f}")
        for each in results[title]:
            print(f"  {each.count:6} given {each.given:.3f} won {each.won:.3f} ± {each.error:.3f}")
    Path(sys.argv[1]).write_text(plot(results), encoding="utf-8")


if __name__ == "__main__":
    main()
