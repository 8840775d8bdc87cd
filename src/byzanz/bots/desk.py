"""Room to work in, for thoughts of one decision."""

from dataclasses import dataclass, field
from typing import Annotated

from byzanz.dice import DICE_SIZE
from byzanz.rules.actions import ACTIONS
from byzanz.rules.numbers import SEATS
from byzanz.rules.table import Bounds, Shape

MOST_CANDIDATES = 256
Number = Bounds(-(2**63), 2**63 - 1)


def _zeros(count: int) -> list[int]:
    return [0] * count


def _each_candidate() -> list[int]:
    return _zeros(MOST_CANDIDATES)


def _each_seat() -> list[int]:
    return _zeros(SEATS)


@dataclass(slots=True)
class Desk:
    """Lists that are written and read again; arrays of a record when compiled."""

    out: Annotated[list[int], Number, Shape(ACTIONS)] = field(
        default_factory=lambda: _zeros(ACTIONS)
    )
    dice: Annotated[list[int], Number, Shape(DICE_SIZE)] = field(
        default_factory=lambda: _zeros(DICE_SIZE)
    )
    candidates: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )  # actions
    ranking: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )  # places of candidates, best first
    share_sums: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )
    profit_sums: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )
    visits: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )
    count: Annotated[int, Number] = 0  # of candidates
    profits: Annotated[list[int], Number, Shape(SEATS)] = field(default_factory=_each_seat)
    shares: Annotated[list[int], Number, Shape(SEATS)] = field(default_factory=_each_seat)
