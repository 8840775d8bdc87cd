"""The policy solid: maximises the value of the hand after the move, by the tuned evaluation."""

from typing import TYPE_CHECKING

from byzanz.cards import GOODS, MERCHANT, NO_CARD, STALLS
from byzanz.dialect import Ints, compiles, compiles_without_inlining
from byzanz.engine.evaluation.hand_deltas import changed_value, prepare_deltas
from byzanz.engine.evaluation.hand_value import (
    GOOD_BITS,
    GOOD_MASK,
    LOOSE_BITS,
    PACKED_CARD,
    POINT,
    hand_value,
    pack_hand,
)
from byzanz.engine.evaluation.packed_market import pack_market, packed_stall
from byzanz.engine.evaluation.stage import (
    ALL_LEFT,
    END,
    MARKET_LEFT,
    NOTHING_LEFT,
    stage_of,
    stage_over_limit,
)
from byzanz.engine.policies.closing_sales import PACKED_TRIO, TRIO_PROFIT, closing_action
from byzanz.engine.policies.last_market import last_stall
from byzanz.engine.policies.payments import INFINITE, cheapest_payment
from byzanz.rules.actions import (
    DISCARD_ACTIONS,
    GIVE_ACTIONS,
    PASS_ACTION,
    SELL_ACTIONS,
    TAKE_ACTIONS,
)
from byzanz.rules.auction import highest_bid
from byzanz.rules.kinds import kind_of, stall_of_kind
from byzanz.rules.limit import excess_count
from byzanz.rules.numbers import MERCHANT_PROFIT, ROUNDS
from byzanz.rules.sale import kept_profit, list_trios
from byzanz.rules.table import BID, CLOSE, GIVE, NOBODY, TAKE, Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch


@compiles_without_inlining
def solid_action(table: Table, seat: int, evaluation: "Evaluation", scratch: "Scratch") -> int:
    """Choose solid's action; the game must wait for this seat."""
    if table.phase == BID:
        return solid_bid(table, seat, evaluation, scratch.buffer)
    if table.phase == GIVE:
        holding = pack_hand(table.hands[seat]) + pack_hand(table.lot)
        return GIVE_ACTIONS + solid_give(table, holding, evaluation, scratch.buffer)
    if table.phase == TAKE:
        if stage_of(table, NOTHING_LEFT) == END:
            return TAKE_ACTIONS + last_stall(table, seat, evaluation, scratch)
        return TAKE_ACTIONS + solid_stall(table, seat, evaluation, scratch.buffer)
    if table.phase == CLOSE:
        return closing_action(table, seat, evaluation, scratch.buffer)
    return solid_reduction(table, seat, evaluation, scratch.buffer)


@compiles
def solid_bid(table: Table, seat: int, evaluation: "Evaluation", buffer: Ints) -> int:
    """Return the cheapest sufficient bid if winning with it is better than passing.

    Otherwise return PASS_ACTION. The value of passing is compared first with the lot for free, then
    with the lot less the card to give, and last with the lot less the payment, because each
    comparison takes longer than the one before.
    """
    need = highest_bid(table) + 1 - table.bid_values[seat]
    if hand_face_value(table, seat) < need:
        return PASS_ACTION
    hand = pack_hand(table.hands[seat])
    all_held = hand + pack_hand(table.bids[seat])
    lot = pack_hand(table.lot)
    stage = stage_of(table, MARKET_LEFT)
    pass_value = hand_value(evaluation, stage_of(table, ALL_LEFT), all_held)
    pass_value += threshold(table, evaluation)
    value_if_free = hand_value(evaluation, stage, all_held + lot)
    if value_if_free <= pass_value:
        return PASS_ACTION
    market_weight = evaluation.market_weight[table.auction]
    if stage_of(table, NOTHING_LEFT) == END:
        market_weight = market_weight * evaluation.last_market_weight // 100
    pass_value += best_stall_gain(table, all_held, evaluation) * market_weight // 100
    if value_if_free <= pass_value:
        return PASS_ACTION
    if table.leader == NOBODY and table.opener == seat:
        pass_value += (value_if_free - pass_value) * evaluation.opener_chance // 100
    given = PACKED_CARD[solid_give(table, hand + lot, evaluation, buffer)]
    unpaid = hand_value(evaluation, stage, all_held + lot - given)
    if unpaid <= pass_value:
        return PASS_ACTION
    mask = cheapest_payment(table, seat, evaluation, hand + lot - given, need, buffer)
    if mask == 0:
        return PASS_ACTION
    paid = 0
    for index in range(table.hand_sizes[seat]):
        paid += PACKED_CARD[table.hands[seat][index]] * (mask >> index & 1)
    cost = unpaid - hand_value(evaluation, stage, hand + lot - given - paid)
    if unpaid - cost * evaluation.payment_weight[table.auction] // 100 <= pass_value:
        return PASS_ACTION
    return mask


@compiles
def hand_face_value(table: Table, seat: int) -> int:
    """Return the sum of the face values of a hand: the most that its seat can add to its bid."""
    value = 0
    for index in range(table.hand_sizes[seat] - table.stall_counts[seat][GOODS]):
        value += kept_profit(table.hands[seat][index])
    return value


@compiles
def threshold(table: Table, evaluation: "Evaluation") -> int:
    """Return the least gain in value that makes the current auction worth winning."""
    points = 0
    index = 0
    while table.lot[index] != NO_CARD:
        points += kept_profit(table.lot[index])
        index += 1
    rounds_left = ROUNDS[table.seat_count] - table.round - 1
    required = evaluation.threshold[table.auction] + evaluation.patience[rounds_left]
    return required - points * evaluation.deny_lot


@compiles
def solid_give(table: Table, holding: int, evaluation: "Evaluation", buffer: Ints) -> int:
    """Return the lot card whose loss costs least; `holding` is the packed hand with the lot."""
    stage = stage_of(table, MARKET_LEFT)
    best = NO_CARD
    highest = 0
    last = NO_CARD
    index = 0
    prepare_deltas(evaluation, stage, holding, buffer)
    while table.lot[index] != NO_CARD:
        kind = table.lot[index]
        rest = value_without(evaluation, stage, holding, kind, buffer)
        if kind != last and (best == NO_CARD or rest > highest):
            highest = rest
            best = kind
        last = kind
        index += 1
    return best


@compiles
def value_without(evaluation: "Evaluation", stage: int, hand: int, kind: int, buffer: Ints) -> int:
    """Return the value of a hand without one of its cards.

    `prepare_deltas` must already have been called for this hand.
    """
    rest = hand - PACKED_CARD[kind]
    if kind == MERCHANT:
        return hand_value(evaluation, stage, rest)
    return changed_value(evaluation, stage, hand, rest, stall_of_kind(kind), buffer)


@compiles
def best_stall_gain(table: Table, hand: int, evaluation: "Evaluation") -> int:
    """Return the largest value that any stall would add to a hand now.

    Merchants are not assigned to goods.
    """
    stage = stage_of(table, NOTHING_LEFT)
    market = pack_market(table)
    best = 0
    for _ in range(GOODS):
        offered = market & GOOD_MASK
        if offered:
            held = hand & GOOD_MASK
            before = evaluation.good_entries[stage][held << 2]
            gain = evaluation.good_entries[stage][held + offered << 2] - before
            best = max(best, gain >> LOOSE_BITS)
        market >>= GOOD_BITS
        hand >>= GOOD_BITS
    if market:
        before = evaluation.merchant_entries[stage][hand]
        gain = evaluation.merchant_entries[stage][hand + market] - before
        best = max(best, gain >> LOOSE_BITS)
    return best


@compiles
def solid_stall(table: Table, seat: int, evaluation: "Evaluation", buffer: Ints) -> int:
    """Return the stall that adds the most value, including the value of denying it to others."""
    stage = stage_of(table, NOTHING_LEFT)
    hand = pack_hand(table.hands[seat])
    market = pack_market(table)
    best = GOODS
    highest = -INFINITE
    prepare_deltas(evaluation, stage, hand, buffer)
    for stall in range(STALLS):
        cards = packed_stall(market, stall)
        if cards:
            if stall == GOODS:
                after = hand_value(evaluation, stage, hand + cards)
            else:
                after = changed_value(evaluation, stage, hand, hand + cards, stall, buffer)
            after += stall_points(table, stall) * evaluation.deny_stall
            if after > highest:
                highest = after
                best = stall
    return best


@compiles
def stall_points(table: Table, stall: int) -> int:
    """Return the sum of the profits of the cards in a stall, as if all of them were kept."""
    if stall == GOODS:
        return table.market[MERCHANT] * MERCHANT_PROFIT
    points = 0
    for rank in range(4):
        points += table.market[kind_of(stall, rank)] * (rank + 1)
    return points


@compiles
def solid_reduction(table: Table, seat: int, evaluation: "Evaluation", buffer: Ints) -> int:
    """Return the sale or discard that costs least.

    The cost of a discard is multiplied by the number of cards over the limit.
    """
    stage = stage_over_limit(table)
    hand = pack_hand(table.hands[seat])
    whole = hand_value(evaluation, stage, hand)
    excess = excess_count(table, seat)
    best = DISCARD_ACTIONS + MERCHANT
    lowest = INFINITE
    count = list_trios(table.hands[seat], table.stall_counts[seat], buffer, 0, 0)
    for entry in range(count):
        trio = buffer[entry]
        rest = hand_value(evaluation, stage, hand - PACKED_TRIO[trio])
        loss = whole - POINT * TRIO_PROFIT[trio] - rest
        if loss < lowest:
            lowest = loss
            best = SELL_ACTIONS + trio
    prepare_deltas(evaluation, stage, hand, buffer)
    index = 0
    while table.hands[seat][index] != NO_CARD:
        kind = table.hands[seat][index]
        loss = excess * (whole - value_without(evaluation, stage, hand, kind, buffer))
        if loss < lowest:
            lowest = loss
            best = DISCARD_ACTIONS + kind
        index += 1
    return best
