"""The order of play: the only module that decides what comes next."""

from byzanz.cards import DECK_SIZE, KINDS, NO_CARD, STALLS
from byzanz.dialect import Ints, compiles, compiles_without_inlining
from byzanz.rules.auction import (
    give_card,
    next_bidder,
    pay_bid,
    reveal_lot,
    take_lot,
    top_offer,
)
from byzanz.rules.card_list import gain_card
from byzanz.rules.closing import end_idle_seats, first_open_seat
from byzanz.rules.limit import excess_count
from byzanz.rules.market import clear_market, is_market_empty, taker
from byzanz.rules.notes import ENDED, ROUND, note
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK, ROUNDS, SEATS
from byzanz.rules.table import (
    BID,
    BID_SLOTS,
    CLOSE,
    GIVE,
    HAND_SLOTS,
    LOT_SLOTS,
    NOBODY,
    OVER,
    REDUCE,
    TAKE,
    Table,
)


@compiles
def deal(table: Table, deck: Ints, seat_count: int) -> None:
    """R2: set up a game; the deck is the first hands, the cards put back, the draw pile.

    Does not check that the deck is complete.
    """
    clear_table(table)
    table.seat_count = seat_count
    for position in range(DECK_SIZE):
        table.deck[position] = deck[position]
    for seat in range(seat_count):
        for _ in range(FIRST_HAND):
            gain_card(table, seat, deck[table.drawn])
            table.drawn += 1
    table.drawn += PUT_BACK[seat_count]
    open_round(table, 0)


@compiles
def clear_table(table: Table) -> None:
    """Reset a table that may hold an earlier game."""
    table.round = 0
    table.auction = 0
    table.takes = 0
    table.drawn = 0
    for kind in range(KINDS):
        table.market[kind] = 0
        table.kept[kind] = 0
        table.box[kind] = 0
    for index in range(LOT_SLOTS):
        table.lot[index] = NO_CARD
    for seat in range(SEATS):
        table.hand_sizes[seat] = 0
        table.bid_values[seat] = 0
        table.offers[seat] = 0
        table.profits[seat] = 0
        table.profit_counts[seat] = 0
        table.done[seat] = 0
        for index in range(HAND_SLOTS):
            table.hands[seat][index] = NO_CARD
        for stall in range(STALLS):
            table.stall_counts[seat][stall] = 0
        for index in range(BID_SLOTS):
            table.bids[seat][index] = NO_CARD


@compiles
def open_round(table: Table, seat: int) -> None:
    """R2.4, R4.5: begin the first auction of a round, opened by this seat."""
    note(table, ROUND, seat, table.round)
    reveal_lot(table, seat)
    table.phase = BID
    table.turn = seat


@compiles
def advance(table: Table) -> None:
    """Find the next decision after a move of the seat on turn."""
    if table.phase == BID:
        follower = next_bidder(table, table.turn)
        if follower == NOBODY:  # R3.7: everyone passed; the opener gets the lot
            table.turn = table.opener
            take_lot(table, table.opener)
        elif follower == table.leader:  # R3.5: everybody else has passed
            pay_bid(table, follower)
            table.phase = GIVE
            table.turn = follower
            return
        else:
            table.turn = follower
            return
    if excess_count(table, table.turn):
        table.phase = REDUCE
    else:
        start_next_step(table)


@compiles_without_inlining
def start_next_step(table: Table) -> None:
    """Begin the next auction, market turn, round or the closing sales, after a lot or a stall."""
    if table.auction < table.seat_count:
        table.turn = next_opener(table, table.turn)
        reveal_lot(table, table.turn)
        if table.auction < table.seat_count - 1:
            table.phase = BID
            return
        if top_offer(table) > 1:
            table.phase = GIVE
            return
        give_card(table, table.turn, table.lot[0])  # R3.8: a lot of one card leaves no choice
    if table.takes < table.seat_count and not is_market_empty(table):
        table.phase = TAKE
        table.turn = taker(table, table.takes)
        return
    lowest = taker(table, 0)
    clear_market(table)
    table.round += 1
    if table.round < ROUNDS[table.seat_count]:
        open_round(table, lowest)
    else:
        table.phase = CLOSE
        close(table)


@compiles
def next_opener(table: Table, seat: int) -> int:
    """R3.9: the next seat to the left that has no offer card yet."""
    opener = seat
    while table.offers[opener]:
        opener += 1
        if opener == table.seat_count:
            opener = 0
    return opener


@compiles
def close(table: Table) -> None:
    """R7.1: continue the closing sales while a seat is not done, else end the game."""
    end_idle_seats(table)
    table.turn = first_open_seat(table)
    if table.turn == NOBODY:
        table.phase = OVER
        note(table, ENDED, NOBODY, 0)
