"""Measure how well the analysis's win shares fit games between bots, and fit a correction.

    .venv/bin/python scripts/calibration.py play strong 4 5000 strong.jsonl
    .venv/bin/python scripts/calibration.py fit strong.jsonl
    .venv/bin/python scripts/calibration.py plot strong.jsonl docs/images/calibration-strong.svg
    .venv/bin/python scripts/calibration.py check solid.jsonl docs/images/calibration-solid.svg

`play` plays games and writes a line for each: its winners, and the raw win shares of some of its
positions. If the file has games already, it plays only the missing ones. `fit` fits the correction
and writes it to `analysis/values/correction.json`. It prints the calibration of held-out games:
the shares of each half are corrected by a fit to the other half. `plot` draws that calibration, and
the calibration of raw shares. `check` also draws both, but corrects the shares with the file.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from byzanz.analysis.findings import MILLIONTHS
from byzanz.analysis.values.calibration import Bin, bins_of, calibration_error
from byzanz.analysis.values.correction import (
    CLOSING,
    CORRECTIONS,
    NO_CORRECTION,
    Correction,
    corrected,
    correction_stage,
)
from byzanz.analysis.values.position_value import PositionEvaluator
from byzanz.bots.roster import make_bot
from byzanz.fast.batch import Numbers
from byzanz.game.game import Game
from byzanz.reporting.axis import axis, percent_text
from byzanz.reporting.svg import GRID, as_file, colour_of, dot, drawing, line, text

PLAYOUTS = 1200  # play-outs per position, as in an analysis of standard effort
STREAM = 100  # the first random stream of positions
POSITIONS = 8  # positions evaluated per game
Z_95 = 1.96  # half the width of the 95 % interval, in standard errors
CORRECTION_FILE = (
    Path(__file__).resolve().parent.parent
    / "src" / "byzanz" / "analysis" / "values" / "correction.json"
)  # fmt: skip
LEAST_CHANCE = 1e-5  # keeps the loss finite for a win that was estimated at 0
MIXED = ("beginner", "greedy", "solid", "strong")  # the bots of "mixed" games


class Position(NamedTuple):
    """The raw win shares of a position, and the result of its game.

    `won` has 1 for the winner, or equal parts of it for several winners, and 0 for the others.
    """

    game: int
    stage: str
    shares: list[float]
    won: list[float]


def bots_of(bot_id: str, players: int, seed: int) -> list[str]:
    """Return the bots of a game: all the same, or drawn at random for "mixed"."""
    if bot_id != "mixed":
        return [bot_id] * players
    random = Random(seed)
    return [random.choice(MIXED) for _ in range(players)]


def play(bot_ids: Sequence[str], seed: int) -> Game:
    """Play a game of these bots to its end."""
    game = Game.new(len(bot_ids), seed=seed)
    bots = [make_bot(bot_id, seed) for bot_id in bot_ids]
    while game.turn is not None:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def game_line(bot_ids: Sequence[str], seed: int) -> dict[str, object]:
    """Play a game and return its winners, and the stage and raw shares of some positions."""
    game = play(bot_ids, seed)
    evaluator = PositionEvaluator(len(bot_ids), PLAYOUTS, seed, is_raw=True)
    positions = []
    for number in sorted(Random(seed).sample(range(len(game.moves)), POSITIONS)):
        table = game.at(number).table
        positions.append(
            (correction_stage(table), evaluator.evaluate(table, STREAM + number).shares)
        )
    return {"seed": seed, "winners": game.winners, "positions": positions}


def play_games(bot_id: str, players: int, count: int, path: Path) -> None:
    """Play the games with seeds below `count` that are not in the file yet."""
    done = {json.loads(each)["seed"] for each in _lines(path)}
    with path.open("a", encoding="utf-8") as out:
        for seed in range(count):
            if seed not in done:
                facts = game_line(bots_of(bot_id, players, seed), seed)
                out.write(json.dumps(facts, separators=(",", ":")) + "\n")
                out.flush()


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def read(path: Path) -> Iterator[Position]:
    """Yield all positions of a file."""
    for text_line in _lines(path):
        facts = json.loads(text_line)
        winners = facts["winners"]
        for stage, shares in facts["positions"]:
            won = [(seat in winners) / len(winners) for seat in range(len(shares))]
            yield Position(facts["seed"], stage, [share / MILLIONTHS for share in shares], won)


def log_loss(shares: Numbers, won: Numbers, correction: Correction) -> float:
    """Return the mean negative log-likelihood of the winners under corrected shares."""
    power, floor, slope = correction
    weights = (shares + floor) ** power * np.exp(slope * shares)
    chances = weights / weights.sum(axis=1, keepdims=True)
    return float(-(won * np.log(np.maximum(chances, LEAST_CHANCE))).sum(axis=1).mean())


START = Correction(0.85, 0.003, 0.0)  # where the search for the best correction begins
STEPS = Correction(0.1, 0.002, 0.4)  # the first step of each parameter
LEAST_STEP = 0.03  # the search ends at steps below this fraction of STEPS


def fit(positions: Sequence[Position]) -> Correction:
    """Fit a correction by maximum likelihood: coordinate search with shrinking steps."""
    shares = np.array([position.shares for position in positions])
    won = np.array([position.won for position in positions])
    best, size = START, 1.0
    least = log_loss(shares, won, best)
    while size >= LEAST_STEP:
        near = [each for each in _neighbours(best, size) if each.floor >= 0]
        found = min((log_loss(shares, won, each), each) for each in near)
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
    """Fit a correction for each stage except the closing sales, which need none."""
    stages: dict[str, list[Position]] = defaultdict(list)
    for position in positions:
        stages[position.stage].append(position)
    return {stage: fit(stages[stage]) for stage in sorted(stages) if stage != CLOSING}


def corrected_pairs(
    positions: Sequence[Position], corrections: dict[str, Correction]
) -> Iterator[tuple[float, float]]:
    """Yield the corrected share of each seat with the result of the game."""
    for position in positions:
        shares = corrected(position.shares, corrections.get(position.stage, NO_CORRECTION))
        yield from zip(shares, position.won, strict=True)


def cross_validated(positions: Sequence[Position]) -> list[tuple[float, float]]:
    """Return the pairs of each half of the games, corrected by a fit to the other half."""
    halves = [[each for each in positions if each.game % 2 == half] for half in (0, 1)]
    pairs: list[tuple[float, float]] = []
    for half, other in (halves, halves[::-1]):
        pairs += corrected_pairs(half, fit_all(other))
    return pairs


def fit_file(path: Path) -> None:
    """Fit and write the correction, and print the calibration on held-out games."""
    positions = list(read(path))
    print_bins("without correction", bins_of(corrected_pairs(positions, {})))
    print_bins("corrected by a fit to the other half", bins_of(cross_validated(positions)))
    numbers = {
        stage: (round(found.power, 3), round(found.floor, 5), round(found.slope, 3))
        for stage, found in fit_all(positions).items()
    }
    CORRECTION_FILE.write_text(json.dumps(numbers, indent=2) + "\n", encoding="utf-8")
    print(numbers)


def print_bins(title: str, bins: Sequence[Bin]) -> None:
    """Print the calibration error and a line for each bin."""
    worst = max(abs(each.estimated - each.won) for each in bins)
    print(f"{title}: error {calibration_error(bins):.4f}, worst bin {100 * worst:.1f} % off")
    for each in bins:
        print(
            f"  {each.count:6} estimated {each.estimated:.3f} won {each.won:.3f} ± {each.error:.3f}"
        )


PERCENT = axis("estimated chance", [0, 1], text=percent_text)
LEFT, TOP, SIDE = 70, 36, 280  # margins and side of the square plot, in units of the drawing
LEGEND = {"corrected": 0, "without correction": 1}  # label and index of the colour


def plot(title: str, bins: Sequence[Bin], raw: Sequence[Bin]) -> str:
    """Draw a dot with its 95 % interval for each bin, dots for raw bins, and the diagonal."""
    bottom, right = TOP + SIDE, LEFT + SIDE

    def point_at(estimated: float, won: float) -> tuple[float, float]:
        return PERCENT.position(estimated, LEFT, right), PERCENT.position(won, bottom, TOP)

    middle = (LEFT + right) / 2
    parts = [text(middle, TOP - 14, title, anchor="middle", bold=True)]
    for tick in PERCENT.ticks:
        x, y = point_at(tick.at, tick.at)
        parts += [
            line((LEFT, y), (right, y), colour=GRID),
            line((x, TOP), (x, bottom), colour=GRID),
        ]
        parts.append(text(x, bottom + 18, tick.text, anchor="middle"))
        parts.append(text(LEFT - 8, y + 4, tick.text, anchor="end"))
    parts.append(line(point_at(0, 0), point_at(1, 1), dash="5 4"))
    for each in raw:
        parts.append(dot(point_at(each.estimated, each.won), colour=colour_of(1)))
    for each in bins:
        half = Z_95 * each.error  # half of the interval's width
        ends = point_at(each.estimated, each.won - half), point_at(each.estimated, each.won + half)
        parts.append(line(*ends, colour=colour_of(0), width=2))
        parts.append(dot(point_at(each.estimated, each.won), colour=colour_of(0)))
    parts.append(text(middle, bottom + 42, f"{PERCENT.label} (upwards: won)", anchor="middle"))
    for row, (label, colour) in enumerate(LEGEND.items()):
        y = TOP + 18 + 20 * row
        parts += [dot((LEFT + 16, y - 4), colour=colour_of(colour)), text(LEFT + 26, y, label)]
    return as_file(drawing(title, bottom + 54, parts))


def plot_file(path: Path, picture: Path, *, is_held_out: bool) -> None:
    """Draw the calibration with and without correction.

    The correction is fitted to the other half of the games if `is_held_out`, or read from the file.
    """
    positions = list(read(path))
    games = len({position.game for position in positions})
    title = f"{path.stem}: {games:,} games"
    pairs = cross_validated(positions) if is_held_out else corrected_pairs(positions, CORRECTIONS)
    bins, raw = bins_of(pairs), bins_of(corrected_pairs(positions, {}))
    print_bins(title, bins)
    print_bins("without correction", raw)
    picture.write_text(plot(title, bins, raw), encoding="utf-8")


def main() -> None:
    """Run the command that the arguments name."""
    match sys.argv[1:]:
        case ["play", bot_id, players, count, path]:
            play_games(bot_id, int(players), int(count), Path(path))
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
