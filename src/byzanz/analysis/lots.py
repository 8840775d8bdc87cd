"""What a lot was worth to a seat: the price at which to win it is as good as to pass."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from byzanz.analysis.comparison import PROFIT, SHARE, play_rounds_after
from byzanz.analysis.report import PARTS, LotWorth
from byzanz.analysis.study import ROUNDS, Study
from byzanz.bots.chances import judge
from byzanz.bots.payment import COSTS, MASKS, MOST_TOTAL, NEVER, list_payments
from byzanz.bots.sample import sample_table
from byzanz.bots.search import KNOWN, PROFIT_RATE, SAMPLED, TRIED
from byzanz.bots.solid import best_gift, solid_bid
from byzanz.bots.worth import CARD_STEP, fan_number
from byzanz.dialect import compiles
from byzanz.dice import seed_dice
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.game.game import Game
from byzanz.game.phase import Phase
from byzanz.rules.actions import NO_ACTION, PASS_ACTION, apply
from byzanz.rules.auction import is_bidding
from byzanz.rules.table import BID, Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind

WITHOUT = 0  # the place of passing; that of winning the lot is its price
STREAMS = 1 << 21


def lot_worth(game: Game, study: Study, samples: int) -> LotWorth | None:
    """What the lot on the table is worth to each seat before anybody bids; None: nobody may."""
    if game.phase is not Phase.BID:
        return None
    seats = range(game.seat_count)
    return LotWorth(tuple([_worth_to(game, seat, study, samples) for seat in seats]))


def _worth_to(game: Game, seat: int, study: Study, samples: int) -> int | None:
    if not is_bidding(game.table, seat):
        return None
    study.take_up(game.view(seat))
    masks = np.zeros(MOST_TOTAL + 1, np.int64)
    results = np.zeros((samples, MOST_TOTAL + 1, 2), np.int64)
    stream = STREAMS + 8 * len(game.moves) + seat
    weigh_lot(*study.arrays, seat, ROUNDS, study.seed, stream, masks, results)
    promises = (results[:, :, SHARE] + PROFIT_RATE * results[:, :, PROFIT]).mean(axis=0)
    gains = [(total, promises[total] - promises[WITHOUT]) for total in masks.nonzero()[0].tolist()]
    return break_even(gains) if gains else None


def break_even(gains: list[tuple[int, float]]) -> int:
    """The price at which a gain becomes a loss, in millionths, for gains at rising prices.

    0: even the lowest price is too high; the highest one, if all are worth it.
    """
    if gains[0][1] < 0:
        return 0
    for (price, gain), (next_price, next_gain) in pairwise(gains):
        if next_gain < 0:
            return round(PARTS * (price + (next_price - price) * gain / (gain - next_gain)))
    return PARTS * gains[-1][0]


@compiles
def settle_auction(table: Table, seat: int, mask: int, mind: "Mind", desk: "Desk") -> None:
    """Let a seat win the running auction with these cards of its hand; or with none: pass."""
    auction = table.auction
    while table.phase == BID and table.auction == auction:
        if table.turn == seat:
            apply(table, seat, mask)
        elif mask == PASS_ACTION:
            apply(table, table.turn, solid_bid(table, table.turn, mind, desk.out))
        else:
            apply(table, table.turn, PASS_ACTION)


@entry_point
def weigh_lot(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    hiddens: Any,
    minds: Any,
    desks: Any,
    seat: int,
    rounds: int,
    seed: int,
    stream: int,
    masks: Numbers,
    results: Numbers,
) -> None:
    """Go without the lot, and win it at every price that a seat can pay, on sampled tables.

    A price is a place among the masks of the cards to pay with, 0 where it can't be paid, and among
    the results.
    """
    desk = desks[0]
    known = rows[KNOWN]
    whole = fan_number(known.hands[seat]) + fan_number(known.lot)
    gift = CARD_STEP[best_gift(known, whole, minds[0], desk.out)]
    reach = list_payments(known, seat, minds[0], whole - gift, MOST_TOTAL, desk.out)
    for total in range(1, reach + 1):
        if desk.out[COSTS + total] < NEVER:
            masks[total] = desk.out[MASKS + total]
    seed_dice(desk.dice, seed, stream)
    for index in range(len(results)):
        rows[SAMPLED] = rows[KNOWN]
        sample_table(rows[SAMPLED], hiddens[0], desk.dice, desk.out)
        for total in range(reach + 1):
            if total == WITHOUT or masks[total]:
                rows[TRIED] = rows[SAMPLED]
                settle_auction(rows[TRIED], seat, masks[total], minds[0], desk)
                play_rounds_after(rows[TRIED], seat, NO_ACTION, minds[0], desk, rounds)
                judge(rows[TRIED], minds[0], desk.profits, desk.shares)
                results[index, total, SHARE] = desk.shares[seat]
                results[index, total, PROFIT] = desk.profits[seat]
