"""The facts of one finished game, counted from its events."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from byzanz.cards import COPIES, DECK_SIZE, MERCHANT, Card, Stall
from byzanz.game.events import (
    AuctionWon,
    CardDiscarded,
    CardGiven,
    Event,
    GameEnded,
    LotGranted,
    MarketCleared,
    RoundBegun,
    StallTaken,
    TrioSold,
)
from byzanz.game.game import Game
from byzanz.rules.numbers import OFFERS, PUT_BACK, ROUNDS
from byzanz.statistics.hand_tracking import HandTracker, set_count

MERCHANTS = COPIES[MERCHANT]


class AuctionEnding(Enum):
    """The way in which an auction ended; the values are printed."""

    PAID = "somebody paid"
    ALL_PASSED = "all passed"
    LAST = "last of the round"


class TurnUse(Enum):
    """The benefit of a turn in the market; the values are printed."""

    SET = "makes a set"
    PAIR = "pair or merchant"
    SINGLE = "single card"
    NOTHING = "nothing left"


class CardEnd(Enum):
    """The final location of a card; the values are printed."""

    SET = "set of a good"
    MERCHANTS = "three merchants"
    HAND = "left in hand"
    DISCARDED = "discarded"
    MARKET = "left in market"
    PUT_BACK = "put back unseen"


class Auction(NamedTuple):
    """An auction; the price is 0 if the lot was free."""

    offer: int
    price: int
    ending: AuctionEnding


class Trio(NamedTuple):
    """A set that was sold."""

    seat: int
    profit: int
    merchants: int


class MarketTurn(NamedTuple):
    """A turn in the market."""

    position: int  # position in the order of the market, from 1
    cards: int
    use: TurnUse


class GameFacts(NamedTuple):
    """The facts of a finished game."""

    players: int
    auctions: tuple[Auction, ...]
    trios: tuple[Trio, ...]
    turns: tuple[MarketTurn, ...]
    ends: Mapping[CardEnd, int]  # number of cards
    merchant_ends: Mapping[CardEnd, int]
    late_discards: int  # number of cards discarded in the last round
    merchants_given: int  # number of merchants given by the winners of auctions
    merchants_sent: int  # number of lots of one merchant, which go straight to the market (R3.8)
    merchants_taken: int  # number of merchants taken from the market
    scores: tuple[int, ...]
    hand_counts: tuple[int, ...]
    winners: tuple[int, ...]


def facts_of(game: Game) -> GameFacts:
    """Count the facts of a game; it has to be finished."""
    assert game.is_over, "only a finished game has facts"
    counter = _FactCounter(game.seat_count)
    for event in game.events:
        counter.add(event)
    return counter.facts()


class _FactCounter:
    """Counts facts while it reads the events of one game."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.hands = HandTracker(players)
        self.auctions: list[Auction] = []
        self.trios: list[Trio] = []
        self.turns: list[MarketTurn] = []
        self.ends: Counter[CardEnd] = Counter()
        self.merchant_ends: Counter[CardEnd] = Counter()
        self.late_discards = 0
        self.given = self.sent = self.taken = 0
        self.scores: tuple[int, ...] = ()
        self.winners: tuple[int, ...] = ()
        self._round = 0
        self._position = 0  # number of turns so far in the market of this round

    def add(self, event: Event) -> None:
        if isinstance(event, StallTaken):
            self._add_turn(event)
        self.hands.fold(event)
        match event:
            case RoundBegun(number):
                self._round = number
            case AuctionWon(offer=offer, bid_value=price):
                self.auctions.append(Auction(offer, price, AuctionEnding.PAID))
            case LotGranted(offer=offer):
                self.auctions.append(Auction(offer, 0, AuctionEnding.ALL_PASSED))
            case CardGiven():
                self._add_given_card(event)
            case TrioSold(seat, cards, profit=profit):
                merchants = cards.count(Card.M)
                self.trios.append(Trio(seat, profit, merchants))
                self._end(cards, CardEnd.MERCHANTS if merchants == 3 else CardEnd.SET)
            case CardDiscarded(card=card):
                self._end([card], CardEnd.DISCARDED)
                self.late_discards += self._round == ROUNDS[self.players]
            case MarketCleared(cards):
                self._close_market(cards)
            case GameEnded(scores, winners):
                self.scores, self.winners = scores, winners
            case _:
                pass

    def _add_given_card(self, event: CardGiven) -> None:
        if event.offer == OFFERS[self.players][self.players - 1]:
            self.auctions.append(Auction(event.offer, 0, AuctionEnding.LAST))
        if event.card == Card.M and event.taken:
            self.given += 1
        elif event.card == Card.M:
            self.sent += 1

    def _add_turn(self, event: StallTaken) -> None:
        self._position += 1
        use = use_of(self.hands.cards(event.seat), event.cards)
        self.turns.append(MarketTurn(self._position, len(event.cards), use))
        self.taken += event.cards.count(Card.M)

    def _close_market(self, left: Sequence[Card]) -> None:
        for position in range(self._position + 1, self.players + 1):
            self.turns.append(MarketTurn(position, 0, TurnUse.NOTHING))
        self._position = 0
        self._end(left, CardEnd.MARKET)

    def _end(self, cards: Sequence[Card], end: CardEnd) -> None:
        self.ends[end] += len(cards)
        self.merchant_ends[end] += cards.count(Card.M)

    def facts(self) -> GameFacts:
        hands = [self.hands.cards(seat) for seat in range(self.players)]
        for hand in hands:
            self._end(hand, CardEnd.HAND)
        self.ends[CardEnd.PUT_BACK] = DECK_SIZE - self.ends.total()
        self.merchant_ends[CardEnd.PUT_BACK] = MERCHANTS - self.merchant_ends.total()
        assert self.ends[CardEnd.PUT_BACK] == PUT_BACK[self.players], "every card ends somewhere"
        return GameFacts(
            players=self.players,
            auctions=tuple(self.auctions),
            trios=tuple(self.trios),
            turns=tuple(self.turns),
            ends={end: self.ends[end] for end in CardEnd},
            merchant_ends={end: self.merchant_ends[end] for end in CardEnd},
            late_discards=self.late_discards,
            merchants_given=self.given,
            merchants_sent=self.sent,
            merchants_taken=self.taken,
            scores=self.scores,
            hand_counts=tuple(map(len, hands)),
            winners=self.winners,
        )


def use_of(hand: Sequence[Card], taken: Sequence[Card]) -> TurnUse:
    """Return the benefit of the cards of a stall for a hand."""
    after = [*hand, *taken]
    if set_count(after) > set_count(hand):
        return TurnUse.SET
    stall = taken[0].stall
    if stall is Stall.M or sum(card.stall is stall for card in after) > 1:
        return TurnUse.PAIR
    return TurnUse.SINGLE
