"""R3: the lot, the bids, and what the winner gives and takes."""

from byzanz.cards import KINDS, MERCHANT
from byzanz.dialect import compiles
from byzanz.rules.notes import CARD, GIVEN, LAID, LOT, OFFER, TAKEN_BACK, WON, note, note_cards
from byzanz.rules.numbers import OFFERS
from byzanz.rules.pile import pour
from byzanz.rules.table import NOBODY, Table


@compiles
def top_offer(table: Table) -> int:
    """R2.3: the offer card of the running auction."""
    return OFFERS[table.seat_count][table.auction]


@compiles
def reveal_lot(table: Table, seat: int) -> None:
    """R3.1: as many cards as the top offer card says; the seat opens the bidding."""
    offer = top_offer(table)
    table.opener = seat
    table.leader = NOBODY
    for _ in range(offer):
        kind = table.deck[table.drawn]
        table.lot[kind] += 1
        table.drawn += 1
        note(table, CARD, seat, kind)
    note(table, LOT, seat, offer)
    for other in range(table.seat_count):
        table.passed[other] = 0


@compiles
def highest_bid(table: Table) -> int:
    """R3.2: the total that must be beaten; 0 before the first bid."""
    if table.leader == NOBODY:
        return 0
    return table.bid_values[table.leader]


@compiles
def lay_bid(table: Table, seat: int, mask: int) -> None:
    """R3.2, R3.3: add hand cards to one's bid; bit i is the i-th card of the sorted hand."""
    hand = table.hands[seat]
    bid = table.bids[seat]
    rest = mask
    for kind in range(MERCHANT):
        if not rest:
            break
        copies = hand[kind]
        for _ in range(copies):
            if rest & 1:
                hand[kind] -= 1
                bid[kind] += 1
                table.hand_sizes[seat] -= 1
                table.bid_values[seat] += (kind & 3) + 1
                note(table, CARD, seat, kind)
            rest >>= 1
    table.leader = seat
    note(table, LAID, seat, table.bid_values[seat])


@compiles
def pass_bid(table: Table, seat: int) -> None:
    """R3.4: who passes takes the bid back and is out of this auction."""
    table.passed[seat] = 1
    if table.bid_values[seat]:
        note_cards(table, seat, table.bids[seat])
        table.hand_sizes[seat] += pour(table.bids[seat], table.hands[seat])
        table.bid_values[seat] = 0
    note(table, TAKEN_BACK, seat, 0)


@compiles
def is_bidding(table: Table, seat: int) -> bool:
    """R3.2: has neither won an auction of this round nor passed in this one."""
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
    """R3.6: the winner lays the bid into the market."""
    note_cards(table, seat, table.bids[seat])
    note(table, WON, seat, top_offer(table))
    pour(table.bids[seat], table.market)
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
    table.lot[kind] -= 1
    table.market[kind] += 1
    note(table, GIVEN, seat, kind)
    take_lot(table, seat)


@compiles
def take_lot(table: Table, seat: int) -> None:
    """R3.6, R3.7: the cards of the lot go into the hand, together with the offer card."""
    note_cards(table, seat, table.lot)
    table.hand_sizes[seat] += pour(table.lot, table.hands[seat])
    take_offer(table, seat)


@compiles
def give_last_card(table: Table, seat: int) -> None:
    """R3.8: the single card of the last auction goes into the market at once."""
    for kind in range(KINDS):
        if table.lot[kind]:
            give_card(table, seat, kind)
            return
