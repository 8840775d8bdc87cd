"""Observations: what one seat knows, as a list of numbers in the places of `layout`."""

from typing import TYPE_CHECKING

from byzanz.cards import DECK_SIZE, KINDS
from byzanz.dialect import Ints, compiles
from byzanz.engine.environments.layout import (
    AUCTION,
    BID,
    BID_VALUE,
    DRAW_PILE,
    GONE,
    HAND,
    HAND_SIZE,
    HAS_PASSED,
    HAS_TRIO,
    HIGHEST_BID,
    IS_DONE,
    IS_LEADER,
    IS_OPENER,
    KNOWN,
    LEAST_PLAYERS,
    LOT,
    LOT_OFFER,
    MARKET,
    OBSERVATION_SIZE,
    OFFER,
    PHASE,
    PLAYERS,
    PLAYS,
    PROFIT,
    PROFIT_COUNT,
    ROUND,
    ROUNDS_LEFT,
    SEAT_BLOCK_SIZE,
    SEAT_BLOCKS,
    TAKES,
    TURN,
    UNKNOWN_COUNT,
    UNSEEN,
    UNSHOWN,
)
from byzanz.rules.auction import highest_bid, top_offer
from byzanz.rules.numbers import FIRST_HAND, HAND_LIMIT, ROUNDS
from byzanz.rules.table import BID as BIDDING
from byzanz.rules.table import BID_SLOTS, GIVE, LOT_SLOTS, NOBODY, Table

if TYPE_CHECKING:
    from byzanz.engine.environments.knowledge import Knowledge


@compiles
def encode_observation(table: Table, knowledge: "Knowledge", viewer: int, out: Ints) -> None:
    """Write what a seat knows into out, which has room for OBSERVATION_SIZE numbers.

    Of other hands, only the cards that everybody knows are read.
    """
    for index in range(OBSERVATION_SIZE):
        out[index] = 0
    encode_cards(table, knowledge, viewer, out)
    for place in range(table.seat_count):
        seat = viewer + place
        if seat >= table.seat_count:
            seat -= table.seat_count
        encode_seat(table, knowledge, seat, SEAT_BLOCKS + place * SEAT_BLOCK_SIZE, out)
    encode_course(table, viewer, out)


@compiles
def add_slots(card_list: Ints, slots: int, start: int, out: Ints) -> None:
    """Add the cards in the first slots of a card list to the counts by kind at `start`.

    Empty slots are counted in the place after the kinds, which has to be written afterwards: the
    processor could not predict a branch at the end of the list.
    """
    for slot in range(slots):
        out[start + card_list[slot]] += 1


@compiles
def add_hand(table: Table, seat: int, start: int, out: Ints) -> None:
    """Add the cards of a hand in the same way."""
    hand = table.hands[seat]
    add_slots(hand, HAND_LIMIT, start, out)
    for slot in range(HAND_LIMIT, table.hand_sizes[seat]):
        out[start + hand[slot]] += 1


@compiles
def encode_cards(table: Table, knowledge: "Knowledge", viewer: int, out: Ints) -> None:
    """Write the cards that the seat sees and those that it has never seen."""
    add_hand(table, viewer, HAND, out)
    add_slots(knowledge.unshown[viewer], FIRST_HAND, UNSHOWN, out)
    add_slots(table.lot, LOT_SLOTS, LOT, out)
    for kind in range(KINDS):
        out[GONE + kind] = table.box[kind] + table.kept[kind]
        out[UNSEEN + kind] = knowledge.unrevealed[kind] - out[UNSHOWN + kind]
        out[MARKET + kind] = table.market[kind]


@compiles
def encode_seat(table: Table, knowledge: "Knowledge", seat: int, start: int, out: Ints) -> None:
    """Write what everybody knows about one seat into the block at `start`, which is 0."""
    add_hand(table, seat, start + KNOWN, out)
    for slot in range(FIRST_HAND):
        out[start + KNOWN + knowledge.unshown[seat][slot]] -= 1
    out[start + PLAYS] = 1
    if table.phase == BIDDING:
        add_slots(table.bids[seat], BID_SLOTS, start + BID, out)
        out[start + BID_VALUE] = table.bid_values[seat]
        out[start + HAS_PASSED] = table.passed[seat]
    if table.phase <= GIVE:
        out[start + IS_LEADER] = table.leader == seat
        out[start + IS_OPENER] = table.opener == seat
    out[start + HAND_SIZE] = table.hand_sizes[seat]
    out[start + UNKNOWN_COUNT] = knowledge.unshown_counts[seat]
    out[start + OFFER] = table.offers[seat]
    out[start + PROFIT] = table.profits[seat]
    out[start + PROFIT_COUNT] = table.profit_counts[seat]
    out[start + IS_DONE] = table.done[seat]
    out[start + HAS_TRIO] = knowledge.trios[seat] + 1


@compiles
def encode_course(table: Table, viewer: int, out: Ints) -> None:
    """Write how far the game is."""
    out[PHASE + table.phase] = 1
    out[PLAYERS + table.seat_count - LEAST_PLAYERS] = 1
    if table.turn != NOBODY:
        place = table.turn - viewer
        if place < 0:
            place += table.seat_count
        out[TURN + place] = 1
    out[ROUND] = table.round
    out[ROUNDS_LEFT] = ROUNDS[table.seat_count] - table.round
    out[AUCTION] = table.auction
    out[TAKES] = table.takes
    if table.phase <= GIVE:
        out[LOT_OFFER] = top_offer(table)
        out[HIGHEST_BID] = highest_bid(table)
    out[DRAW_PILE] = DECK_SIZE - table.drawn
