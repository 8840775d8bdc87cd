"""The reasons for and against a move, derived from the view of a seat."""

from collections import Counter
from collections.abc import Iterable

from byzanz.bots.explanation import MoveReason, ReasonCode
from byzanz.cards import Card, Cards, Stall, in_order
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.options import SaleOption, cheapest_bid, sale_options
from byzanz.game.view import OfferState, View
from byzanz.rules.numbers import HAND_LIMIT

Reasons = list[MoveReason]

AGAINST = {
    ReasonCode.PAYS_PAIR,
    ReasonCode.PAYS_SET,
    ReasonCode.LEAVES_MERCHANTS,
    ReasonCode.OVER_LIMIT,
    ReasonCode.LOSES_MERCHANT,
    ReasonCode.BREAKS_PAIR,
    ReasonCode.BREAKS_SET,
    ReasonCode.SPENDS_MERCHANTS,
}
"""The codes against a move; `PICKS_AT` is against it in the later half of the market's order."""


def reasons_of(view: View, move: Move) -> tuple[MoveReason, ...]:
    """Return the reasons for a move of the view's seat, then those against it.

    Does not check that the move is legal; raises `AssertionError` for the view of a spectator.
    """
    reasons = [_with_side(view, reason) for reason in _reasons(view, move)]
    return tuple(sorted(reasons, key=lambda reason: reason.is_against))


def _with_side(view: View, reason: MoveReason) -> MoveReason:
    is_against = reason.code in AGAINST
    if reason.code is ReasonCode.PICKS_AT:
        is_against = 2 * int(reason.facts["place"]) > len(view.seats) + 1
    return MoveReason(reason.code, reason.facts, is_against)


def _reasons(view: View, move: Move) -> Reasons:
    assert view.own is not None
    hand = view.own.hand
    match move:
        case Bid(cards):
            return _bid_reasons(view, hand, cards)
        case Pass():
            return _pass_reasons(view, hand)
        case Give(card):
            return _give_reasons(view, hand, card)
        case Take(stall):
            return _take_reasons(view, hand, stall)
        case Sell(cards):
            return _sale_reasons(hand, cards)
        case Discard(card):
            return _lost_card_reasons(hand, card)
        case Done():
            return [MoveReason(ReasonCode.ENDS_SALES)]


def _bid_reasons(view: View, hand: Cards, cards: Cards) -> Reasons:
    assert view.lot is not None
    assert view.seat is not None
    laid = view.seats[view.seat].bid
    rest = _without(hand, cards)
    reasons = _completions(rest, view.lot.cards)
    reasons += _merchant_reasons(view.lot.cards)
    reasons += _payment_reasons(hand + laid, cards + laid)
    reasons.append(MoveReason(ReasonCode.PICKS_AT, {"place": _pick_position(view)}))
    return reasons + _limit_reasons(len(rest) + len(view.lot.cards) - 1)


def _pick_position(view: View) -> int:
    """Return the position in the market's order that the current lot brings, from 1."""
    assert view.lot is not None
    return len(view.seats) - view.lot.number + 1


def _pass_reasons(view: View, hand: Cards) -> Reasons:
    assert view.lot is not None
    reasons = []
    if view.lot.opener == view.seat and view.lot.leader is None:
        reasons.append(MoveReason(ReasonCode.MAY_GET_LOT_FREE, {"offer": view.lot.offer}))
    reasons += _kept_reasons(view, hand)
    to_come = sum(offer.state is OfferState.TO_COME for offer in view.offers)
    if to_come:
        reasons.append(MoveReason(ReasonCode.LOTS_TO_COME, {"count": to_come}))
    reasons.append(MoveReason(ReasonCode.WAITS_FOR_PICK, {"place": _pick_position(view) - 1}))
    merchants = view.lot.cards.count(Card.M)
    if merchants and view.lot.leader is not None:
        facts: dict[str, int | str] = {"seat": view.lot.leader, "count": merchants}
        reasons.append(MoveReason(ReasonCode.LEAVES_MERCHANTS, facts))
    return reasons


def _kept_reasons(view: View, hand: Cards) -> Reasons:
    """Return a reason with the highest card of a pair or set that the cheapest bid would cost."""
    assert view.lot is not None
    assert view.seat is not None
    seat = view.seats[view.seat]
    goods = tuple([card for card in hand if card is not Card.M])
    paid = cheapest_bid(goods, (view.lot.beat or 0) + 1 - seat.bid_value) + seat.bid
    held = Counter(card.stall for card in hand + seat.bid)
    grouped = [card for card in paid if held[card.stall] > 1]
    if not grouped:
        return []
    best = max(grouped, key=lambda card: card.face_value)
    return [MoveReason(ReasonCode.KEEPS, {"card": best})]


def _give_reasons(view: View, hand: Cards, card: Card) -> Reasons:
    assert view.lot is not None
    kept = _without(view.lot.cards, (card,))
    reasons = _completions(hand, kept) + _merchant_reasons(kept)
    reasons += _lost_card_reasons(in_order(hand + view.lot.cards), card)
    return reasons + _limit_reasons(len(hand) + len(kept))


def _take_reasons(view: View, hand: Cards, stall: Stall) -> Reasons:
    cards = next(line.cards for line in view.market if line.stall is stall)
    reasons = _completions(hand, cards) + _merchant_reasons(cards)
    return reasons + _limit_reasons(len(hand) + len(cards))


def _sale_reasons(hand: Cards, cards: Cards) -> Reasons:
    sale = next(sale for sale in sale_options(hand) if sale.cards == cards)
    reasons = [MoveReason(ReasonCode.SELLS, _sale_facts(sale))]
    merchants = cards.count(Card.M)
    if 0 < merchants < 3:
        reasons.append(MoveReason(ReasonCode.SPENDS_MERCHANTS, {"count": merchants}))
    return reasons


def _sale_facts(sale: SaleOption) -> dict[str, int | str]:
    goods = [card for card in sale.cards if card is not Card.M]
    stall = goods[0].stall if goods else Stall.M
    return {"stall": stall, "kept": sale.kept, "profit": sale.profit}


def _completions(hand: Cards, incoming: Cards) -> Reasons:
    """Return a reason for each good whose incoming cards complete a set, with the best set."""
    before = {sale.cards for sale in sale_options(in_order(hand))}
    reasons: dict[int | str, MoveReason] = {}
    for sale in sale_options(in_order(hand + incoming)):
        facts = _sale_facts(sale)
        if sale.cards not in before and facts["stall"] not in reasons:
            reasons[facts["stall"]] = MoveReason(ReasonCode.COMPLETES, facts)
    return list(reasons.values())


def _merchant_reasons(cards: Cards) -> Reasons:
    count = cards.count(Card.M)
    return [MoveReason(ReasonCode.GAINS_MERCHANTS, {"count": count})] if count else []


def _payment_reasons(held: Cards, paid: Cards) -> Reasons:
    """Return the sets and pairs that a payment breaks; `held` are the seat's cards before it."""
    counts = Counter(card.stall for card in held)
    reasons = []
    for stall, count in Counter(card.stall for card in paid).items():
        if counts[stall] >= 3 > counts[stall] - count:
            reasons.append(MoveReason(ReasonCode.PAYS_SET, {"stall": stall}))
        elif counts[stall] == 2:
            reasons.append(MoveReason(ReasonCode.PAYS_PAIR, {"stall": stall, "count": count}))
    return reasons or [MoveReason(ReasonCode.PAYS_LOOSE, {"count": len(paid)})]


def _lost_card_reasons(hand: Cards, card: Card) -> Reasons:
    """Return a reason with the set or pair that breaks when a card leaves the hand."""
    if card is Card.M:
        return [MoveReason(ReasonCode.LOSES_MERCHANT)]
    held = sum(other.stall is card.stall for other in hand)
    if held % 3 == 0:
        return [MoveReason(ReasonCode.BREAKS_SET, {"stall": card.stall})]
    if held % 3 == 2:
        return [MoveReason(ReasonCode.BREAKS_PAIR, {"stall": card.stall})]
    return [MoveReason(ReasonCode.LOSES_LOOSE, {"card": card})]


def _limit_reasons(hand_count: int) -> Reasons:
    excess = hand_count - HAND_LIMIT
    return [MoveReason(ReasonCode.OVER_LIMIT, {"count": excess})] if excess > 0 else []


def _without(cards: Cards, removed: Iterable[Card]) -> Cards:
    rest = list(cards)
    for card in removed:
        rest.remove(card)
    return tuple(rest)
