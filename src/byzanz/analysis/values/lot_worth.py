"""The worth of a lot to each seat: the price at which winning it is as good as passing."""

from itertools import pairwise

import numpy as np

from byzanz.analysis.findings import MILLIONTHS, LotWorth
from byzanz.analysis.kernels.decision_buffers import ROUNDS, DecisionBuffers
from byzanz.analysis.kernels.lot_price import WITHOUT_LOT, price_lot
from byzanz.analysis.kernels.move_comparison import PROFIT, SHARE
from byzanz.engine.search.halving import PROFIT_WEIGHT
from byzanz.game.game import Game
from byzanz.game.phase import Phase
from byzanz.rules.auction import is_bidding
from byzanz.rules.numbers import MOST_BID_VALUE

FIRST_STREAM = 1 << 21  # the first random stream of lots, above those of verdicts


def lot_worth(game: Game, buffers: DecisionBuffers, samples: int) -> LotWorth | None:
    """Return what the revealed lot is worth to each seat; None if no auction is running.

    Call it before the first bid; this is not checked.
    """
    if game.phase is not Phase.BID:
        return None
    seats = range(game.seat_count)
    return LotWorth(tuple([_worth_to(game, seat, buffers, samples) for seat in seats]))


def _worth_to(game: Game, seat: int, buffers: DecisionBuffers, samples: int) -> int | None:
    if not is_bidding(game.table, seat):
        return None
    buffers.load_view(game.view(seat))
    masks = np.zeros(MOST_BID_VALUE + 1, np.int64)
    results = np.zeros((samples, MOST_BID_VALUE + 1, 2), np.int64)
    stream = FIRST_STREAM + 8 * len(game.moves) + seat
    price_lot(*buffers.arrays, seat, ROUNDS, buffers.seed, stream, masks, results)
    values = (results[:, :, SHARE] + PROFIT_WEIGHT * results[:, :, PROFIT]).mean(axis=0)
    prices = masks.nonzero()[0].tolist()
    gains = [(price, values[price] - values[WITHOUT_LOT]) for price in prices]
    return break_even(gains) if gains else None


def break_even(gains: list[tuple[int, float]]) -> int:
    """Return the price, in millionths, at which the gain of winning becomes a loss.

    `gains` holds pairs of a price and its gain, in ascending order of price. The result is
    interpolated. It is 0 if even the lowest price is a loss, and the highest price if none is.
    """
    if gains[0][1] < 0:
        return 0
    for (price, gain), (next_price, next_gain) in pairwise(gains):
        if next_gain < 0:
            return round(MILLIONTHS * (price + (next_price - price) * gain / (gain - next_gain)))
    return MILLIONTHS * gains[-1][0]
