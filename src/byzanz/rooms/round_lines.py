"""Compares two finished games of the same deck, auction by auction.

The profit of a set is credited to the step that brought its last card: an auction, a market or the
deal. Equal cards leave a hand in the order of their arrival, so every set has one such step.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from byzanz.cards import Card, Cards, Stall, in_order
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardDiscarded,
    CardGiven,
    Dealt,
    Event,
    LotGranted,
    LotRevealed,
    Passed,
    RoundBegun,
    StallTaken,
    TrioSold,
)
from byzanz.game.game import Game
from byzanz.wire.comparison import AuctionPair, AuctionSide, MarketPair, MarketSide, SideBySide


class AuctionStep(NamedTuple):
    """An auction, by its round, counted from 1, and its offer card."""

    round: int
    offer: int


class MarketStep(NamedTuple):
    """The market of a round."""

    round: int


Step: TypeAlias = AuctionStep | MarketStep | None
"""A step that brings cards; None is the deal."""


@dataclass(slots=True)
class _Auction:
    """An auction as one player experiences it."""

    cards: Cards
    highest: int = 0  # of all bids so far
    bid: int = 0
    bid_cards: Cards = ()
    beat: int | None = None
    winner: int = 0
    price: int | None = None
    given: Card | None = None
    taken: Cards = ()


@dataclass(slots=True)
class _Path:
    """The way of one player through a game."""

    seat: int
    auctions: dict[AuctionStep, _Auction] = field(default_factory=dict)
    stalls: dict[MarketStep, tuple[Stall, Cards]] = field(default_factory=dict)
    profits: dict[Step, int] = field(default_factory=lambda: defaultdict(int))
    # The steps that brought the cards in hand, with their numbers, oldest first.
    _held: dict[Card, list[tuple[int, Step]]] = field(default_factory=lambda: defaultdict(list))
    _round: int = 0
    _step: AuctionStep = field(default_factory=lambda: AuctionStep(0, 0))
    _arrivals: int = 0

    def add(self, event: Event) -> None:
        """Follow one event of the game."""
        match event:
            case RoundBegun(number):
                self._round = number
            case LotRevealed(offer, cards, _):
                self._step = AuctionStep(self._round, offer)
                self.auctions[self._step] = _Auction(cards)
            case BidLaid() | Passed() | AuctionWon() | LotGranted() | CardGiven():
                self._add_to_auction(event, self.auctions[self._step])
            case StallTaken(seat, stall, cards) if seat == self.seat:
                self.stalls[MarketStep(self._round)] = (stall, cards)
                self._gain(cards, MarketStep(self._round))
            case Dealt(seat, _, cards) if seat == self.seat:
                self._gain(cards or (), None)
            case TrioSold(seat, cards, _, profit) if seat == self.seat:
                self.profits[self._lose(cards)] += profit
            case CardDiscarded(seat, card) if seat == self.seat:
                self._lose((card,))
            case _:
                pass

    def _add_to_auction(
        self, event: BidLaid | Passed | AuctionWon | LotGranted | CardGiven, auction: _Auction
    ) -> None:
        is_own = event.seat == self.seat
        match event:
            case BidLaid(_, cards, bid_value):
                auction.highest = bid_value
                if is_own:
                    auction.bid = bid_value
                    auction.bid_cards = in_order((*auction.bid_cards, *cards))
            case Passed():
                if is_own:
                    auction.beat = auction.highest
            case AuctionWon(seat, _, paid, bid_value):
                auction.winner, auction.price = seat, bid_value
                if is_own:
                    self._lose(paid)
            case LotGranted(seat, _, cards):
                auction.winner = seat
                if is_own:
                    self._get(auction, cards)
            case CardGiven(_, _, card, taken):
                if is_own:
                    auction.given = card
                    self._get(auction, taken)

    def _get(self, auction: _Auction, cards: Cards) -> None:
        auction.taken = cards
        self._gain(cards, self._step)

    def _gain(self, cards: Iterable[Card], step: Step) -> None:
        self._arrivals += 1
        for card in cards:
            self._held[card].append((self._arrivals, step))

    def _lose(self, cards: Iterable[Card]) -> Step:
        """Remove cards from the hand; returns the step that brought the last one of them."""
        return max([self._held[card].pop(0) for card in cards], key=lambda arrival: arrival[0])[1]

    # --- sides --------------------------------------------------------------------------------

    def auction_side(self, step: AuctionStep) -> AuctionSide:
        """What the player did in an auction."""
        auction = self.auctions[step]
        return AuctionSide(
            bid=auction.bid,
            bid_cards=auction.bid_cards,
            beat=auction.beat,
            winner=auction.winner,
            price=auction.price,
            given=auction.given,
            taken=auction.taken,
            profit=self.profits.get(step, 0),
        )

    def market_side(self, step: MarketStep) -> MarketSide:
        """What the player took in a market."""
        stall, cards = self.stalls.get(step, (None, ()))
        return MarketSide(stall, cards, self.profits.get(step, 0))


def side_by_side(own: Game, own_seat: int, other: Game, other_seat: int) -> SideBySide:
    """Compare two finished games of the same deck, each from the side of one seat.

    Raises `ValueError` if the decks or the numbers of players differ, or a game is not over.
    """
    if own.deck != other.deck or own.seat_count != other.seat_count:
        raise ValueError("two games of different decks: expected the same deck and seats")
    if not (own.is_over and other.is_over):
        raise ValueError("a game that is not over: expected two finished games")
    paths = _path(own, own_seat), _path(other, other_seat)
    mine, theirs = paths
    rows: list[AuctionPair | MarketPair] = []
    for step in mine.auctions:
        if rows and rows[-1].round != step.round:
            rows.append(_market_pair(MarketStep(rows[-1].round), *paths))
        rows.append(_auction_pair(step, *paths))
    rows.append(_market_pair(MarketStep(rows[-1].round), *paths))
    return SideBySide(
        rows=tuple(rows),
        dealt_gain=mine.profits.get(None, 0) - theirs.profits.get(None, 0),
        own_profit=own.scores[own_seat],
        other_profit=other.scores[other_seat],
        own_place=_place(own, own_seat),
        other_place=_place(other, other_seat),
    )


def _path(game: Game, seat: int) -> _Path:
    path = _Path(seat)
    for event in game.events:
        path.add(event)
    return path


def _place(game: Game, seat: int) -> int:
    return next(standing.place for standing in game.standings() if standing.seat == seat)


def _auction_pair(step: AuctionStep, mine: _Path, theirs: _Path) -> AuctionPair:
    own, other = mine.auction_side(step), theirs.auction_side(step)
    return AuctionPair(
        round=step.round,
        offer=step.offer,
        cards=mine.auctions[step].cards,
        own=own,
        other=other,
        differs=_deed(own) != _deed(other),
        gain=own.profit - other.profit,
    )


def _deed(side: AuctionSide) -> tuple[object, ...]:
    """What a player did and got, without what others paid and what it brought later."""
    return side.bid_cards, side.given, side.taken


def _market_pair(step: MarketStep, mine: _Path, theirs: _Path) -> MarketPair:
    own, other = mine.market_side(step), theirs.market_side(step)
    return MarketPair(
        round=step.round,
        own=own,
        other=other,
        differs=(own.stall, own.taken) != (other.stall, other.taken),
        gain=own.profit - other.profit,
    )
