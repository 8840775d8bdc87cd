"""Observations: what one seat knows, as a list of numbers in the places of `layout`."""

from typing import TYPE_CHECKING

from byzanz.cards import DECK_SIZE, KINDS, NO_CARD
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
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import BID as BIDDING
from byzanz.rules.table import GIVE, NOBODY, Table

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
def encode_cards(table: Table, knowledge: "Knowledge", viewer: int, out: Ints) -> None:
    """Write the cards that the seat sees and those that it has never seen."""
    for kind in range(KINDS):
        out[MARKET + kind] = table.market[kind]
        out[GONE + kind] = table.box[kind] + table.kept[kind]
        out[UNSEEN + kind] = knowledge.unrevealed[kind]
    count_cards(table.hands[viewer], HAND, out)
    count_cards(table.lot, LOT, out)
    for slot in range(knowledge.unshown_counts[viewer]):
        kind = knowledge.unshown[viewer][slot]
        out[UNSHOWN + kind] += 1
        out[UNSEEN + kind] -= 1


@compiles
def count_cards(card_list: Ints, start: int, out: Ints) -> int:
    """Add the cards of a card list to the counts by kind at `start`; return how many they are."""
    index = 0
    while card_list[index] != NO_CARD:
        out[start + card_list[index]] += 1
        index += 1
    return index


@compiles
def encode_seat(table: Table, knowledge: "Knowledge", seat: int, start: int, out: Ints) -> None:
    """Write what everybody knows about one seat into the block at `start`."""
    known = count_cards(table.hands[seat], start + KNOWN, out)
    unshown = knowledge.unshown[seat]
    index = 0
    while unshown[index] != NO_CARD:
        out[start + KNOWN + unshown[index]] -= 1
        index += 1
    hidden = knowledge.unshown_counts[seat]
    out[start + PLAYS] = 1
    out[start + HAND_SIZE] = known - index + hidden
    out[start + UNKNOWN_COUNT] = hidden
    out[start + OFFER] = table.offers[seat]
    out[start + PROFIT] = table.profits[seat]
    out[start + PROFIT_COUNT] = table.profit_counts[seat]
    out[start + IS_DONE] = table.done[seat]
    out[start + HAS_TRIO] = knowledge.trios[seat] + 1
    if table.phase == BIDDING:
        count_cards(table.bids[seat], start + BID, out)
        out[start + BID_VALUE] = table.bid_values[seat]
        out[start + HAS_PASSED] = table.passed[seat]
    if table.phase <= GIVE:
        out[start + IS_LEADER] = table.leader == seat
        out[start + IS_OPENER] = table.opener == seat


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
