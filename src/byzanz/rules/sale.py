"""R5: sets of three.

A trio is numbered within its good: three ranks in rising order, where the ranks 0 to 3 are the
values 1 to 4 and rank 4 is a merchant. There are 35 such triples; the last one, three merchants,
belongs to no good and is counted once for all.
"""

from byzanz.cards import GOODS, MERCHANT
from byzanz.dialect import Ints, compiles
from byzanz.rules.notes import CARD, SOLD, note
from byzanz.rules.numbers import MERCHANT_PROFIT
from byzanz.rules.table import OVER, Table

RANKS = 5
TRIO_RANKS = tuple(
    (low, middle, high)
    for low in range(RANKS)
    for middle in range(low, RANKS)
    for high in range(middle, RANKS)
)
"""The three ranks of each trio, by its number within the good."""

TRIOS_OF_GOOD = len(TRIO_RANKS) - 1
TRIOS = GOODS * TRIOS_OF_GOOD + 1
THREE_MERCHANTS = TRIOS - 1

PAIR_START = tuple(
    TRIO_RANKS.index((low, max(low, middle), max(low, middle)))
    for low in range(RANKS)
    for middle in range(RANKS)
)
"""The first trio that begins with two ranks, by 5 x low + middle."""


@compiles
def rank_kind(good: int, rank: int) -> int:
    """The kind of a rank within a good."""
    if rank == RANKS - 1:
        return MERCHANT
    return 4 * good + rank


@compiles
def trio_kind(trio: int, place: int) -> int:
    """The kind of the first, second or third card of a trio."""
    if trio == THREE_MERCHANTS:
        return MERCHANT
    return rank_kind(trio // TRIOS_OF_GOOD, TRIO_RANKS[trio % TRIOS_OF_GOOD][place])


@compiles
def kept_kind(trio: int) -> int:
    """R5.2, R5.3: the highest goods card is kept; R5.4: of three merchants, one."""
    if trio == THREE_MERCHANTS:
        return MERCHANT
    kept = trio_kind(trio, 0)
    for place in range(1, 3):
        kind = trio_kind(trio, place)
        if kind != MERCHANT:
            kept = kind
    return kept


@compiles
def good_count(hand: Ints, good: int) -> int:
    """How many cards of a good a hand holds."""
    first = 4 * good
    return hand[first] + hand[first + 1] + hand[first + 2] + hand[first + 3]


@compiles
def has_trio(hand: Ints) -> bool:
    """R5.2 to R5.4: can any set be sold from this hand?"""
    merchants = hand[MERCHANT]
    if merchants >= 3:
        return True
    for good in range(GOODS):
        count = good_count(hand, good)
        if count and count + merchants >= 3:
            return True
    return False


@compiles
def may_sell(table: Table, seat: int) -> bool:
    """R5.1: any seat at any moment, but not after its own done."""
    return table.phase != OVER and table.done[seat] == 0


@compiles
def list_trios(hand: Ints, out: Ints, count: int, base: int) -> int:
    """R5.6: append base + every trio that the hand holds, from out[count] on; the new count."""
    merchants = hand[MERCHANT]
    for good in range(GOODS):
        goods = good_count(hand, good)
        if not goods or goods + merchants < 3:
            continue
        first = base + good * TRIOS_OF_GOOD
        for low in range(RANKS - 1):
            lows = hand[4 * good + low]
            if not lows:
                continue
            for middle in range(low, RANKS):
                middles = hand[rank_kind(good, middle)]
                if middle == low:
                    middles -= 1
                if middles <= 0:
                    continue
                start = first + PAIR_START[RANKS * low + middle]
                for high in range(middle, RANKS):
                    highs = hand[rank_kind(good, high)]
                    if high == middle:
                        highs -= 1
                    if high == low:
                        highs -= 1
                    if highs > 0:
                        out[count] = start + high - middle
                        count += 1
    if merchants >= 3:
        out[count] = base + THREE_MERCHANTS
        count += 1
    return count


@compiles
def sell_trio(table: Table, seat: int, trio: int) -> None:
    """R5.2: the best card is kept as profit, the other two go to the box."""
    for place in range(3):
        kind = trio_kind(trio, place)
        table.hands[seat][kind] -= 1
        table.box[kind] += 1
        note(table, CARD, seat, kind)
    kept = kept_kind(trio)
    table.box[kept] -= 1
    table.kept[kept] += 1
    table.hand_sizes[seat] -= 3
    table.profit_counts[seat] += 1
    if kept == MERCHANT:
        table.profits[seat] += MERCHANT_PROFIT
    else:
        table.profits[seat] += (kept & 3) + 1
    note(table, SOLD, seat, kept)
