"""The explanation of a decision: a named fault, and facts that clients turn into sentences.

A link is one event that happened, or that would have happened after a better move. It holds seats,
cards and whole numbers, no prose. Links are stored and sent: tags and field names are part of the
protocol.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from byzanz.cards import Card, Cards, Stall


class Fault(StrEnum):
    """A type of mistake, judged by what the seat knew."""

    PAID_PAIR = "paid_pair"  # paid with one or both cards of a pair
    BROKE_SET = "broke_set"  # paid, gave or discarded a card of a complete set
    BROKE_PAIR = "broke_pair"  # gave or discarded a card of a pair
    LOT_BELOW_PICK = "lot_below_pick"  # bid for a lot worth less than an earlier pick of a stall
    OVERPAID = "overpaid"  # bid more than the lot was worth
    MISSED_FREE_LOT = "missed_free_lot"  # bid for a lot that would have been free
    PAID_MORE = "paid_more"  # other or fewer cards would have been enough
    LET_GO = "let_go"  # passed although the lot was worth a bid
    FED_RIVAL = "fed_rival"  # gave a card that helped a rival more than another card would have
    LOST_MERCHANT = "lost_merchant"  # gave or discarded a merchant
    WRONG_CARD = "wrong_card"  # gave or discarded a more valuable card than necessary
    WRONG_STALL = "wrong_stall"  # took a stall although another one was worth more
    SOLD_EARLY = "sold_early"  # sold although nothing had to be sold yet
    BURNT_MERCHANTS = "burnt_merchants"  # sold more merchants in a set than necessary
    WRONG_SET = "wrong_set"  # sold a set although another one was worth more
    LEFT_UNSOLD = "left_unsold"  # did not sell a set that could have been sold


class Pays(msgspec.Struct, frozen=True, tag="pays"):
    """A seat wins a lot with these cards."""

    seat: int
    offer: int
    value: int
    cards: Cards


class Wins(msgspec.Struct, frozen=True, tag="wins"):
    """A seat wins a lot with these cards, later in the round."""

    seat: int
    offer: int
    value: int
    cards: Cards


class Bids(msgspec.Struct, frozen=True, tag="bids"):
    """A seat bids up to this value, and another seat wins."""

    seat: int
    offer: int
    value: int
    cards: Cards


class Buys(msgspec.Struct, frozen=True, tag="buys"):
    """Another seat wins the lot of this decision."""

    seat: int
    offer: int
    value: int


class Spent(msgspec.Struct, frozen=True, tag="spent"):
    """Another seat wins the lot of this decision and has no goods card left to bid higher."""

    seat: int
    offer: int
    value: int


class GetsFree(msgspec.Struct, frozen=True, tag="gets_free"):
    """A seat gets a lot for free: all others passed, or it is the last lot of the round."""

    seat: int
    offer: int


class CardGoes(msgspec.Struct, frozen=True, tag="card_goes"):
    """A card that a seat paid or gave goes to the market, where `taker` takes it.

    `taker` is None if nobody takes it in this round.
    """

    seat: int
    card: Card
    taker: int | None


class TakesStall(msgspec.Struct, frozen=True, tag="takes_stall"):
    """A seat takes these cards at the market."""

    seat: int
    stall: Stall
    cards: Cards


class SetSold(msgspec.Struct, frozen=True, tag="set_sold"):
    """A seat sells a set; `stall` is that of its good, or the merchants' for three merchants."""

    seat: int
    stall: Stall
    cards: Cards
    profit: int


class SetReady(msgspec.Struct, frozen=True, tag="set_ready"):
    """A seat holds a set that it can sell at the end of the round."""

    seat: int
    stall: Stall
    cards: Cards
    profit: int


class BreaksSet(msgspec.Struct, frozen=True, tag="breaks_set"):
    """Cards leave a set that the seat held."""

    seat: int
    stall: Stall


class BreaksPair(msgspec.Struct, frozen=True, tag="breaks_pair"):
    """Cards leave a pair that the seat held."""

    seat: int
    stall: Stall


class Keeps(msgspec.Struct, frozen=True, tag="keeps"):
    """These cards of one good stay with the seat."""

    seat: int
    stall: Stall
    cards: Cards


class Gathers(msgspec.Struct, frozen=True, tag="gathers"):
    """A seat holds these cards of one good, or these merchants, after taking a stall."""

    seat: int
    stall: Stall
    cards: Cards


class UsesMerchants(msgspec.Struct, frozen=True, tag="uses_merchants"):
    """A seat sells this number of merchants as part of a set of goods."""

    seat: int
    count: int


class KeepsMerchants(msgspec.Struct, frozen=True, tag="keeps_merchants"):
    """A seat keeps this number of merchants, which the played move would have spent."""

    seat: int
    count: int


class Discards(msgspec.Struct, frozen=True, tag="discards"):
    """A seat discards a card into the box."""

    seat: int
    card: Card


class Unsold(msgspec.Struct, frozen=True, tag="unsold"):
    """A set stays in the hand at the end of the game, where it is worth nothing."""

    seat: int
    stall: Stall
    cards: Cards
    profit: int


class EndsWith(msgspec.Struct, frozen=True, tag="ends_with"):
    """The profit of a seat at the end of the game."""

    seat: int
    profit: int


Link: TypeAlias = (
    Pays
    | Wins
    | Bids
    | Buys
    | Spent
    | GetsFree
    | CardGoes
    | TakesStall
    | SetSold
    | SetReady
    | BreaksSet
    | BreaksPair
    | Keeps
    | Gathers
    | UsesMerchants
    | KeepsMerchants
    | Discards
    | Unsold
    | EndsWith
)

MOST_LINKS = 3
LEAST_LINKS = 2  # a chain with fewer links does not explain a decision


class Chain(msgspec.Struct, frozen=True):
    """The consequences of a decision, and those that the best move would have had.

    The alternative is played out to the end of the round by solid bots on the same deck.
    """

    happened: tuple[Link, ...]  # two or three links
    better: tuple[Link, ...]  # two or three links; empty if no move was better
