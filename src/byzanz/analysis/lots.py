"""What a lot was worth to a seat: the price at which to win it is as good as to pass."""

from itertools import pairwise

import numpy as np

from byzanz.analysis.auctioning import WITHOUT, weigh_lot
from byzanz.analysis.comparison import PROFIT, SHARE
from byzanz.analysis.report import PARTS, LotWorth
from byzanz.analysis.study import ROUNDS, Study
from byzanz.bots.payment import MOST_TOTAL
from byzanz.bots.search import PROFIT_RATE
from byzanz.game.game import Game
from byzanz.game.phase import Phase
from byzanz.rules.auction import is_bidding

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
