"""Two games of the same deck side by side, auction by auction."""

import msgspec

from byzanz.cards import Card, Cards, Stall


class AuctionSide(msgspec.Struct, frozen=True):
    """What one player did in an auction, and what became of it."""

    bid: int  # the value of the player's highest bid; 0: none
    bid_cards: Cards
    beat: int | None  # the bid that the player did not beat any more; None: they never passed
    winner: int  # the seat that got the lot
    price: int | None  # what the lot cost; None: it was granted without a bid
    given: Card | None  # the card of the lot that the player gave to the market
    taken: Cards  # the cards that the player got
    profit: int  # of the sets that these cards completed


class AuctionPair(msgspec.Struct, frozen=True, tag="auction"):
    """The same auction in both games."""

    round: int  # counted from 1
    offer: int
    cards: Cards  # the lot
    own: AuctionSide
    other: AuctionSide
    differs: bool  # the players bid, paid or got something else
    gain: int  # the person's profit from it, less the other player's


class MarketSide(msgspec.Struct, frozen=True):
    """What one player took in a market phase."""

    stall: Stall | None  # None: no stall was left
    taken: Cards
    profit: int  # of the sets that these cards completed


class MarketPair(msgspec.Struct, frozen=True, tag="market"):
    """The market of the same round in both games."""

    round: int
    own: MarketSide
    other: MarketSide
    differs: bool
    gain: int


class SideBySide(msgspec.Struct, frozen=True):
    """Two finished games of the same deck, as two players played them.

    The gains of all rows and that of the first hand add up to the difference in profit.
    """

    rows: tuple[AuctionPair | MarketPair, ...]
    dealt_gain: int  # from sets that the first hand had already
    own_profit: int
    other_profit: int
    own_place: int
    other_place: int

    @property
    def most_different(self) -> AuctionPair | None:
        """The auction in which the other player did better by most; else the first that differs."""
        auctions = [row for row in self.rows if isinstance(row, AuctionPair) and row.differs]
        return min(auctions, key=lambda row: row.gain, default=None)
