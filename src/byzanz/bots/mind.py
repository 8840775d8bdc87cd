"""The numbers behind a bot's judgement, laid out for quick look-up.

`Habits` are the parameters, few enough to be tuned. A `Mind` holds the tables made of them:
what the cards of one good are worth at each stage of the game, alone and with merchants.
"""

from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from byzanz.bots.stage import STAGES, STEPS
from byzanz.bots.worth import IMPOSSIBLE, LOOSE_BITS, PATTERNS, POINT, VALUE_STEP
from byzanz.cards import COPIES
from byzanz.rules.numbers import MERCHANT_PROFIT, SEATS
from byzanz.rules.table import Bounds, Shape

MOST_MERCHANTS = 16
MOST_WORTH = 2000  # no hand comes near it, and an entry stays within 16 bits


@dataclass(frozen=True)
class Habits:
    """The parameters of a mind, in hundredths of a point but for the rates."""

    single: tuple[int, ...]  # a card alone of its good, by value
    pair: tuple[int, ...]  # two cards, by the higher value
    single_time: float  # rounds until half of that is reached
    pair_time: float
    upgrade: int  # a set whose best card is below 4, for each value below
    merchants: tuple[int, ...]  # one, two merchants that make no set
    merchant_time: float
    crowd: tuple[int, ...]  # the cost of so many cards in no set: six, seven, each one above
    threshold: tuple[int, ...]  # what an auction must gain, by its number in the round
    market_pull: tuple[int, ...]  # how much the best stall counts against winning now, percent
    pay_rate: tuple[int, ...]  # how much the cards paid count, percent
    opener: int  # the chance of a lot for nothing, percent of its worth
    market_time: float = 0.4  # what the market is of a round, for cards that wait for others
    last_round: int = 100  # the thresholds in the last round, percent
    deny_lot: int = 0  # what the cards of a lot count because nobody else gets them, percent
    deny_stall: int = 0  # the same for a stall
    spread: tuple[int, ...] = (100, 100, 140, 150, 170, 190, 200, 210, 220)  # of final profits, by rounds left
    future: tuple[int, ...] = (0,) * 9  # profit still to come besides the hand, by rounds left


def _tables(count: int, width: int) -> list[list[int]]:
    return [[0] * width for _ in range(count)]


Entry = Bounds(-32768, 32767)


@dataclass(slots=True)
class Mind:
    """The tables of a bot's judgement for one number of players."""

    worths: Annotated[list[list[int]], Entry, Shape(STAGES, 4 * 512)] = field(
        default_factory=lambda: _tables(STAGES, 4 * 512)
    )  # [stage][4 x pattern + merchants]
    merchants: Annotated[list[list[int]], Entry, Shape(STAGES, MOST_MERCHANTS + 1)] = field(
        default_factory=lambda: _tables(STAGES, MOST_MERCHANTS + 1)
    )
    crowd: Annotated[list[int], Entry, Shape(16)] = field(default_factory=lambda: [0] * 16)
    threshold: Annotated[list[int], Entry, Shape(SEATS)] = field(default_factory=lambda: [0] * SEATS)
    market_pull: Annotated[list[int], Entry, Shape(SEATS)] = field(
        default_factory=lambda: [0] * SEATS
    )
    pay_rate: Annotated[list[int], Entry, Shape(SEATS)] = field(default_factory=lambda: [0] * SEATS)
    opener: Annotated[int, Entry] = 0
    last_round: Annotated[int, Entry] = 100
    deny_lot: Annotated[int, Entry] = 0
    deny_stall: Annotated[int, Entry] = 0
    spread: Annotated[list[int], Entry, Shape(9)] = field(default_factory=lambda: [0] * 9)
    future: Annotated[list[int], Entry, Shape(9)] = field(default_factory=lambda: [0] * 9)


def make_mind(habits: Habits) -> Mind:
    """Lay the tables out."""
    mind = Mind()
    for stage in range(STAGES):
        _fill_stage(mind, habits, stage)
    for loose in range(16):
        mind.crowd[loose] = _crowd(habits, loose)
    for auction in range(len(habits.threshold)):
        mind.threshold[auction] = habits.threshold[auction]
        mind.market_pull[auction] = habits.market_pull[auction]
        mind.pay_rate[auction] = habits.pay_rate[auction]
    mind.opener = habits.opener
    mind.last_round = habits.last_round
    mind.deny_lot = habits.deny_lot
    mind.deny_stall = habits.deny_stall
    mind.spread = list(habits.spread)
    mind.future = list(habits.future)
    return mind


def _crowd(habits: Habits, loose: int) -> int:
    six, seven, more = habits.crowd
    if loose < 6:
        return 0
    return six if loose == 6 else seven + more * (loose - 7)


def _fill_stage(mind: Mind, habits: Habits, stage: int) -> None:
    time = stage // STEPS + (0.0, habits.market_time, 1.0)[stage % STEPS]
    pair_rate = _rate(time, habits.pair_time)
    upgrade = habits.upgrade * pair_rate
    alone = _scaled(habits.single, _rate(time, habits.single_time))
    paired = _scaled(habits.pair, pair_rate)
    loose_worth = [0, *alone, *paired]
    mind.worths[stage] = [
        IMPOSSIBLE
        if shape is None
        else min(shape.profit + round(upgrade * shape.upgrades) + loose_worth[shape.rest], MOST_WORTH)
        << LOOSE_BITS
        | shape.loose
        for shape in _SHAPES
    ]
    merchants = (0, *_scaled(habits.merchants, _rate(time, habits.merchant_time)))
    for count in range(MOST_MERCHANTS + 1):
        worth = count // 3 * MERCHANT_PROFIT * POINT + merchants[count % 3]
        mind.merchants[stage][count] = min(worth, MOST_WORTH) << LOOSE_BITS | count % 3


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
    for entry in range(4 * 512)
)
