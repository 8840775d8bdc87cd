"""How well the chances of the analysis come true among bots, and their correction.

    .venv/bin/python scripts/calibration.py play strong 4 5000 strong.jsonl
    .venv/bin/python scripts/calibration.py fit strong.jsonl
    .venv/bin/python scripts/calibration.py plot strong.jsonl docs/images/calibration-strong.svg
    .venv/bin/python scripts/calibration.py check solid.jsonl docs/images/calibration-solid.svg

`play` plays games, gives some positions of each a chance for every seat and notes what became of
it, a line for each game; called again it goes on. `fit` writes `analysis/correction.json` and tells
how true chances come that were corrected by the other half of the games. `plot` draws that, and
the chances as they come out of the play-outs; `check` does the same for other games, corrected by
the figures that are there.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from byzanz.analysis.calibration import Bin, bins_of, calibration_error
from byzanz.analysis.correction import (
    CLOSING,
    CORRECTIONS,
    NONE,
    Correction,
    corrected,
    stage_of,
)
from byzanz.analysis.outlook import Oracle
from byzanz.analysis.report import PARTS
from byzanz.arena.axis import axis, percent_text
from byzanz.arena.svg import GRID, as_file, colour_of, dot, drawing, line, text
from byzanz.bots.roster import make_bot
from byzanz.fast.batch import Numbers
from byzanz.game.game import Game

PLAYOUTS = 1200  # as an analysis makes
STREAM = 100
POSITIONS = 8  # of each game
CERTAIN = 1.96  # standard errors on each side of 95 %
FIGURES = Path(__file__).resolve().parent.parent / "src" / "byzanz" / "analysis" / "correction.json"
LEAST_CHANCE = 1e-5  # so that what was held to be impossible is not infinitely wrong
MIXED = ("beginner", "greedy", "solid", "strong")


class Position(NamedTuple):
    """A position of a game, and what became of it."""

    game: int
    stage: str
    shares: list[float]
    won: list[float]


def levels_of(word: str, players: int, seed: int) -> list[str]:
    """Who plays: all the same, or drawn by lot."""
    if word != "mixed":
        return [word] * players
    random = Random(seed)
    return [random.choice(MIXED) for _ in range(players)]


def play(levels: Sequence[str], seed: int) -> Game:
    """A game of these levels to its end."""
    game = Game.new(len(levels), seed=seed)
    bots = [make_bot(level, seed) for level in levels]
    while game.turn is not None:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def noted(levels: Sequence[str], seed: int) -> dict[str, object]:
    """A game as a line: who won, and the stage and the raw chances of some positions."""
    game = play(levels, seed)
    oracle = Oracle(len(levels), PLAYOUTS, seed, is_raw=True)
    positions = []
    for number in sorted(Random(seed).sample(range(len(game.moves)), POSITIONS)):
        table = game.at(number).table
        positions.append((stage_of(table), oracle.ahead(table, STREAM + number).shares))
    return {"seed": seed, "winners": game.winners, "positions": positions}


def play_games(word: str, players: int, count: int, path: Path) -> None:
    """Play what is missing of so many games."""
    done = {json.loads(each)["seed"] for each in _lines(path)}
    with path.open("a", encoding="utf-8") as out:
        for seed in range(count):
            if seed not in done:
                told = noted(levels_of(word, players, seed), seed)
                out.write(json.dumps(told, separators=(",", ":")) + "\n")
                out.flush()


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def read(path: Path) -> Iterator[Position]:
    """All positions of a file."""
    for text_line in _lines(path):
        told = json.loads(text_line)
        winners = told["winners"]
        for stage, shares in told["positions"]:
            won = [(seat in winners) / len(winners) for seat in range(len(shares))]
            yield Position(told["seed"], stage, [share / PARTS for share in shares], won)


def surprise(shares: Numbers, won: Numbers, correction: Correction) -> float:
    """How much less likely than 1 the winners were held to be: the mean negative logarithm."""
    power, floor, slope = correction
    weights = (shares + floor) ** power * np.exp(slope * shares)
    chances = weights / weights.sum(axis=1, keepdims=True)
    return float(-(won * np.log(np.maximum(chances, LEAST_CHANCE))).sum(axis=1).mean())


START = Correction(0.85, 0.003, 0.0)
STEPS = Correction(0.1, 0.002, 0.4)
FINEST = 0.03  # of the first steps


def fit(positions: Sequence[Position]) -> Correction:
    """The correction under which what happened was most likely: down by ever smaller steps."""
    shares = np.array([position.shares for position in positions])
    won = np.array([position.won for position in positions])
    best, size = START, 1.0
    least = surprise(shares, won, best)
    while size >= FINEST:
        near = [each for each in _neighbours(best, size) if each.floor >= 0]
        found = min((surprise(shares, won, each), each) for each in near)
        if found[0] < least:
            least, best = found
        else:
            size /= 2
    return best


def _neighbours(around: Correction, size: float) -> list[Correction]:
    return [
        around._replace(**{field: value + sign * size * step})
        for field, value, step in zip(Correction._fields, around, STEPS, strict=True)
        for sign in (1, -1)
    ]


def fit_all(positions: Sequence[Position]) -> dict[str, Correction]:
    """A correction for each stage; the closing needs none, for nothing is open any more."""
    stages: dict[str, list[Position]] = defaultdict(list)
    for position in positions:
        stages[position.stage].append(position)
    return {stage: fit(stages[stage]) for stage in sorted(stages) if stage != CLOSING}


def pairs_of(
    positions: Sequence[Position], corrections: dict[str, Correction]
) -> Iterator[tuple[float, float]]:
    """Corrected chances, and what was won."""
    for position in positions:
        shares = corrected(position.shares, corrections.get(position.stage, NONE))
        yield from zip(shares, position.won, strict=True)


def crossed(positions: Sequence[Position]) -> list[tuple[float, float]]:
    """Chances of each half of the games, corrected by what the other half teaches."""
    halves = [[each for each in positions if each.game % 2 == half] for half in (0, 1)]
    pairs: list[tuple[float, float]] = []
    for half, other in (halves, halves[::-1]):
        pairs += pairs_of(half, fit_all(other))
    return pairs


def fit_file(path: Path) -> None:
    """Write the figures, and tell how true the chances of held-out games come."""
    positions = list(read(path))
    tell("as the play-outs say", bins_of(pairs_of(positions, {})))
    tell("corrected by the other half", bins_of(crossed(positions)))
    figures = {
        stage: (round(found.power, 3), round(found.floor, 5), round(found.slope, 3))
        for stage, found in fit_all(positions).items()
    }
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(figures)


def tell(title: str, bins: Sequence[Bin]) -> None:
    """Print a line for each tenth."""
    worst = max(abs(each.given - each.won) for each in bins)
    print(f"{title}: error {calibration_error(bins):.4f}, worst tenth {100 * worst:.1f} points")
    for each in bins:
        print(f"  {each.count:6} given {each.given:.3f} won {each.won:.3f} ± {each.error:.3f}")


PERCENT = axis("chance given", [0, 1], text=percent_text)
LEFT, TOP, SIDE = 70, 36, 280
LEGEND = {"corrected": 0, "as the play-outs say": 1}  # the numbers of colours


def plot(title: str, bins: Sequence[Bin], raw: Sequence[Bin]) -> str:
    """A dot for each tenth, with its interval of 95 %, beside the line of truth; and raw ones."""
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
    for each in raw:
        parts.append(dot(place(each.given, each.won), colour=colour_of(1)))
    for each in bins:
        reach = CERTAIN * each.error
        ends = place(each.given, each.won - reach), place(each.given, each.won + reach)
        parts.append(line(*ends, colour=colour_of(0), width=2))
        parts.append(dot(place(each.given, each.won), colour=colour_of(0)))
    parts.append(text(middle, bottom + 42, f"{PERCENT.label} (up: won)", anchor="middle"))
    for place_down, (words, colour) in enumerate(LEGEND.items()):
        y = TOP + 18 + 20 * place_down
        parts += [dot((LEFT + 16, y - 4), colour=colour_of(colour)), text(LEFT + 26, y, words)]
    return as_file(drawing(title, bottom + 54, parts))


def plot_file(path: Path, picture: Path, *, is_held_out: bool) -> None:
    """Draw chances with and without their correction, by the other half or by the figures there."""
    positions = list(read(path))
    games = len({position.game for position in positions})
    title = f"{path.stem}: {games:,} games"
    pairs = crossed(positions) if is_held_out else pairs_of(positions, CORRECTIONS)
    bins, raw = bins_of(pairs), bins_of(pairs_of(positions, {}))
    tell(title, bins)
    tell("without correction", raw)
    picture.write_text(plot(title, bins, raw), encoding="utf-8")


def main() -> None:
    """Do what is asked."""
    match sys.argv[1:]:
        case ["play", word, players, count, path]:
            play_games(word, int(players), int(count), Path(path))
        case ["fit", path]:
            fit_file(Path(path))
        case ["plot", path, picture]:
            plot_file(Path(path), Path(picture), is_held_out=True)
        case ["check", path, picture]:
            plot_file(Path(path), Path(picture), is_held_out=False)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
