"""Corrects win shares that play-outs estimate too close to 0 or 1.

Solid plays all seats of a play-out. Bots that search rescue more positions that look lost, so the
shares of play-outs are overconfident for them. The correction weights a share s with
(s + floor) ** power * exp(slope * s) and scales the weights to one victory again; the order of the
seats stays the same. `scripts/calibration.py` fits the numbers in `correction.json`.
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
    """The parameters of the correction at one stage of the game."""

    power: float
    floor: float
    slope: float


NO_CORRECTION = Correction(1.0, 0.0, 0.0)


def correction_stage(table: Table) -> str:
    """Return the stage: closing sales, last market, or the number of rounds after this one."""
    if table.phase in (CLOSE, OVER):
        return CLOSING
    left = rounds_left(table.seat_count, table.round)
    has_begun = table.phase == TAKE or (table.phase == REDUCE and table.takes > 0)
    return LAST_MARKET if left == 0 and has_begun else str(left)


def rounds_left(seat_count: int, round_number: int) -> int:
    """Return the number of rounds after this one, at most the largest number with a correction.

    Rounds are numbered from 0.
    """
    return min(ROUNDS[seat_count] - round_number - 1, MOST_LEFT)


def corrected(shares: Sequence[float], correction: Correction) -> list[float]:
    """Correct win shares; they add up to 1 again."""
    if correction == NO_CORRECTION:
        return list(shares)
    power, floor, slope = correction
    weights = [(share + floor) ** power * exp(slope * share) for share in shares]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def corrected_error(
    errors: Sequence[float], shares: Sequence[float], correction: Correction
) -> float:
    """Return the largest standard error of the corrected shares, given those of the raw shares."""
    if correction == NO_CORRECTION:
        return max(errors)
    power, floor, slope = correction
    # The derivative of each corrected share with respect to its raw share, other weights fixed.
    slopes = [
        new_share * (1 - new_share) * (power / (share + floor) + slope)
        if share + floor > 0
        else 0.0
        for share, new_share in zip(shares, corrected(shares, correction), strict=True)
    ]
    return max(error * each for error, each in zip(errors, slopes, strict=True))


def _read() -> dict[str, Correction]:
    text = (files("byzanz.analysis.values") / "correction.json").read_text("utf-8")
    fitted = {stage: Correction(*numbers) for stage, numbers in json.loads(text).items()}
    return {**fitted, CLOSING: NO_CORRECTION}


CORRECTIONS = _read()
MOST_LEFT = max(int(stage) for stage in CORRECTIONS if stage.isdigit())
