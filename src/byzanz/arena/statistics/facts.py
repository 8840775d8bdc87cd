"""What one finished game says, from its events."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from byzanz.arena.statistics.hands import Hands, set_count
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

MERCHANTS = COPIES[MERCHANT]


class Ending(Enum):
    """How an auction ended; the values are what people read."""

    PAID = "somebody paid"
    ALL_PASSED = "all passed"
    LAST = "last of the round"


class Use(Enum):
    """What a turn in the market was good for."""

    SET = "makes a set"
    PAIR = "pair or merchant"
    SINGLE = "single card"
    NOTHING = "nothing left"


class End(Enum):
    """Where a card is when the game is over."""

    SET = "set of a good"
    MERCHANTS = "three merchants"
    HAND = "left in hand"
    DISCARDED = "discarded"
    MARKET = "left in market"
    PUT_BACK = "put back unseen"


class Auction(NamedTuple):
    """One auction; the price is 0 unless somebody paid."""

    offer: int
    price: int
    ending: Ending


class Trio(NamedTuple):
    """One set sold."""

    seat: int
    profit: int
    merchants: int


class MarketTurn(NamedTuple):
    """One turn in the market; the place is counted from 1."""

    place: int
    cards: int
    use: Use


class GameFacts(NamedTuple):
    """What is counted of a game."""

    players: int
    auctions: tuple[Auction, ...]
    trios: tuple[Trio, ...]
    turns: tuple[MarketTurn, ...]  # in the market
    ends: Mapping[End, int]  # of all cards
    merchant_ends: Mapping[End, int]
    late_discards: int  # in the last round
    merchants_given: int  # by a winner
    merchants_sent: int  # straight into the market, as a lot of one card (R3.8)
    merchants_taken: int  # from the market
    scores: tuple[int, ...]
    hand_counts: tuple[int, ...]
    winners: tuple[int, ...]


def facts_of(game: Game) -> GameFacts:
    """The facts of a finished game."""
    assert game.is_over, "only a finished game has facts"
    count = _Count(game.seat_count)
    for event in game.events:
        count.add(event)
    return count.facts()


class _Count:
    """Reads the events of one game."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.hands = Hands(players)
        self.auctions: list[Auction] = []
        self.trios: list[Trio] = []
        self.turns: list[MarketTurn] = []
        self.ends: Counter[End] = Counter()
        self.merchant_ends: Counter[End] = Counter()
        self.late_discards = 0
        self.given = self.sent = self.taken = 0
        self.scores: tuple[int, ...] = ()
        self.winners: tuple[int, ...] = ()
        self._round = 0
        self._place = 0  # in the market of this round

    def add(self, event: Event) -> None:
        if isinstance(event, StallTaken):
            self._add_turn(event)
        self.hands.fold(event)
        match event:
            case RoundBegun(number):
                self._round = number
            case AuctionWon(offer=offer, bid_value=price):
                self.auctions.append(Auction(offer, price, Ending.PAID))
            case LotGranted(offer=offer):
                self.auctions.append(Auction(offer, 0, Ending.ALL_PASSED))
            case CardGiven():
                self._add_gift(event)
            case TrioSold(seat, cards, profit=profit):
                merchants = cards.count(Card.M)
                self.trios.append(Trio(seat, profit, merchants))
                self._end(cards, End.MERCHANTS if merchants == 3 else End.SET)
            case CardDiscarded(card=card):
                self._end([card], End.DISCARDED)
                self.late_discards += self._round == ROUNDS[self.players]
            case MarketCleared(cards):
                self._close_market(cards)
            case GameEnded(scores, winners):
                self.scores, self.winners = scores, winners
            case _:
                pass

    def _add_gift(self, event: CardGiven) -> None:
        if event.offer == OFFERS[self.players][self.players - 1]:
            self.auctions.append(Auction(event.offer, 0, Ending.LAST))
        if event.card == Card.M and event.taken:
            self.given += 1
        elif event.card == Card.M:
            self.sent += 1

    def _add_turn(self, event: StallTaken) -> None:
        self._place += 1
        use = use_of(self.hands.cards(event.seat), event.cards)
        self.turns.append(MarketTurn(self._place, len(event.cards), use))
        self.taken += event.cards.count(Card.M)

    def _close_market(self, left: Sequence[Card]) -> None:
        for place in range(self._place + 1, self.players + 1):
            self.turns.append(MarketTurn(place, 0, Use.NOTHING))
        self._place = 0
        self._end(left, End.MARKET)

    def _end(self, cards: Sequence[Card], end: End) -> None:
        self.ends[end] += len(cards)
        self.merchant_ends[end] += cards.count(Card.M)

    def facts(self) -> GameFacts:
        hands = [self.hands.cards(seat) for seat in range(self.players)]
        for hand in hands:
            self._end(hand, End.HAND)
        self.ends[End.PUT_BACK] = DECK_SIZE - self.ends.total()
        self.merchant_ends[End.PUT_BACK] = MERCHANTS - self.merchant_ends.total()
        assert self.ends[End.PUT_BACK] == PUT_BACK[self.players], "every card ends somewhere"
        return GameFacts(
            players=self.players,
            auctions=tuple(self.auctions),
            trios=tuple(self.trios),
            turns=tuple(self.turns),
            ends={end: self.ends[end] for end in End},
            merchant_ends={end: self.merchant_ends[end] for end in End},
            late_discards=self.late_discards,
            merchants_given=self.given,
            merchants_sent=self.sent,
            merchants_taken=self.taken,
            scores=self.scores,
            hand_counts=tuple(map(len, hands)),
            winners=self.winners,
        )


def use_of(hand: Sequence[Card], taken: Sequence[Card]) -> Use:
    """What the cards of a stall are good for in a hand."""
    after = [*hand, *taken]
    if set_count(after) > set_count(hand):
        return Use.SET
    stall = taken[0].stall
    if stall is Stall.M or sum(card.stall is stall for card in after) > 1:
        return Use.PAIR
    return Use.SINGLE
