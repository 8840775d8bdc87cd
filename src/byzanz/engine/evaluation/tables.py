"""Evaluation tables: the tuned parameters expanded for fast look-up.

An entry is the value of all cards of one good, alone or with merchants, at one stage of the game;
`byzanz.engine.evaluation.hand_value` explains how entries and patterns are encoded.
"""

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from byzanz.cards import COPIES
from byzanz.engine.evaluation.hand_value import (
    GOOD_BITS,
    IMPOSSIBLE,
    LOOSE_BITS,
    LOOSE_MASK,
    PATTERNS,
    POINT,
    VALUE_STEP,
)
from byzanz.engine.evaluation.parameters import CardValues, LeafParameters, PolicyParameters
from byzanz.engine.evaluation.stage import LEAF_TABLES, STAGES, STEPS_PER_ROUND, TABLES
from byzanz.rules.numbers import MERCHANT_PROFIT, ROUNDS, SEATS
from byzanz.rules.table import Bounds, Shape

MOST_MERCHANTS = 16
ENTRIES = 4 << GOOD_BITS  # each pattern with 0, 1 or 2 merchants; every fourth entry is unused
MOST_VALUE = 2000  # hundredths of a point; keeps entries within 16 bits, far above any real value


def _tables(count: int, width: int) -> list[list[int]]:
    return [[0] * width for _ in range(count)]


def _each_auction() -> list[int]:
    return [0] * SEATS


def _each_round() -> list[int]:
    return [0] * (max(ROUNDS) + 1)


Entry = Bounds(-32768, 32767)
EachAuction = Shape(SEATS)
EachRound = Shape(max(ROUNDS) + 1)


@dataclass(slots=True)
class Evaluation:
    """The tables for one number of players, with the other parameters of `PolicyParameters`."""

    good_entries: Annotated[list[list[int]], Entry, Shape(TABLES, ENTRIES)] = field(
        default_factory=lambda: _tables(TABLES, ENTRIES)
    )  # [stage][4 x pattern + merchants]
    merchant_entries: Annotated[list[list[int]], Entry, Shape(TABLES, MOST_MERCHANTS + 1)] = field(
        default_factory=lambda: _tables(TABLES, MOST_MERCHANTS + 1)
    )  # [stage][merchants placed with no good]
    crowding_cost: Annotated[list[list[int]], Entry, Shape(TABLES, LOOSE_MASK + 1)] = field(
        default_factory=lambda: _tables(TABLES, LOOSE_MASK + 1)
    )  # [stage][loose cards]
    threshold: Annotated[list[int], Entry, EachAuction] = field(default_factory=_each_auction)
    market_weight: Annotated[list[int], Entry, EachAuction] = field(default_factory=_each_auction)
    payment_weight: Annotated[list[int], Entry, EachAuction] = field(default_factory=_each_auction)
    patience: Annotated[list[int], Entry, EachRound] = field(default_factory=_each_round)
    opener_chance: Annotated[int, Entry] = 0
    last_market_weight: Annotated[int, Entry] = 0
    deny_lot: Annotated[int, Entry] = 0
    deny_stall: Annotated[int, Entry] = 0
    overbid_allowance: Annotated[int, Entry] = 0
    spread: Annotated[list[int], Entry, EachRound] = field(default_factory=_each_round)
    profit_to_come: Annotated[list[int], Entry, EachRound] = field(default_factory=_each_round)


def make_evaluation(policy: PolicyParameters, leaf: LeafParameters) -> Evaluation:
    """Build the tables from parameters."""
    evaluation = Evaluation()
    left_of_round = (0.0, policy.card_values.market_fraction, 1.0)  # part of the round, by step
    for stage in range(STAGES):
        rounds_left = stage // STEPS_PER_ROUND + left_of_round[stage % STEPS_PER_ROUND]
        _fill_tables(evaluation, stage, policy.card_values, rounds_left)
    for rounds in range(max(ROUNDS) + 1):
        _fill_tables(evaluation, LEAF_TABLES + rounds, leaf.card_values, float(rounds))
    for source, names in (
        (policy, ("threshold", "market_weight", "payment_weight", "patience")),
        (leaf, ("spread", "profit_to_come")),
    ):
        for name in names:
            numbers: list[int] = getattr(evaluation, name)
            tuned: tuple[int, ...] = getattr(source, name)
            numbers[: len(tuned)] = tuned
    for name in (
        *("opener_chance", "last_market_weight", "deny_lot", "deny_stall"),
        "overbid_allowance",
    ):
        setattr(evaluation, name, getattr(policy, name))
    return evaluation


def _fill_tables(
    evaluation: Evaluation, stage: int, values: CardValues, rounds_left: float
) -> None:
    pair_rate = _rate(rounds_left, values.pair_half_time)
    upgrade = values.upgrade * pair_rate
    singles = _scaled(values.single, _rate(rounds_left, values.single_half_time))
    pairs = _scaled(values.pair, pair_rate)
    loose_values = [0, *singles, *pairs]
    evaluation.good_entries[stage] = [
        IMPOSSIBLE
        if split is None
        else _entry(
            split.profit + round(upgrade * split.upgrades) + loose_values[split.loose_index],
            split.loose,
        )
        for split in _SPLITS
    ]
    merchants = (0, *_scaled(values.merchants, _rate(rounds_left, values.merchant_half_time)))
    for count in range(MOST_MERCHANTS + 1):
        value = count // 3 * MERCHANT_PROFIT * POINT + merchants[count % 3]
        evaluation.merchant_entries[stage][count] = _entry(value, count % 3)
    six, seven, more = values.crowding
    above_six = [seven + more * above for above in range(LOOSE_MASK - 6)]
    evaluation.crowding_cost[stage] = [0] * 6 + [six] + above_six


def _entry(value: int, loose: int) -> int:
    return min(value, MOST_VALUE) << LOOSE_BITS | loose


def _scaled(values: tuple[int, ...], rate: float) -> list[int]:
    return [round(value * rate) for value in values]


def _rate(rounds_left: float, half_time: float) -> float:
    """Return the factor of a value: 0 at the end of the game, 1/2 with `half_time` rounds left."""
    return rounds_left / (rounds_left + half_time) if rounds_left else 0.0


class _Split(NamedTuple):
    """The cards of one good, with some merchants, split into sets and loose cards."""

    profit: int  # profit of the sets, in hundredths of a point
    upgrades: int  # sum of the points by which the kept cards are below 4
    loose: int  # number of cards in no set
    loose_index: int  # 0: no loose card; 1 to 4: one, by face value; 5 to 8: two, by the higher one


def _split(pattern: int, merchants: int) -> _Split | None:
    """Split the cards of a good; return None if a merchant would complete no set."""
    values = pattern_values(pattern)
    sets = (len(values) + merchants) // 3
    loose = len(values) + merchants - 3 * sets
    if merchants > 2 * sets:
        return None
    kept = values[:sets]
    loose_index = 4 * (loose - 1) + values[sets] if loose else 0
    return _Split(POINT * sum(kept), sum(4 - value for value in kept), loose, loose_index)


def pattern_values(pattern: int) -> list[int]:
    """Return the face values of the cards in the pattern of one good, highest first."""
    counts = [
        pattern // step % (copies + 1) for step, copies in zip(VALUE_STEP, COPIES, strict=False)
    ]
    return [value for value in (4, 3, 2, 1) for _ in range(counts[value - 1])]


_SPLITS = tuple(
    _split(entry // 4, entry % 4) if entry // 4 < PATTERNS and entry % 4 < 3 else None
    for entry in range(ENTRIES)
)
