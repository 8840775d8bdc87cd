"""A bot's judgement, laid out for quick look-up.

A `Mind` holds tables made of `Habits`: what the cards of one good are worth at each stage of the
game, alone and with merchants.
"""

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from byzanz.bots.habits import Habits, Judgement, Worths
from byzanz.bots.stage import JUDGED, STAGES, STEPS, TABLES
from byzanz.bots.worth import (
    GOOD_BITS,
    IMPOSSIBLE,
    LOOSE_BITS,
    LOOSE_MASK,
    PATTERNS,
    POINT,
    VALUE_STEP,
)
from byzanz.cards import COPIES
from byzanz.rules.numbers import MERCHANT_PROFIT, ROUNDS, SEATS
from byzanz.rules.table import Bounds, Shape

MOST_MERCHANTS = 16
ENTRIES = 4 << GOOD_BITS
MOST_WORTH = 2000  # no hand comes near it, and an entry stays within 16 bits


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
class Mind:
    """The tables of a bot's judgement for one number of players."""

    worths: Annotated[list[list[int]], Entry, Shape(TABLES, ENTRIES)] = field(
        default_factory=lambda: _tables(TABLES, ENTRIES)
    )  # [stage][4 x pattern + merchants]
    merchants: Annotated[list[list[int]], Entry, Shape(TABLES, MOST_MERCHANTS + 1)] = field(
        default_factory=lambda: _tables(TABLES, MOST_MERCHANTS + 1)
    )
    crowd: Annotated[list[list[int]], Entry, Shape(TABLES, LOOSE_MASK + 1)] = field(
        default_factory=lambda: _tables(TABLES, LOOSE_MASK + 1)
    )
    threshold: Annotated[list[int], Entry, EachAuction] = field(default_factory=_each_auction)
    market_pull: Annotated[list[int], Entry, EachAuction] = field(default_factory=_each_auction)
    pay_rate: Annotated[list[int], Entry, EachAuction] = field(default_factory=_each_auction)
    patience: Annotated[list[int], Entry, EachRound] = field(default_factory=_each_round)
    opener: Annotated[int, Entry] = 0
    last_pull: Annotated[int, Entry] = 0
    deny_lot: Annotated[int, Entry] = 0
    deny_stall: Annotated[int, Entry] = 0
    eager: Annotated[int, Entry] = 0
    spread: Annotated[list[int], Entry, EachRound] = field(default_factory=_each_round)
    future: Annotated[list[int], Entry, EachRound] = field(default_factory=_each_round)


def make_mind(habits: Habits, judgement: Judgement) -> Mind:
    """Lay the tables out."""
    mind = Mind()
    for stage in range(STAGES):
        time = stage // STEPS + (0.0, habits.worths.market_time, 1.0)[stage % STEPS]
        _fill_table(mind, stage, habits.worths, time)
    for rounds in range(max(ROUNDS) + 1):
        _fill_table(mind, JUDGED + rounds, judgement.worths, float(rounds))
    for source, names in (
        (habits, ("threshold", "market_pull", "pay_rate", "patience")),
        (judgement, ("spread", "future")),
    ):
        for name in names:
            numbers: list[int] = getattr(mind, name)
            chosen: tuple[int, ...] = getattr(source, name)
            numbers[: len(chosen)] = chosen
    for name in ("opener", "last_pull", "deny_lot", "deny_stall", "eager"):
        setattr(mind, name, getattr(habits, name))
    return mind


def _fill_table(mind: Mind, stage: int, worths: Worths, time: float) -> None:
    pair_rate = _rate(time, worths.pair_time)
    upgrade = worths.upgrade * pair_rate
    alone = _scaled(worths.single, _rate(time, worths.single_time))
    paired = _scaled(worths.pair, pair_rate)
    loose_worth = [0, *alone, *paired]
    mind.worths[stage] = [
        IMPOSSIBLE
        if shape is None
        else _entry(
            shape.profit + round(upgrade * shape.upgrades) + loose_worth[shape.rest], shape.loose
        )
        for shape in _SHAPES
    ]
    merchants = (0, *_scaled(worths.merchants, _rate(time, worths.merchant_time)))
    for count in range(MOST_MERCHANTS + 1):
        worth = count // 3 * MERCHANT_PROFIT * POINT + merchants[count % 3]
        mind.merchants[stage][count] = _entry(worth, count % 3)
    six, seven, more = worths.crowd
    mind.crowd[stage] = [0] * 6 + [six] + [seven + more * above for above in range(LOOSE_MASK - 6)]


def _entry(worth: int, loose: int) -> int:
    return min(worth, MOST_WORTH) << LOOSE_BITS | loose


def _scaled(worths: tuple[int, ...], rate: float) -> list[int]:
    return [round(worth * rate) for worth in worths]


def _rate(time: float, half: float) -> float:
    return time / (time + half) if time else 0.0


class _Shape(NamedTuple):
    """The cards of one good with some merchants: their sets, and what is left of the good."""

    profit: int  # of the sets, in hundredths
    upgrades: int  # by how much the kept cards are below 4
    loose: int  # cards in no set
    rest: int  # 0 no loose card, 1 to 4 a card of that value, 5 to 8 a pair with such a card


def _shape(pattern: int, merchants: int) -> _Shape | None:
    """None if the merchants would find no set to complete."""
    values = pattern_values(pattern)
    sets = (len(values) + merchants) // 3
    loose = len(values) + merchants - 3 * sets
    if merchants > 2 * sets:
        return None
    kept = values[:sets]
    rest = 4 * (loose - 1) + values[sets] if loose else 0
    return _Shape(POINT * sum(kept), sum(4 - value for value in kept), loose, rest)


def pattern_values(pattern: int) -> list[int]:
    """The values of the cards of one good that a pattern counts, highest first."""
    counts = [
        pattern // step % (copies + 1) for step, copies in zip(VALUE_STEP, COPIES, strict=False)
    ]
    return [value for value in (4, 3, 2, 1) for _ in range(counts[value - 1])]


_SHAPES = tuple(
    _shape(entry // 4, entry % 4) if entry // 4 < PATTERNS and entry % 4 < 3 else None
    for entry in range(ENTRIES)
)
