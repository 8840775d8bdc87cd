"""What was wrong with a decision: named from what its seat knew and what the tries came to."""

from collections.abc import Sequence
from typing import NamedTuple

from byzanz.analysis.causes import Fault
from byzanz.bots.explanation import ReasonCode
from byzanz.bots.reasons import reasons_of
from byzanz.cards import Card
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.view import View

HALF = 0.5  # of the tries, or of what was lost
FELT = 0.25  # points of profit: less gives no name to a fault


class Trial(NamedTuple):
    """What came of a move on average, on the sampled tables."""

    free: float  # how often the running lot came for nothing
    pick: float  # what the stall of the round was worth, in points
    profits: Sequence[float]  # of each seat, in points


def fault_of(
    view: View, moves: tuple[Move | None, Move | None], trials: tuple[Trial, Trial]
) -> Fault | None:
    """The fault of a move against the best one, each with what came of it; None to sell nothing."""
    match moves:
        case Bid() as played, Pass():
            return _needless_bid(view, played, trials)
        case Bid() as played, Bid() as best:
            return _payment_fault(view, played, best)
        case Pass(), Bid():
            return Fault.LET_GO
        case Give() as played, Give():
            return _gift_fault(view, played, trials)
        case Take(), Take():
            return Fault.WRONG_STALL
        case Sell() as played, best:
            return _sale_fault(played, best)
        case ((Discard() | Done() | None), Sell()):
            return Fault.LEFT_UNSOLD
        case Discard() as played, Discard():
            return _leaving_fault(view, played)
        case _:
            return None


def _codes(view: View, move: Move) -> set[ReasonCode]:
    return {reason.code for reason in reasons_of(view, move)}


def _needless_bid(view: View, played: Bid, trials: tuple[Trial, Trial]) -> Fault:
    """The choice of stalls is the fault where it makes up for half of the profit that was lost."""
    tried, better = trials
    assert view.seat is not None
    codes = _codes(view, played)
    if better.free >= HALF > tried.free:
        return Fault.MISSED_FREE_LOT
    if ReasonCode.PAYS_SET in codes:
        return Fault.BROKE_SET
    if ReasonCode.PAYS_PAIR in codes:
        return Fault.PAID_PAIR
    lost = better.profits[view.seat] - tried.profits[view.seat]
    gained = better.pick - tried.pick
    return Fault.LOT_BELOW_PICK if gained >= max(FELT, HALF * lost) else Fault.OVERPAID


def _payment_fault(view: View, played: Bid, best: Bid) -> Fault:
    codes = _codes(view, played) - _codes(view, best)
    if ReasonCode.PAYS_SET in codes:
        return Fault.BROKE_SET
    return Fault.PAID_PAIR if ReasonCode.PAYS_PAIR in codes else Fault.PAID_MORE


def _gift_fault(view: View, played: Give, trials: tuple[Trial, Trial]) -> Fault:
    """A rival's gain, or what the giver lost of its own, whichever is more."""
    tried, better = trials
    gains = [one - other for one, other in zip(tried.profits, better.profits, strict=True)]
    own = -gains[view.seat or 0]
    rival = max(gain for seat, gain in enumerate(gains) if seat != view.seat)
    return Fault.FED_RIVAL if rival >= FELT and rival > own else _leaving_fault(view, played)


def _leaving_fault(view: View, played: Give | Discard) -> Fault:
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
