"""The deciding lot: the lot that contributed most to the winner's profit.

The profit of a set is split equally among its three cards, and each share is credited to the source
of the card: the deal, a lot or a stall. Equal cards leave a hand in the order of their arrival.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from byzanz.cards import Card, Cards, in_order
from byzanz.game.events import (
    AuctionWon,
    CardDiscarded,
    CardGiven,
    Dealt,
    Event,
    LotGranted,
    LotRevealed,
    RoundBegun,
    StallTaken,
    TrioSold,
)
from byzanz.game.standings import Standing


class DecidingLot(msgspec.Struct, frozen=True):
    """The lot with the most profit among those of the winner."""

    round: int  # counted from 1
    offer: int
    price: int | None  # the winning bid; None if the lot was granted without one
    cards: Cards  # the cards of the lot that the winner sold in sets
    is_decisive: bool  # its profit is at least the winner's lead


class _Lot(NamedTuple):
    """The identity of a lot within a game."""

    round: int
    offer: int


@dataclass(slots=True)
class _Account:
    """The profit of each lot of the winner."""

    # The sources of the cards in hand, oldest first; None is the deal or a stall.
    held: dict[Card, list[_Lot | None]] = field(default_factory=lambda: defaultdict(list))
    prices: dict[_Lot, int] = field(default_factory=dict)
    sold: dict[_Lot, list[Card]] = field(default_factory=lambda: defaultdict(list))
    thirds: dict[_Lot, int] = field(default_factory=lambda: defaultdict(int))  # profit x 3

    def gain(self, cards: Iterable[Card], lot: _Lot | None) -> None:
        """Add cards to the hand; `lot` is None for the deal and for stalls."""
        for card in cards:
            self.held[card].append(lot)

    def lose(self, cards: Iterable[Card], profit: int | None = None) -> None:
        """Remove cards from the hand; if they are sold, credit each with a third of the profit."""
        for card in cards:
            held = self.held[card]
            lot = held.pop(0) if held else None  # a staged position has cards without events
            if lot is not None and profit is not None:
                self.sold[lot].append(card)
                self.thirds[lot] += profit


def deciding_lot(events: Iterable[Event], standings: Sequence[Standing]) -> DecidingLot | None:
    """The lot with the most profit for the winner; None if the victory is shared or no lot has any.

    Among lots with equal profit it is the cheapest, and among equally cheap ones the last.
    """
    first, second = standings[:2]
    if second.place == 1:
        return None
    account = _account_of(events, first.seat)
    if not account.thirds:
        return None

    def rank(lot: _Lot) -> tuple[int, int, int, int]:
        return (account.thirds[lot], -account.prices.get(lot, 0), lot.round, -lot.offer)

    best = max(account.thirds, key=rank)
    return DecidingLot(
        round=best.round,
        offer=best.offer,
        price=account.prices.get(best),
        cards=in_order(account.sold[best]),
        is_decisive=account.thirds[best] >= 3 * (first.profit - second.profit),
    )


def _account_of(events: Iterable[Event], seat: int) -> _Account:
    account = _Account()
    lot = _Lot(0, 0)
    for event in events:
        match event:
            case RoundBegun(number):
                lot = _Lot(number, 0)
            case LotRevealed(offer):
                lot = _Lot(lot.round, offer)
            case _ if getattr(event, "seat", None) == seat:
                _add_event(account, event, lot)
            case _:
                pass
    return account


def _add_event(account: _Account, event: Event, lot: _Lot) -> None:
    """Add an event of the winner to the account."""
    match event:
        case Dealt(cards=cards):
            account.gain(cards or (), None)
        case StallTaken(cards=cards):
            account.gain(cards, None)
        case AuctionWon(paid=paid, bid_value=bid_value):
            account.prices[lot] = bid_value
            account.lose(paid)
        case CardGiven(taken=cards) | LotGranted(cards=cards):
            account.gain(cards, lot)
        case TrioSold(cards=cards, profit=profit):
            account.lose(cards, profit)
        case CardDiscarded(card=card):
            account.lose((card,))
        case _:
            pass
