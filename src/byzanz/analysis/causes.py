"""Why a decision mattered: its fault by name, and facts that clients turn into sentences.

A link is one thing that happened, or that would have happened after a better move. It holds seats,
cards and whole numbers, and no prose.
"""

from enum import StrEnum
from typing import TypeAlias

import msgspec

from byzanz.cards import Card, Cards, Stall


class Fault(StrEnum):
    """What was wrong with a decision, as far as its seat could know."""

    PAID_PAIR = "paid_pair"  # with a pair, or half of one
    BROKE_SET = "broke_set"  # paid, gave or discarded a card of a whole set
    BROKE_PAIR = "broke_pair"  # gave or discarded a card of a pair
    LOT_BELOW_PICK = "lot_below_pick"  # bid for a lot worth less than the earlier choice of stalls
    OVERPAID = "overpaid"  # bid for a lot that is not worth the price
    MISSED_FREE_LOT = "missed_free_lot"  # bid for a lot that would have come for nothing
    PAID_MORE = "paid_more"  # other cards would have done, or fewer
    LET_GO = "let_go"  # passed where the lot was worth a bid
    FED_RIVAL = "fed_rival"  # gave a card that another seat needed more than its own
    LOST_MERCHANT = "lost_merchant"  # gave or discarded a merchant
    WRONG_CARD = "wrong_card"  # gave or discarded a card that was worth more than another
    WRONG_STALL = "wrong_stall"
    SOLD_EARLY = "sold_early"  # where nothing had to be sold yet
    BURNT_MERCHANTS = "burnt_merchants"  # sold a set with merchants that could be spared
    WRONG_SET = "wrong_set"  # sold another set than the best one
    LEFT_UNSOLD = "left_unsold"  # a set that could have been sold


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
    """A seat's bid comes to this value, and another seat wins."""

    seat: int
    offer: int
    value: int
    cards: Cards


class Buys(msgspec.Struct, frozen=True, tag="buys"):
    """Another seat wins the lot that it is about."""

    seat: int
    offer: int
    value: int


class Spent(msgspec.Struct, frozen=True, tag="spent"):
    """Another seat wins the lot that it is about, and had no card left to go higher."""

    seat: int
    offer: int
    value: int


class GetsFree(msgspec.Struct, frozen=True, tag="gets_free"):
    """A seat gets a lot without paying: everyone passed, or it is the last one of the round."""

    seat: int
    offer: int


class CardGoes(msgspec.Struct, frozen=True, tag="card_goes"):
    """A card that a seat paid or gave goes to the market, where another takes it, or nobody."""

    seat: int
    card: Card
    taker: int | None


class TakesStall(msgspec.Struct, frozen=True, tag="takes_stall"):
    """A seat takes these cards at the market."""

    seat: int
    stall: Stall
    cards: Cards


class SetSold(msgspec.Struct, frozen=True, tag="set_sold"):
    """A seat sells a set; the stall is that of its goods, or of three merchants."""

    seat: int
    stall: Stall
    cards: Cards
    profit: int


class SetReady(msgspec.Struct, frozen=True, tag="set_ready"):
    """A seat then holds a set that it can sell."""

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
    """With what it takes, a seat holds these cards of one good, or these merchants."""

    seat: int
    stall: Stall
    cards: Cards


class UsesMerchants(msgspec.Struct, frozen=True, tag="uses_merchants"):
    """So many merchants are sold with goods."""

    seat: int
    count: int


class KeepsMerchants(msgspec.Struct, frozen=True, tag="keeps_merchants"):
    """So many merchants stay with the seat."""

    seat: int
    count: int


class Discards(msgspec.Struct, frozen=True, tag="discards"):
    """A seat lays a card into the box."""

    seat: int
    card: Card


class Unsold(msgspec.Struct, frozen=True, tag="unsold"):
    """A set stays in the hand at the end of the game, where it counts nothing."""

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
LEAST_LINKS = 2  # fewer explain nothing


class Chain(msgspec.Struct, frozen=True):
    """What a decision led to, and what the best move would have led to.

    The latter is played on by solid bots with the same cards to the end of the round.
    """

    happened: tuple[Link, ...]  # two or three
    better: tuple[Link, ...]  # two or three; none where no move was better
