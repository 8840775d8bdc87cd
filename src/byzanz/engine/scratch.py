"""Scratch memory of one decision: the buffers that policies and search write to.

`Scratch.buffer` is shared by functions that call each other, so their sections do not overlap:

    section          length                holds
    PAYMENT_COSTS    BID_TOTALS            by total: the least loss of paying it
    PAYMENT_MASKS    BID_TOTALS            by total: the cards to pay, as a bid mask
    MASK_TOTALS      BID_MASKS             by bid mask: the total value of its cards
    MASK_LOSSES      BID_MASKS             by bid mask: the value that the hand loses
    DELTA_BASE       1                     the sum of the entries of all goods without merchants
    DELTA_ONE        GOODS                 by good: the gain of one merchant placed elsewhere
    DELTA_TWO        GOODS                 by good: the gain of two merchants placed elsewhere

`engine.policies.payments` writes the first four, `engine.evaluation.hand_deltas` the last three.
Lists of actions, trios and stalls start at index 0 and overwrite the sections: a list has to be
read to its end before a section is filled again.
"""

from dataclasses import dataclass, field
from typing import Annotated

from byzanz.cards import GOODS
from byzanz.dice import DICE_SIZE
from byzanz.rules.actions import ACTIONS, BID_MASKS
from byzanz.rules.numbers import MOST_BID_VALUE, SEATS
from byzanz.rules.table import Bounds, Shape

MOST_CANDIDATES = 256
BID_TOTALS = MOST_BID_VALUE + 1

PAYMENT_COSTS = 0
PAYMENT_MASKS = PAYMENT_COSTS + BID_TOTALS
MASK_TOTALS = PAYMENT_MASKS + BID_TOTALS
MASK_LOSSES = MASK_TOTALS + BID_MASKS
DELTA_BASE = MASK_LOSSES + BID_MASKS
DELTA_ONE = DELTA_BASE + 1
DELTA_TWO = DELTA_ONE + GOODS
BUFFER_SIZE = ACTIONS

assert DELTA_TWO + GOODS <= BUFFER_SIZE

Number = Bounds(-(2**63), 2**63 - 1)


def _zeros(count: int) -> list[int]:
    return [0] * count


def _each_candidate() -> list[int]:
    return _zeros(MOST_CANDIDATES)


def _each_seat() -> list[int]:
    return _zeros(SEATS)


@dataclass(slots=True)
class Scratch:
    """Buffers that are reused in every decision; in compiled code, the fields of one record."""

    buffer: Annotated[list[int], Number, Shape(BUFFER_SIZE)] = field(
        default_factory=lambda: _zeros(BUFFER_SIZE)
    )
    dice: Annotated[list[int], Number, Shape(DICE_SIZE)] = field(
        default_factory=lambda: _zeros(DICE_SIZE)
    )
    candidates: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )  # actions
    ranking: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )  # indexes of candidates, best first
    share_sums: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )
    profit_sums: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )
    visits: Annotated[list[int], Number, Shape(MOST_CANDIDATES)] = field(
        default_factory=_each_candidate
    )  # play-outs of each candidate
    count: Annotated[int, Number] = 0  # number of candidates
    profits: Annotated[list[int], Number, Shape(SEATS)] = field(default_factory=_each_seat)
    shares: Annotated[list[int], Number, Shape(SEATS)] = field(default_factory=_each_seat)
