"""R5: selling sets of three, here called trios.

A trio has a number within its good: three ranks in rising order, where ranks 0 to 3 stand for the
values 1 to 4 and rank 4 for a merchant. There are 35 such triples. The last one, three merchants,
belongs to no good and has one number for the whole game.
"""

from byzanz.cards import GOODS, MERCHANT
from byzanz.dialect import Ints, compiles
from byzanz.rules.card_list import lose_card
from byzanz.rules.kinds import kind_of, rank_of_kind, value_of_kind
from byzanz.rules.notes import CARD, SOLD, note
from byzanz.rules.numbers import MERCHANT_PROFIT
from byzanz.rules.table import OVER, Table

RANKS = 5
MERCHANT_RANK = 4
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
"""The number of the first trio that begins with these two ranks, by 5 x low + middle."""


@compiles
def rank_kind(good: int, rank: int) -> int:
    """The kind of a rank within a good; rank 4 is a merchant."""
    if rank == MERCHANT_RANK:
        return MERCHANT
    return kind_of(good, rank)


@compiles
def trio_kind(trio: int, position: int) -> int:
    """The kind of the card at position 0, 1 or 2 of a trio."""
    if trio == THREE_MERCHANTS:
        return MERCHANT
    return rank_kind(trio // TRIOS_OF_GOOD, TRIO_RANKS[trio % TRIOS_OF_GOOD][position])


@compiles
def kept_kind(trio: int) -> int:
    """R5.2, R5.3: the highest goods card of a trio; R5.4: one of three merchants."""
    if trio == THREE_MERCHANTS:
        return MERCHANT
    kept = trio_kind(trio, 0)
    for position in range(1, 3):
        kind = trio_kind(trio, position)
        if kind != MERCHANT:
            kept = kind
    return kept


@compiles
def kept_profit(kind: int) -> int:
    """R7.2: the profit of a kept card."""
    if kind == MERCHANT:
        return MERCHANT_PROFIT
    return value_of_kind(kind)


@compiles
def sellable_goods(counts: Ints) -> int:
    """R5.2 to R5.4: one bit for each stall with a trio to sell, from the hand's stall counts."""
    merchants = counts[GOODS]
    goods = (merchants >= 3) << GOODS
    for good in range(GOODS):
        goods |= ((counts[good] > 0) & (counts[good] + merchants >= 3)) << good
    return goods


@compiles
def has_trio(table: Table, seat: int) -> bool:
    """R5.2 to R5.4: does the seat have a trio to sell?"""
    return sellable_goods(table.stall_counts[seat]) != 0


@compiles
def may_sell(table: Table, seat: int) -> bool:
    """R5.1: any seat may sell at any moment until it is done."""
    return table.phase != OVER and table.done[seat] == 0


@compiles
def list_trios(hand: Ints, counts: Ints, out: Ints, count: int, base: int) -> int:
    """R5.6: append base + trio for every trio in a sorted hand; return the new count."""
    goods = sellable_goods(counts)
    if not goods:
        return count
    merchants = counts[GOODS]
    start = 0
    for good in range(GOODS):
        end = start + counts[good]
        if goods >> good & 1:
            first = base + good * TRIOS_OF_GOOD
            count = list_trios_of_good(hand, start, end, end + merchants, out, count, first)
        start = end
    if merchants >= 3:
        out[count] = base + THREE_MERCHANTS
        count += 1
    return count


@compiles
def list_trios_of_good(  # noqa: PLR0913, PLR0917 - a slice of the hand and an output list
    hand: Ints, start: int, goods: int, end: int, out: Ints, count: int, base: int
) -> int:
    """R5.2, R5.3: append the trios of one good; return the new count.

    Its cards are hand[start:goods]; the indexes from goods to end stand for the merchants.
    """
    for low in range(start, goods):
        low_rank = rank_of_kind(hand[low])
        if low > start and low_rank == rank_of_kind(hand[low - 1]):
            continue
        last_middle = -1
        for middle in range(low + 1, end):
            middle_rank = rank_of_kind(hand[middle]) if middle < goods else MERCHANT_RANK
            if middle_rank == last_middle:
                continue
            last_middle = middle_rank
            first = base + PAIR_START[RANKS * low_rank + middle_rank] - middle_rank
            last_high = -1
            for high in range(middle + 1, end):
                high_rank = rank_of_kind(hand[high]) if high < goods else MERCHANT_RANK
                if high_rank == last_high:
                    continue
                last_high = high_rank
                out[count] = first + high_rank
                count += 1
    return count


@compiles
def sell_trio(table: Table, seat: int, trio: int) -> None:
    """R5.2: keep the best card as profit and put the other two into the box."""
    for position in range(3):
        kind = trio_kind(trio, position)
        lose_card(table, seat, kind)
        table.box[kind] += 1
        note(table, CARD, seat, kind)
    kept = kept_kind(trio)
    table.box[kept] -= 1
    table.kept[kept] += 1
    table.profit_counts[seat] += 1
    table.profits[seat] += kept_profit(kept)
    note(table, SOLD, seat, kept)
