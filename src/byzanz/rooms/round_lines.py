"""A game as the rounds and auctions of one seat, to compare it with other games of the deal."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from byzanz.cards import Cards, Stall
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardGiven,
    Event,
    LotGranted,
    LotRevealed,
    Passed,
    RoundBegun,
    StallTaken,
    TrioSold,
)
from byzanz.wire.challenges import AuctionLine, AuctionOutcome, RoundLine


@dataclass
class _Round:
    """A round under way."""

    number: int
    auctions: list[AuctionLine] = field(default_factory=list)
    stall: Stall | None = None
    cards: Cards = ()
    profit: int = 0

    @property
    def line(self) -> RoundLine:
        return RoundLine(self.number, tuple(self.auctions), self.stall, self.cards, self.profit)


class _Reader:
    """Reads the events of a game, one after the other, for one seat."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._number = 0  # of the auction in its round
        self._offer = 0  # of the lot that is auctioned
        self._highest = 0  # bid for it
        self._has_line = False  # of this auction
        self.rounds: list[_Round] = []

    def read(self, event: Event) -> None:
        match event:
            case RoundBegun(number):
                self.rounds.append(_Round(number))
                self._number = 0
            case LotRevealed(offer):
                self._number += 1
                self._offer, self._highest, self._has_line = offer, 0, False
            case BidLaid(_, _, value):
                self._highest = value
            case _ if self.rounds and getattr(event, "seat", None) == self._seat:
                self._read_own(event, self.rounds[-1])
            case _:
                pass

    def _read_own(self, event: Event, current: _Round) -> None:
        match event:
            case Passed():
                self._add(AuctionOutcome.PASSED, self._highest, ())
            case AuctionWon(paid=paid, bid_value=value):
                self._add(AuctionOutcome.WON, value, paid)
            case LotGranted(cards=cards):
                self._add(AuctionOutcome.FREE, 0, cards)
            case CardGiven(card=card) if current.auctions:
                won = current.auctions.pop()
                current.auctions.append(msgspec.structs.replace(won, given=card))
            case StallTaken(stall=stall, cards=cards):
                current.stall, current.cards = stall, cards
            case TrioSold(profit=profit):
                current.profit += profit
            case _:
                pass

    def _add(self, outcome: AuctionOutcome, value: int, cards: Cards) -> None:
        auctions = self.rounds[-1].auctions
        if self._has_line:
            auctions.pop()  # the opener passes, and then gets the lot because all others do
        auctions.append(AuctionLine(self._number, self._offer, outcome, value, cards))
        self._has_line = True


def round_lines(events: Sequence[Event], seat: int) -> tuple[RoundLine, ...]:
    """The rounds of a game as this seat played them."""
    reader = _Reader(seat)
    for event in events:
        reader.read(event)
    return tuple([each.line for each in reader.rounds])
