"""Kernel that settles an auction at every price, on tables sampled from a seat's belief."""

from typing import TYPE_CHECKING, Any

from byzanz.analysis.kernels.move_comparison import PROFIT, SHARE, play_rounds
from byzanz.dialect import compiles
from byzanz.dice import seed_dice
from byzanz.engine.evaluation.hand_value import PACKED_CARD, pack_hand
from byzanz.engine.evaluation.leaf_value import evaluate_leaf
from byzanz.engine.policies.payments import INFINITE, list_payments
from byzanz.engine.policies.solid import solid_bid, solid_give
from byzanz.engine.scratch import PAYMENT_COSTS, PAYMENT_MASKS
from byzanz.engine.search.halving import KNOWN, SAMPLED, TRIED
from byzanz.engine.search.sampling import sample_table
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.rules.actions import NO_ACTION, PASS_ACTION, apply
from byzanz.rules.numbers import MOST_BID_VALUE
from byzanz.rules.table import BID, Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch

WITHOUT_LOT = 0  # index of the result of passing; the result of winning at a price has its index


@compiles
def settle_auction(
    table: Table, seat: int, mask: int, evaluation: "Evaluation", scratch: "Scratch"
) -> None:
    """Play the running auction to its end: a seat wins it with the cards of a bid mask.

    The others pass. With `PASS_ACTION` as mask the seat passes, and solid bids for the others.
    """
    auction = table.auction
    while table.phase == BID and table.auction == auction:
        action = PASS_ACTION
        if table.turn == seat:
            action = mask
        elif mask == PASS_ACTION:
            action = solid_bid(table, table.turn, evaluation, scratch.buffer)
        apply(table, table.turn, action)


@entry_point
def price_lot(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    hiddens: Any,
    evaluations: Any,
    scratches: Any,
    seat: int,
    rounds: int,
    seed: int,
    stream: int,
    masks: Numbers,
    results: Numbers,
) -> None:
    """On each sampled table, play out passing and winning the lot at every price.

    Writes `masks[price]`, the cards that pay a price (0: the seat can't pay it), and
    `results[sample, price]`.
    """
    scratch = scratches[0]
    known_table = rows[KNOWN]
    hand_with_lot = pack_hand(known_table.hands[seat]) + pack_hand(known_table.lot)
    given_card = PACKED_CARD[solid_give(known_table, hand_with_lot, evaluations[0], scratch.buffer)]
    highest_price = list_payments(
        known_table,
        seat,
        evaluations[0],
        hand_with_lot - given_card,
        MOST_BID_VALUE,
        scratch.buffer,
    )
    for price in range(1, highest_price + 1):
        if scratch.buffer[PAYMENT_COSTS + price] < INFINITE:
            masks[price] = scratch.buffer[PAYMENT_MASKS + price]
    seed_dice(scratch.dice, seed, stream)
    for sample in range(len(results)):
        rows[SAMPLED] = rows[KNOWN]
        sample_table(rows[SAMPLED], hiddens[0], scratch.dice, scratch.buffer)
        for price in range(highest_price + 1):
            if price == WITHOUT_LOT or masks[price]:
                rows[TRIED] = rows[SAMPLED]
                settle_auction(rows[TRIED], seat, masks[price], evaluations[0], scratch)
                play_rounds(rows[TRIED], seat, NO_ACTION, evaluations[0], scratch, rounds)
                evaluate_leaf(rows[TRIED], evaluations[0], scratch.profits, scratch.shares)
                results[sample, price, SHARE] = scratch.shares[seat]
                results[sample, price, PROFIT] = scratch.profits[seat]
