"""The numbers behind a bot's judgement, laid out for quick look-up.

`Habits` are the parameters, few enough to be tuned. A `Mind` holds the tables made of them:
what the cards of one good are worth at each stage of the game, alone and with merchants.
"""

from dataclasses import dataclass, field
from typing import Annotated

from byzanz.bots.stage import STAGES, STEPS
from byzanz.bots.worth import IMPOSSIBLE, LOOSE_BITS, PATTERNS, POINT, VALUE_STEP
from byzanz.cards import COPIES
from byzanz.rules.numbers import MERCHANT_PROFIT, SEATS
from byzanz.rules.table import Bounds, Shape

MOST_MERCHANTS = 16
MOST_WORTH = 2000  # no hand comes near it, and an entry stays within 16 bits
TIME_LEFT = (0.0, 0.4, 1.0)
"""What is left of a round at each of its stages, as a part of it."""


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
    spread: tuple[int, ...] = (400,) * 9  # of final profits, by rounds left
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
    mind.spread = list(habits.spread)
    mind.future = list(habits.future)
    return mind


def _crowd(habits: Habits, loose: int) -> int:
    six, seven, more = habits.crowd
    if loose < 6:
        return 0
    return six if loose == 6 else seven + more * (loose - 7)


def _fill_stage(mind: Mind, habits: Habits, stage: int) -> None:
    time = stage // STEPS + TIME_LEFT[stage % STEPS]
    single_rate = _rate(time, habits.single_time)
    pair_rate = _rate(time, habits.pair_time)
    merchant_rate = _rate(time, habits.merchant_time)
    partial = (
        (0, 0, 0, 0),
        tuple(round(worth * single_rate) for worth in habits.single),
        tuple(round(worth * pair_rate) for worth in habits.pair),
    )
    upgrade = habits.upgrade * pair_rate
    for pattern in range(PATTERNS):
        values = pattern_values(pattern)
        for merchants in range(3):
            mind.worths[stage][4 * pattern + merchants] = _entry(
                values, merchants, partial, upgrade
            )
    for merchants in range(MOST_MERCHANTS + 1):
        loose = merchants % 3
        alone = round(habits.merchants[loose - 1] * merchant_rate) if loose else 0
        profit = merchants // 3 * MERCHANT_PROFIT * POINT
        mind.merchants[stage][merchants] = min(profit + alone, MOST_WORTH) << LOOSE_BITS | loose


def _rate(time: float, half: float) -> float:
    return time / (time + half) if time else 0.0


def pattern_values(pattern: int) -> list[int]:
    """The values of the cards of one good that a pattern counts, highest first."""
    counts = [pattern // step % (copies + 1) for step, copies in zip(VALUE_STEP, COPIES, strict=False)]
    return [value for value in (4, 3, 2, 1) for _ in range(counts[value - 1])]


def _entry(
    values: list[int], merchants: int, partial: tuple[tuple[int, ...], ...], upgrade: float
) -> int:
    """The worth of the cards of a good when so many merchants complete its sets."""
    sets = (len(values) + merchants) // 3
    loose = len(values) + merchants - 3 * sets
    if merchants > 2 * sets:
        return IMPOSSIBLE
    worth = sum(POINT * value + round(upgrade * (4 - value)) for value in values[:sets])
    if loose:
        worth += partial[loose][values[sets] - 1]
    return min(worth, MOST_WORTH) << LOOSE_BITS | loose
