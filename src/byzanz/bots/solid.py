"""Solid: weighs what every move leaves in the hand, by a tuned mind."""

from typing import TYPE_CHECKING

from byzanz.bots.closing import TRIO_PROFIT, TRIO_STEP, closing_action
from byzanz.bots.lastmarket import last_stall
from byzanz.bots.marketplace import market_number, stall_number
from byzanz.bots.payment import NEVER, cheapest_payment
from byzanz.bots.stage import ALL_LEFT, END, MARKET_LEFT, stage_of, stage_over_limit
from byzanz.bots.variation import survey, varied_worth
from byzanz.bots.worth import (
    CARD_STEP,
    GOOD_BITS,
    GOOD_MASK,
    LOOSE_BITS,
    POINT,
    fan_number,
    worth,
)
from byzanz.cards import GOODS, MERCHANT, NO_CARD, STALLS
from byzanz.dialect import Ints, compiles, compiles_apart
from byzanz.rules.actions import (
    DISCARD_ACTIONS,
    GIVE_ACTIONS,
    PASS_ACTION,
    SELL_ACTIONS,
    TAKE_ACTIONS,
)
from byzanz.rules.auction import highest_bid
from byzanz.rules.limit import excess_count
from byzanz.rules.numbers import MERCHANT_PROFIT, ROUNDS
from byzanz.rules.sale import kept_profit, list_trios
from byzanz.rules.table import BID, CLOSE, GIVE, NOBODY, TAKE, Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind


@compiles_apart
def solid_action(table: Table, seat: int, mind: "Mind", desk: "Desk") -> int:
    """What solid does on its turn."""
    if table.phase == BID:
        return solid_bid(table, seat, mind, desk.out)
    if table.phase == GIVE:
        number = fan_number(table.hands[seat]) + fan_number(table.lot)
        return GIVE_ACTIONS + best_gift(table, number, mind, desk.out)
    if table.phase == TAKE:
        if stage_of(table, 0) == END:
            return TAKE_ACTIONS + last_stall(table, seat, mind, desk)
        return TAKE_ACTIONS + best_stall(table, seat, mind, desk.out)
    if table.phase == CLOSE:
        return closing_action(table, seat, mind, desk.out)
    return solid_reduction(table, seat, mind, desk.out)


@compiles
def solid_bid(table: Table, seat: int, mind: "Mind", out: Ints) -> int:
    """The cheapest sufficient bid, if winning with it is better than staying in the round."""
    need = highest_bid(table) + 1 - table.bid_values[seat]
    if hand_value(table, seat) < need:
        return PASS_ACTION
    hand = fan_number(table.hands[seat])
    all_held = hand + fan_number(table.bids[seat])
    lot = fan_number(table.lot)
    stage = stage_of(table, MARKET_LEFT)
    stay = worth(mind, stage_of(table, ALL_LEFT), all_held) + threshold(table, mind)
    free = worth(mind, stage, all_held + lot)
    if free <= stay:
        return PASS_ACTION
    pull = mind.market_pull[table.auction]
    if stage_of(table, 0) == END:
        pull = pull * mind.last_pull // 100
    stay += best_stall_gain(table, all_held, mind) * pull // 100
    if free <= stay:
        return PASS_ACTION
    if table.leader == NOBODY and table.opener == seat:
        stay += (free - stay) * mind.opener // 100
    gift = CARD_STEP[best_gift(table, hand + lot, mind, out)]
    unpaid = worth(mind, stage, all_held + lot - gift)
    if unpaid <= stay:
        return PASS_ACTION
    mask = cheapest_payment(table, seat, mind, hand + lot - gift, need, out)
    if mask == 0:
        return PASS_ACTION
    paid = 0
    for place in range(table.hand_sizes[seat]):
        paid += CARD_STEP[table.hands[seat][place]] * (mask >> place & 1)
    cost = unpaid - worth(mind, stage, hand + lot - gift - paid)
    if unpaid - cost * mind.pay_rate[table.auction] // 100 <= stay:
        return PASS_ACTION
    return mask


@compiles
def hand_value(table: Table, seat: int) -> int:
    """What the goods cards of a hand are worth as a bid."""
    value = 0
    for place in range(table.hand_sizes[seat] - table.stall_counts[seat][GOODS]):
        value += kept_profit(table.hands[seat][place])
    return value


@compiles
def threshold(table: Table, mind: "Mind") -> int:
    """What winning the running auction must gain."""
    points = 0
    place = 0
    while table.lot[place] != NO_CARD:
        points += kept_profit(table.lot[place])
        place += 1
    rounds_left = ROUNDS[table.seat_count] - table.round - 1
    return mind.threshold[table.auction] + mind.patience[rounds_left] - points * mind.deny_lot


@compiles
def best_gift(table: Table, number: int, mind: "Mind", out: Ints) -> int:
    """The kind of the lot card that a hand, with the whole lot in it, can best spare."""
    stage = stage_of(table, MARKET_LEFT)
    best = NO_CARD
    highest = 0
    last = NO_CARD
    place = 0
    survey(mind, stage, number, out)
    while table.lot[place] != NO_CARD:
        kind = table.lot[place]
        if kind == MERCHANT:
            rest = worth(mind, stage, number - CARD_STEP[kind])
        else:
            rest = varied_worth(mind, stage, number, number - CARD_STEP[kind], kind >> 2, out)
        if kind != last and (best == NO_CARD or rest > highest):
            highest = rest
            best = kind
        last = kind
        place += 1
    return best


@compiles
def best_stall_gain(table: Table, hand: int, mind: "Mind") -> int:
    """What the best stall would add to a hand now, merchants staying where they are."""
    stage = stage_of(table, 0)
    market = market_number(table)
    best = 0
    for _ in range(GOODS):
        lying = market & GOOD_MASK
        if lying:
            held = hand & GOOD_MASK
            gain = mind.worths[stage][held + lying << 2] - mind.worths[stage][held << 2]
            best = max(best, gain >> LOOSE_BITS)
        market >>= GOOD_BITS
        hand >>= GOOD_BITS
    if market:
        gain = mind.merchants[stage][hand + market] - mind.merchants[stage][hand]
        best = max(best, gain >> LOOSE_BITS)
    return best


@compiles
def best_stall(table: Table, seat: int, mind: "Mind", out: Ints) -> int:
    """The stall that is worth most to the hand."""
    stage = stage_of(table, 0)
    hand = fan_number(table.hands[seat])
    market = market_number(table)
    best = GOODS
    highest = -NEVER
    survey(mind, stage, hand, out)
    for stall in range(STALLS):
        cards = stall_number(market, stall)
        if cards:
            if stall == GOODS:
                after = worth(mind, stage, hand + cards)
            else:
                after = varied_worth(mind, stage, hand, hand + cards, stall, out)
            after += stall_points(table, stall) * mind.deny_stall
            if after > highest:
                highest = after
                best = stall
    return best


@compiles
def stall_points(table: Table, stall: int) -> int:
    """What the cards of a stall would count as profit."""
    if stall == GOODS:
        return table.market[MERCHANT] * MERCHANT_PROFIT
    points = 0
    for rank in range(4):
        points += table.market[4 * stall + rank] * (rank + 1)
    return points


@compiles
def solid_reduction(table: Table, seat: int, mind: "Mind", out: Ints) -> int:
    """The sale or the discards that cost least."""
    stage = stage_over_limit(table)
    number = fan_number(table.hands[seat])
    whole = worth(mind, stage, number)
    excess = excess_count(table, seat)
    best = DISCARD_ACTIONS + MERCHANT
    lowest = NEVER
    count = list_trios(table.hands[seat], table.stall_counts[seat], out, 0, 0)
    for entry in range(count):
        trio = out[entry]
        loss = whole - POINT * TRIO_PROFIT[trio] - worth(mind, stage, number - TRIO_STEP[trio])
        if loss < lowest:
            lowest = loss
            best = SELL_ACTIONS + trio
    survey(mind, stage, number, out)
    place = 0
    while table.hands[seat][place] != NO_CARD:
        kind = table.hands[seat][place]
        if kind == MERCHANT:
            rest = worth(mind, stage, number - CARD_STEP[kind])
        else:
            rest = varied_worth(mind, stage, number, number - CARD_STEP[kind], kind >> 2, out)
        loss = excess * (whole - rest)
        if loss < lowest:
            lowest = loss
            best = DISCARD_ACTIONS + kind
        place += 1
    return best
