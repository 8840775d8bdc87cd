"""R3: the lot, the bids, and the cards that the winner pays, gives and takes."""

from byzanz.cards import NO_CARD
from byzanz.dialect import compiles
from byzanz.rules.card_list import add_card, gain_cards, remove_card
from byzanz.rules.kinds import stall_of_kind, value_of_kind
from byzanz.rules.notes import CARD, GIVEN, LAID, LOT, OFFER, TAKEN_BACK, WON, note, note_cards
from byzanz.rules.numbers import OFFERS, SEATS
from byzanz.rules.table import NOBODY, Table


@compiles
def top_offer(table: Table) -> int:
    """R2.3: the offer card of the current auction."""
    return OFFERS[table.seat_count][table.auction]


@compiles
def reveal_lot(table: Table, seat: int) -> None:
    """R3.1: draw as many cards as the top offer card says; the seat opens the bidding."""
    offer = top_offer(table)
    table.opener = seat
    table.leader = NOBODY
    for size in range(offer):
        kind = table.deck[table.drawn]
        add_card(table.lot, size, kind)
        table.drawn += 1
        note(table, CARD, seat, kind)
    note(table, LOT, seat, offer)
    for other in range(SEATS):
        table.passed[other] = 0


@compiles
def highest_bid(table: Table) -> int:
    """R3.2: the total that the next bid must beat; 0 before the first bid."""
    if table.leader == NOBODY:
        return 0
    return table.bid_values[table.leader]


@compiles
def lay_bid(table: Table, seat: int, mask: int) -> None:
    """R3.2, R3.3: move hand cards to the bid; bit i of the mask is card i of the sorted hand."""
    hand = table.hands[seat]
    bid = table.bids[seat]
    laid_before = 0
    while bid[laid_before] != NO_CARD:
        laid_before += 1
    laid = laid_before
    held = 0
    for index in range(table.hand_sizes[seat]):
        kind = hand[index]
        is_laid = mask >> index & 1
        hand[held] = kind  # write both, count one: the processor could not predict a branch
        bid[laid] = kind
        held += 1 - is_laid
        laid += is_laid
        table.stall_counts[seat][stall_of_kind(kind)] -= is_laid
        table.bid_values[seat] += is_laid * value_of_kind(kind)
    bid[laid] = NO_CARD
    for index in range(held, table.hand_sizes[seat]):
        hand[index] = NO_CARD
    table.hand_sizes[seat] = held
    table.leader = seat
    for index in range(laid_before, laid):
        note(table, CARD, seat, bid[index])
    note(table, LAID, seat, table.bid_values[seat])


@compiles
def pass_bid(table: Table, seat: int) -> None:
    """R3.4: the seat takes its bid back and is out of this auction."""
    table.passed[seat] = 1
    if table.bid_values[seat]:
        note_cards(table, seat, table.bids[seat])
        gain_cards(table, seat, table.bids[seat])
        table.bid_values[seat] = 0
    note(table, TAKEN_BACK, seat, 0)


@compiles
def is_bidding(table: Table, seat: int) -> bool:
    """R3.2: has the seat neither won an auction of this round nor passed in this one?"""
    return table.offers[seat] == 0 and table.passed[seat] == 0


@compiles
def next_bidder(table: Table, seat: int) -> int:
    """R3.2: the next seat clockwise that still bids, or NOBODY."""
    for _ in range(table.seat_count):
        seat += 1
        if seat == table.seat_count:
            seat = 0
        if is_bidding(table, seat):
            return seat
    return NOBODY


@compiles
def pay_bid(table: Table, seat: int) -> None:
    """R3.6: the winner pays the bid into the market."""
    note_cards(table, seat, table.bids[seat])
    note(table, WON, seat, top_offer(table))
    bid = table.bids[seat]
    index = 0
    while bid[index] != NO_CARD:
        table.market[bid[index]] += 1
        bid[index] = NO_CARD
        index += 1
    table.bid_values[seat] = 0


@compiles
def take_offer(table: Table, seat: int) -> None:
    """R3.6: the winner takes the top offer card and is out of this round's auctions."""
    offer = top_offer(table)
    note(table, OFFER, seat, offer)
    table.offers[seat] = offer
    table.auction += 1


@compiles
def give_card(table: Table, seat: int, kind: int) -> None:
    """R3.6, R3.8: one lot card goes into the market, the others into the hand."""
    remove_card(table.lot, top_offer(table), kind)
    table.market[kind] += 1
    note(table, GIVEN, seat, kind)
    take_lot(table, seat)


@compiles
def take_lot(table: Table, seat: int) -> None:
    """R3.6, R3.7: the cards of the lot go into the hand, together with the offer card."""
    note_cards(table, seat, table.lot)
    gain_cards(table, seat, table.lot)
    take_offer(table, seat)
