"""What a hand is worth: its sets, and what its other cards may still become.

A hand is one number here, the sum of the `CARD_STEP` of its cards: nine bits for each good, which
count its cards of the four values, and above them the merchants. Worths are in hundredths of a
point of profit. They come from the tables of a `Mind`; the merchants go where they are worth most.
"""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS, KINDS, NO_CARD
from byzanz.dialect import Ints, compiles, compiles_apart

if TYPE_CHECKING:
    from byzanz.bots.mind import Mind

POINT = 100

GOOD_BITS = 9
GOOD_MASK = (1 << GOOD_BITS) - 1
MERCHANT_SHIFT = GOODS * GOOD_BITS
VALUE_STEP = (1, 7, 42, 168)
"""Counts of the four values as one number below 504; there are 6, 5, 3 and 2 copies."""

PATTERNS = 504
CARD_STEP = (
    *(VALUE_STEP[kind % 4] << GOOD_BITS * (kind // 4) for kind in range(KINDS - 1)),
    1 << MERCHANT_SHIFT,
    0,
)
"""What a card adds to the number of a hand; nothing for NO_CARD."""

LOOSE_BITS = 4  # an entry of a table is its worth, and in the last bits its cards in no set
LOOSE_MASK = (1 << LOOSE_BITS) - 1
IMPOSSIBLE = -16000


@compiles
def fan_number(fan: Ints) -> int:
    """The cards of a fan as one number."""
    number = 0
    place = 0
    while fan[place] != NO_CARD:
        number += CARD_STEP[fan[place]]
        place += 1
    return number


@compiles
def worth(mind: "Mind", stage: int, number: int) -> int:
    """What a hand is worth at a stage of the game."""
    return entries_worth(mind, stage, sum_entries(mind, stage, number))


@compiles
def entries_worth(mind: "Mind", stage: int, entries: int) -> int:
    """The worth that a sum of entries tells, less what its loose cards cost."""
    return (entries >> LOOSE_BITS) - mind.crowd[stage][entries & LOOSE_MASK]


@compiles
def sum_entries(mind: "Mind", stage: int, number: int) -> int:
    """The sum of the entries of a hand, its merchants where they are worth most."""
    merchants = number >> MERCHANT_SHIFT
    if merchants == 1:
        return place_merchant(mind, stage, number)
    if merchants:
        return spread_merchants(mind, stage, number, merchants)
    entries = 0
    for _ in range(GOODS):
        entries += mind.worths[stage][(number & GOOD_MASK) << 2]
        number >>= GOOD_BITS
    return entries


@compiles
def place_merchant(mind: "Mind", stage: int, number: int) -> int:
    """The same with one merchant: beside the cards, or with those of one good."""
    none = 0
    gain = mind.merchants[stage][1]
    for _ in range(GOODS):
        entry = (number & GOOD_MASK) << 2
        number >>= GOOD_BITS
        alone = mind.worths[stage][entry]
        gain = max(gain, mind.worths[stage][entry + 1] - alone)
        none += alone
    return none + gain


@compiles_apart
def spread_merchants(mind: "Mind", stage: int, number: int, merchants: int) -> int:
    """The same with more of them, up to four spread over the goods."""
    none = 0
    one = two = three = four = IMPOSSIBLE * 4
    for _ in range(GOODS):
        entry = (number & GOOD_MASK) << 2
        number >>= GOOD_BITS
        alone = mind.worths[stage][entry]
        with_one = mind.worths[stage][entry + 1]
        with_two = mind.worths[stage][entry + 2]
        if merchants > 2:
            four = max(four + alone, three + with_one, two + with_two)
            three = max(three + alone, two + with_one, one + with_two)
        two = max(two + alone, one + with_one, none + with_two)
        one = max(one + alone, none + with_one)
        none += alone
    best = none + mind.merchants[stage][merchants]
    best = max(best, one + mind.merchants[stage][merchants - 1])
    best = max(best, two + mind.merchants[stage][merchants - 2])
    if merchants >= 3:
        best = max(best, three + mind.merchants[stage][merchants - 3])
    if merchants >= 4:
        best = max(best, four + mind.merchants[stage][merchants - 4])
    return best
