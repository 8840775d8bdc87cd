"""Chances made less bold: players who search make more of a position that looks lost.

Play-outs let everybody play as solid does. Among stronger players too much is certain in them, so a
share s of the victory weighs (s + floor) ** power * exp(slope * s), and the weights are scaled to a
whole victory again. Who was ahead of whom stays so. `scripts/calibration.py` finds the figures in
`correction.json`.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from math import exp
from typing import NamedTuple

from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import CLOSE, OVER, REDUCE, TAKE, Table

CLOSING, LAST_MARKET = "closing", "market"


class Correction(NamedTuple):
    """How shares are corrected at a stage of the game."""

    power: float
    floor: float
    slope: float


NONE = Correction(1.0, 0.0, 0.0)


def stage_of(table: Table) -> str:
    """The stage of a position: the closing, the last market, or the rounds left after this one."""
    if table.phase in (CLOSE, OVER):
        return CLOSING
    left = rounds_left(table.seat_count, table.round)
    has_begun = table.phase == TAKE or (table.phase == REDUCE and table.takes > 0)
    return LAST_MARKET if left == 0 and has_begun else str(left)


def rounds_left(seat_count: int, round_number: int) -> int:
    """The rounds after this one, counted from 0; more than are known of count like the most."""
    return min(ROUNDS[seat_count] - round_number - 1, MOST_LEFT)


def corrected(shares: Sequence[float], correction: Correction) -> list[float]:
    """Shares of the victory, corrected; together a whole one again."""
    if correction == NONE:
        return list(shares)
    power, floor, slope = correction
    weights = [(share + floor) ** power * exp(slope * share) for share in shares]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def corrected_error(
    errors: Sequence[float], shares: Sequence[float], correction: Correction
) -> float:
    """The greatest standard error of corrected shares, from those of the shares as they were."""
    if correction == NONE:
        return max(errors)
    power, floor, slope = correction
    # By how much a corrected share follows its own share, the others' weights being given.
    steps = [
        now * (1 - now) * (power / (share + floor) + slope) if share + floor > 0 else 0.0
        for share, now in zip(shares, corrected(shares, correction), strict=True)
    ]
    return max(error * step for error, step in zip(errors, steps, strict=True))


def _read() -> dict[str, Correction]:
    text = (files("byzanz.analysis") / "correction.json").read_text("utf-8")
    found = {stage: Correction(*figures) for stage, figures in json.loads(text).items()}
    return {**found, CLOSING: NONE}


CORRECTIONS = _read()
MOST_LEFT = max(int(stage) for stage in CORRECTIONS if stage.isdigit())
