"""Which lot the winner's profit owes most to: what the end of a game is told with.

The profit of a set belongs to its three cards in equal parts, and each part to where its card came
from: the deal, a lot or a stall. Equal cards leave a hand in the order in which they came into it.
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
    """The lot of the winner that brought most."""

    round: int  # from 1
    offer: int
    price: int | None  # the bid that won it; None: it came without a bid
    cards: Cards  # of the lot, that the winner sold in sets
    is_decisive: bool  # it brought at least as much as the winner is ahead


class _Lot(NamedTuple):
    """Which lot of a game."""

    round: int
    offer: int


@dataclass(slots=True)
class _Account:
    """What the winner's lots brought."""

    held: dict[Card, list[_Lot | None]] = field(default_factory=lambda: defaultdict(list))
    prices: dict[_Lot, int] = field(default_factory=dict)
    sold: dict[_Lot, list[Card]] = field(default_factory=lambda: defaultdict(list))
    thirds: dict[_Lot, int] = field(default_factory=lambda: defaultdict(int))  # of profit

    def get(self, cards: Iterable[Card], lot: _Lot | None) -> None:
        for card in cards:
            self.held[card].append(lot)

    def lose(self, cards: Iterable[Card], profit: int | None = None) -> None:
        """Cards leave the hand; where they are sold, each brings a third of the profit."""
        for card in cards:
            held = self.held[card]
            lot = held.pop(0) if held else None  # a table laid out by hand has cards of no event
            if lot is not None and profit is not None:
                self.sold[lot].append(card)
                self.thirds[lot] += profit


def deciding_lot(events: Iterable[Event], standings: Sequence[Standing]) -> DecidingLot | None:
    """The lot that brought the winner most; None where the victory is shared, or none did.

    Of lots that brought as much, the cheapest, and of these the last.
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
                _book(account, event, lot)
            case _:
                pass
    return account


def _book(account: _Account, event: Event, lot: _Lot) -> None:
    """Write down an event of the winner."""
    match event:
        case Dealt(cards=cards):
            account.get(cards or (), None)
        case StallTaken(cards=cards):
            account.get(cards, None)
        case AuctionWon(paid=paid, bid_value=bid_value):
            account.prices[lot] = bid_value
            account.lose(paid)
        case CardGiven(taken=cards) | LotGranted(cards=cards):
            account.get(cards, lot)
        case TrioSold(cards=cards, profit=profit):
            account.lose(cards, profit)
        case CardDiscarded(card=card):
            account.lose((card,))
        case _:
            pass
