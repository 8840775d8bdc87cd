"""What one finished game says, from its events."""

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from byzanz.cards import DECK_SIZE, Card, Cards, Stall
from byzanz.game.events import (
    AuctionWon,
    CardDiscarded,
    CardGiven,
    Event,
    GameEnded,
    LotGranted,
    LotRevealed,
    MarketCleared,
    StallTaken,
    TrioSold,
)
from byzanz.game.game import Game
from byzanz.rules.numbers import OFFERS, PUT_BACK

MERCHANTS = 16


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
    merchants_given: int  # by a winner, who could have given another card
    merchants_sent: int  # straight into the market, as a lot of one card or of merchants alone
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
        self.hands = [Counter[Card]() for _ in range(players)]
