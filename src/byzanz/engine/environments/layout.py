"""The layout of observations and action features: where each number is.

All numbers are 0 to 255. A change of the layout needs a new `LAYOUT_VERSION`, because a trained
model reads the numbers by their places.
"""

from typing import NamedTuple

from byzanz.cards import KINDS
from byzanz.rules.numbers import SEATS

LAYOUT_VERSION = 1

# The cards, as counts by kind. The order matters to `observation.add_slots`.
HAND = 0  # the own hand
GONE = HAND + KINDS  # in the box, or kept as profit
UNSHOWN = GONE + KINDS  # cards of the own hand that nobody else knows
UNSEEN = UNSHOWN + KINDS  # never seen: in hands of others, the draw pile, or put back
LOT = UNSEEN + KINDS
MARKET = LOT + KINDS

# The seats, the own one first, then clockwise.
SEAT_BLOCKS = MARKET + KINDS

# In the block of a seat:
KNOWN = 0  # cards in hand that everybody knows, by kind
PLAYS = KNOWN + KINDS  # 1 for a seat of this game
BID = PLAYS + 1  # cards of the bid, by kind
HAND_SIZE = BID + KINDS
UNKNOWN_COUNT = HAND_SIZE + 1  # cards in hand that not everybody knows
BID_VALUE = UNKNOWN_COUNT + 1
HAS_PASSED = BID_VALUE + 1
OFFER = HAS_PASSED + 1  # the offer card won in this round, or 0
PROFIT = OFFER + 1
PROFIT_COUNT = PROFIT + 1
IS_DONE = PROFIT_COUNT + 1
HAS_TRIO = IS_DONE + 1  # in the closing sales: 1 without a set to sell, 2 with one; 0 before
IS_LEADER = HAS_TRIO + 1
IS_OPENER = IS_LEADER + 1
SEAT_BLOCK_SIZE = IS_OPENER + 1

# The course of the game.
# Of PHASE, PLAYERS and TURN one place is 1.
PHASE = SEAT_BLOCKS + SEATS * SEAT_BLOCK_SIZE  # bid, give, take, reduce, close, over
PHASE_COUNT = 6
PLAYERS = PHASE + PHASE_COUNT  # 3, 4, 5 or 6
LEAST_PLAYERS = 3
TURN = PLAYERS + SEATS - LEAST_PLAYERS + 1  # the seat on turn, the own one first
ROUND = TURN + SEATS  # rounds finished
ROUNDS_LEFT = ROUND + 1  # rounds not finished
AUCTION = ROUNDS_LEFT + 1  # auctions finished in this round
TAKES = AUCTION + 1  # stalls taken in this round
LOT_OFFER = TAKES + 1  # the offer card of the lot, or 0
HIGHEST_BID = LOT_OFFER + 1
DRAW_PILE = HIGHEST_BID + 1
OBSERVATION_SIZE = DRAW_PILE + 1

# The features of an action.
MOVE = 0  # one place is 1: pass, bid, give, take, sell, discard, done
MOVE_COUNT = 7
LEAVING = MOVE + MOVE_COUNT  # cards that leave the hand or, when giving, the lot
ARRIVING = LEAVING + KINDS  # cards that come into the hand
NEW_TOTAL = ARRIVING + KINDS  # the total of the bid with the cards that are laid
GAIN = NEW_TOTAL + 1  # the profit of a sale
FEATURE_COUNT = GAIN + 1

MOST_LEGAL = 133
"""The most legal actions of a seat on turn.

A hand of seven different goods cards has 127 bids and the pass; of its kinds at most four are of
one good and three of another, which makes five sets. Equal cards or a merchant cost more bids than
they add sets, and over the hand limit there are no bids.
"""


class Field(NamedTuple):
    """A run of numbers in an observation, or in the features of an action."""

    name: str
    start: int
    size: int
    meaning: str


def _cards(name: str, start: int, meaning: str) -> Field:
    return Field(name, start, KINDS, f"{meaning}, by kind")


_SEAT_FIELDS = (
    _cards("known", KNOWN, "cards in hand that everybody knows"),
    Field("plays", PLAYS, 1, "1 if the seat belongs to this game; else the block is 0"),
    _cards("bid", BID, "cards of the bid"),
    Field("hand_size", HAND_SIZE, 1, "cards in hand"),
    Field("unknown_count", UNKNOWN_COUNT, 1, "cards in hand that not everybody knows"),
    Field("bid_value", BID_VALUE, 1, "the total of the bid"),
    Field("has_passed", HAS_PASSED, 1, "1 if the seat has passed in this auction"),
    Field("offer", OFFER, 1, "the offer card won in this round, or 0"),
    Field("profit", PROFIT, 1, "points"),
    Field("profit_count", PROFIT_COUNT, 1, "cards kept as profit"),
    Field("is_done", IS_DONE, 1, "1 if its closing sales have ended"),
    Field("has_trio", HAS_TRIO, 1, "1 without a set to sell, 2 with one; 0 before the end"),
    Field("is_leader", IS_LEADER, 1, "1 for the highest bidder"),
    Field("is_opener", IS_OPENER, 1, "1 for the opener of the auction"),
)  # fmt: skip


def _of_seat(place: int) -> tuple[Field, ...]:
    start = SEAT_BLOCKS + place * SEAT_BLOCK_SIZE
    return tuple(
        field._replace(name=f"seat_{place}.{field.name}", start=start + field.start)
        for field in _SEAT_FIELDS
    )


OBSERVATION_FIELDS: tuple[Field, ...] = (
    _cards("hand", HAND, "the own hand"),
    _cards("gone", GONE, "cards in the box or kept as profit"),
    _cards("unshown", UNSHOWN, "cards of the own hand that nobody else knows"),
    _cards("unseen", UNSEEN, "cards never seen: in hands of others, the draw pile, or put back"),
    _cards("lot", LOT, "the lot"),
    _cards("market", MARKET, "the market"),
    *(field for place in range(SEATS) for field in _of_seat(place)),
    Field("phase", PHASE, PHASE_COUNT, "one place is 1: bid, give, take, reduce, close, over"),
    Field("players", PLAYERS, SEATS - LEAST_PLAYERS + 1, "one place is 1: 3, 4, 5, 6 players"),
    Field("turn", TURN, SEATS, "one place is 1: the seat on turn, the own one first"),
    Field("round", ROUND, 1, "rounds finished"),
    Field("rounds_left", ROUNDS_LEFT, 1, "rounds not finished"),
    Field("auction", AUCTION, 1, "auctions finished in this round"),
    Field("takes", TAKES, 1, "stalls taken in this round"),
    Field("lot_offer", LOT_OFFER, 1, "the offer card of the lot, or 0"),
    Field("highest_bid", HIGHEST_BID, 1, "the total that a bid has to beat"),
    Field("draw_pile", DRAW_PILE, 1, "cards in the draw pile"),
)

FEATURE_FIELDS: tuple[Field, ...] = (
    Field("move", MOVE, MOVE_COUNT, "one place is 1: pass, bid, give, take, sell, discard, done"),
    _cards("leaving", LEAVING, "cards that leave the hand or, when giving, the lot"),
    _cards("arriving", ARRIVING, "cards that come into the hand"),
    Field("new_total", NEW_TOTAL, 1, "the total of the bid with the cards that are laid"),
    Field("gain", GAIN, 1, "the profit of a sale"),
)
