"""Names the fault of a decision, from what its seat knew and from the results of play-outs."""

from collections.abc import Sequence
from typing import NamedTuple

from byzanz.analysis.causes import Fault
from byzanz.bots.explanation import ReasonCode
from byzanz.bots.reasons import reasons_of
from byzanz.cards import Card
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.view import View

LEAST_FRACTION = 0.5  # of the play-outs, or of the lost profit; less does not name a fault
LEAST_PROFIT = 0.25  # points of profit; a smaller difference does not name a fault


class Trial(NamedTuple):
    """The mean results of a move on the sampled tables."""

    free: float  # share of tables on which the current lot was free
    pick: float  # hand value added by the stall taken in this round, in points
    profits: Sequence[float]  # profit of each seat, in points


def fault_of(
    view: View, moves: tuple[Move | None, Move | None], trials: tuple[Trial, Trial]
) -> Fault | None:
    """Name the fault of the played move against the best one; None if it has no name.

    `moves` and `trials` hold the played move first and the best one second. A move of None stands
    for selling nothing.
    """
    match moves:
        case Bid() as played, Pass():
            return _needless_bid(view, played, trials)
        case Bid() as played, Bid() as best:
            return _payment_fault(view, played, best)
        case Pass(), Bid():
            return Fault.LET_GO
        case Give() as played, Give():
            return _give_fault(view, played, trials)
        case Take(), Take():
            return Fault.WRONG_STALL
        case Sell() as played, best:
            return _sale_fault(played, best)
        case ((Discard() | Done() | None), Sell()):
            return Fault.LEFT_UNSOLD
        case Discard() as played, Discard():
            return _lost_card_fault(view, played)
        case _:
            return None


def _codes(view: View, move: Move) -> set[ReasonCode]:
    return {reason.code for reason in reasons_of(view, move)}


def _needless_bid(view: View, played: Bid, trials: tuple[Trial, Trial]) -> Fault:
    """Name the fault of a bid where passing was best.

    The worse stall at the next market is the fault if it explains at least half of the lost profit.
    """
    tried, better = trials
    assert view.seat is not None
    codes = _codes(view, played)
    if better.free >= LEAST_FRACTION > tried.free:
        return Fault.MISSED_FREE_LOT
    if ReasonCode.PAYS_SET in codes:
        return Fault.BROKE_SET
    if ReasonCode.PAYS_PAIR in codes:
        return Fault.PAID_PAIR
    lost = better.profits[view.seat] - tried.profits[view.seat]
    lost_pick = better.pick - tried.pick
    by_pick = lost_pick >= max(LEAST_PROFIT, LEAST_FRACTION * lost)
    return Fault.LOT_BELOW_PICK if by_pick else Fault.OVERPAID


def _payment_fault(view: View, played: Bid, best: Bid) -> Fault:
    codes = _codes(view, played) - _codes(view, best)
    if ReasonCode.PAYS_SET in codes:
        return Fault.BROKE_SET
    return Fault.PAID_PAIR if ReasonCode.PAYS_PAIR in codes else Fault.PAID_MORE


def _give_fault(view: View, played: Give, trials: tuple[Trial, Trial]) -> Fault:
    """Name the rival's gain if it is larger than the giver's own loss, otherwise the card given."""
    tried, better = trials
    gains = [one - other for one, other in zip(tried.profits, better.profits, strict=True)]
    own_loss = -gains[view.seat or 0]
    rival = max(gain for seat, gain in enumerate(gains) if seat != view.seat)
    feeds_rival = rival >= LEAST_PROFIT and rival > own_loss
    return Fault.FED_RIVAL if feeds_rival else _lost_card_fault(view, played)


def _lost_card_fault(view: View, played: Give | Discard) -> Fault:
    codes = _codes(view, played)
    if ReasonCode.LOSES_MERCHANT in codes:
        return Fault.LOST_MERCHANT
    if ReasonCode.BREAKS_SET in codes:
        return Fault.BROKE_SET
    return Fault.BROKE_PAIR if ReasonCode.BREAKS_PAIR in codes else Fault.WRONG_CARD


def _sale_fault(played: Sell, best: Move | None) -> Fault:
    spared = best.cards.count(Card.M) if isinstance(best, Sell) else 0
    if spared < played.cards.count(Card.M) < len(played.cards):
        return Fault.BURNT_MERCHANTS
    return Fault.WRONG_SET if isinstance(best, Sell) else Fault.SOLD_EARLY
