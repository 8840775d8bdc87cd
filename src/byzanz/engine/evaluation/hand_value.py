"""The value of a hand: its sets, and the expected profit of its other cards.

A packed hand is one number, the sum of the `PACKED_CARD` of its cards. Nine bits for each good hold
its pattern: the counts of its four face values, in mixed radix. The bits above count the merchants.

Values are in hundredths of a point of profit. They are read from the tables of an `Evaluation`,
whose entries are value x 16 + loose cards (cards in no set), so that both add up in one sum. The
merchants are placed with the goods where they gain most.
"""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS, KINDS, NO_CARD
from byzanz.dialect import Ints, compiles, compiles_without_inlining

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation

POINT = 100  # hundredths in one point of profit

GOOD_BITS = 9
GOOD_MASK = (1 << GOOD_BITS) - 1
MERCHANT_SHIFT = GOODS * GOOD_BITS
VALUE_STEP = (1, 7, 42, 168)
"""The number that a card of each face value adds to the pattern; there are 6, 5, 3 and 2 copies."""

PATTERNS = 504  # 7 x 6 x 4 x 3: from no copy to all copies of each face value
PACKED_CARD = (
    *(VALUE_STEP[kind % 4] << GOOD_BITS * (kind // 4) for kind in range(KINDS - 1)),
    1 << MERCHANT_SHIFT,
    0,
)
"""The number that a card of each kind adds to a packed hand; 0 for NO_CARD."""

LOOSE_BITS = 4
LOOSE_MASK = (1 << LOOSE_BITS) - 1
IMPOSSIBLE = -16000  # the entry of a pattern with merchants that would complete no set


@compiles
def pack_hand(card_list: Ints) -> int:
    """Pack the cards of a card list into one number."""
    hand = 0
    index = 0
    while card_list[index] != NO_CARD:
        hand += PACKED_CARD[card_list[index]]
        index += 1
    return hand


@compiles
def hand_value(evaluation: "Evaluation", stage: int, hand: int) -> int:
    """Return the value of a packed hand at a stage of the game."""
    return value_of_entries(evaluation, stage, sum_entries(evaluation, stage, hand))


@compiles
def value_of_entries(evaluation: "Evaluation", stage: int, entries: int) -> int:
    """Return the value of a sum of entries, minus the crowding cost of its loose cards."""
    return (entries >> LOOSE_BITS) - evaluation.crowding_cost[stage][entries & LOOSE_MASK]


@compiles
def sum_entries(evaluation: "Evaluation", stage: int, hand: int) -> int:
    """Return the sum of the entries of a packed hand, with the best placement of its merchants."""
    merchants = hand >> MERCHANT_SHIFT
    if merchants == 1:
        return sum_with_one_merchant(evaluation, stage, hand)
    if merchants:
        return sum_with_merchants(evaluation, stage, hand, merchants)
    entries = 0
    for _ in range(GOODS):
        entries += evaluation.good_entries[stage][(hand & GOOD_MASK) << 2]
        hand >>= GOOD_BITS
    return entries


@compiles
def sum_with_one_merchant(evaluation: "Evaluation", stage: int, hand: int) -> int:
    """Return `sum_entries` of a hand with one merchant, placed with the best good or with none."""
    none = 0
    gain = evaluation.merchant_entries[stage][1]
    for _ in range(GOODS):
        entry = (hand & GOOD_MASK) << 2
        hand >>= GOOD_BITS
        alone = evaluation.good_entries[stage][entry]
        gain = max(gain, evaluation.good_entries[stage][entry + 1] - alone)
        none += alone
    return none + gain


@compiles_without_inlining
def sum_with_merchants(evaluation: "Evaluation", stage: int, hand: int, merchants: int) -> int:
    """Return `sum_entries` of a hand with several merchants, up to four placed with goods.

    Dynamic programming over the goods: `none` to `four` are the best sums with that number of
    merchants placed.
    """
    none = 0
    one = two = three = four = IMPOSSIBLE * 4
    for _ in range(GOODS):
        entry = (hand & GOOD_MASK) << 2
        hand >>= GOOD_BITS
        alone = evaluation.good_entries[stage][entry]
        with_one = evaluation.good_entries[stage][entry + 1]
        with_two = evaluation.good_entries[stage][entry + 2]
        if merchants > 2:
            four = max(four + alone, three + with_one, two + with_two)
            three = max(three + alone, two + with_one, one + with_two)
        two = max(two + alone, one + with_one, none + with_two)
        one = max(one + alone, none + with_one)
        none += alone
    best = none + evaluation.merchant_entries[stage][merchants]
    best = max(best, one + evaluation.merchant_entries[stage][merchants - 1])
    best = max(best, two + evaluation.merchant_entries[stage][merchants - 2])
    if merchants >= 3:
        best = max(best, three + evaluation.merchant_entries[stage][merchants - 3])
    if merchants >= 4:
        best = max(best, four + evaluation.merchant_entries[stage][merchants - 4])
    return best
