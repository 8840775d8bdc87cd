"""Views: the part of a game that a seat, or a spectator, may see.

A view lists what is visible and never starts from the whole table, so that a new field of the table
stays hidden by default. docs/views.md lists the fields that each screen needs.
"""

from enum import StrEnum

import msgspec

from byzanz.cards import CARDS, DECK_SIZE, STALL_LIST, Card, Cards, Stall, cards_in, in_order
from byzanz.game.chronicle import Chronicle
from byzanz.game.deciding_lot import DecidingLot
from byzanz.game.events import first_hand
from byzanz.game.memory import Memory
from byzanz.game.phase import PHASES, Phase
from byzanz.game.standings import Standing, standings
from byzanz.rules.auction import highest_bid, top_offer
from byzanz.rules.limit import excess_count
from byzanz.rules.market import taker
from byzanz.rules.numbers import OFFERS, ROUNDS
from byzanz.rules.table import BID, CLOSE, GIVE, NOBODY, OVER, REDUCE, Table


class OfferState(StrEnum):
    """The state of an offer card in this round."""

    SOLD = "sold"
    NOW = "now"
    TO_COME = "to_come"


class OfferView(msgspec.Struct, frozen=True):
    """One offer card of the round."""

    offer: int
    state: OfferState
    seat: int | None  # the seat that won it


class LotView(msgspec.Struct, frozen=True):
    """The lot that is auctioned now, or whose winner now gives a card."""

    offer: int
    number: int  # the number of the auction in the round, from 1
    cards: Cards
    opener: int
    leader: int | None
    beat: int | None  # the next bid must be higher; 0 before the first, None after the bidding
    price: int | None  # paid by the winner; None during the bidding and in the last auction


class StallView(msgspec.Struct, frozen=True):
    """One stall of the market."""

    stall: Stall
    cards: Cards
    taken_by: int | None  # the seat that took it in this round


class SeatView(msgspec.Struct, frozen=True):
    """The public part of a seat."""

    name: str
    hand_count: int
    profit_count: int
    bid: Cards
    bid_value: int
    offer: int | None  # the offer card won in this round
    has_passed: bool
    takes_at: int | None  # position in the market's order, from 1; None until every lot is sold
    is_done: bool


class Own(msgspec.Struct, frozen=True):
    """The part of a game that only the seat itself may see."""

    hand: Cards
    kept: Cards
    profit: int


class View(msgspec.Struct, frozen=True):
    """A game as one seat, or a spectator, may see it."""

    seat: int | None
    decision: int
    phase: Phase
    turn: int | None
    round: int  # counted from 1
    rounds: int
    draw_pile_count: int
    offers: tuple[OfferView, ...]  # in the order of the auctions
    lot: LotView | None
    market: tuple[StallView, ...]
    seats: tuple[SeatView, ...]
    excess_count: int  # cards over the limit in the hand of the seat on turn
    own: Own | None  # None for a spectator
    standings: tuple[Standing, ...]  # empty until the game is over
    memory: Memory | None  # None if the view was made without memory
    deciding: DecidingLot | None = None  # None until the game is over


def public_view(table: Table, names: tuple[str, ...], decision: int, chronicle: Chronicle) -> View:
    """The view of a spectator, without memory."""
    phase = table.phase
    return View(
        seat=None,
        decision=decision,
        phase=PHASES[phase],
        turn=None if table.turn == NOBODY else table.turn,
        round=min(table.round + 1, ROUNDS[table.seat_count]),
        rounds=ROUNDS[table.seat_count],
        draw_pile_count=DECK_SIZE - table.drawn,
        offers=tuple([_offer_view(table, number) for number in range(table.seat_count)]),
        lot=_lot_view(table, chronicle) if phase in (BID, GIVE) else None,
        market=_market_view(table, chronicle),
        seats=_seat_views(table, names),
        excess_count=excess_count(table, table.turn) if phase == REDUCE else 0,
        own=None,
        standings=standings(table, chronicle.kept) if phase == OVER else (),
        memory=None,
    )


def add_own(
    view: View, table: Table, seat: int | None, chronicle: Chronicle, *, with_memory: bool
) -> View:
    """Add the private part of a seat, and its memory, to a public view; None is a spectator."""
    return msgspec.structs.replace(
        view,
        seat=seat,
        own=None if seat is None else _own(table, seat, chronicle),
        memory=build_memory(table, seat, chronicle) if with_memory else None,
    )


def build_memory(table: Table, seat: int | None, chronicle: Chronicle) -> Memory:
    """The memory of a seat; None is a spectator."""
    return chronicle.memory.seen_by(
        seat,
        first_hand=() if seat is None else first_hand(table, seat),
        hand=() if seat is None else cards_in(table.hands[seat]),
        is_closing=table.phase in (CLOSE, OVER),
    )


def _offer_view(table: Table, number: int) -> OfferView:
    offer = OFFERS[table.seat_count][number]
    seat = table.offers.index(offer) if offer in table.offers else None
    if seat is not None:
        state = OfferState.SOLD
    elif number == table.auction and table.phase in (BID, GIVE):
        state = OfferState.NOW
    else:
        state = OfferState.TO_COME
    return OfferView(offer, state, seat)


def _lot_view(table: Table, chronicle: Chronicle) -> LotView:
    leader = None if table.leader == NOBODY else table.leader
    return LotView(
        offer=top_offer(table),
        number=table.auction + 1,
        cards=cards_in(table.lot),
        opener=table.opener,
        leader=leader,
        beat=highest_bid(table) if table.phase == BID else None,
        price=chronicle.price,
    )


def _market_view(table: Table, chronicle: Chronicle) -> tuple[StallView, ...]:
    cards: list[list[Card]] = [[] for _ in STALL_LIST]
    for kind, count in enumerate(table.market):
        if count:
            cards[CARDS[kind].stall.number] += [CARDS[kind]] * count
    return tuple(
        [
            StallView(stall, tuple(cards[number]), chronicle.taken_by[number])
            for number, stall in enumerate(STALL_LIST)
        ]
    )


def _seat_views(table: Table, names: tuple[str, ...]) -> tuple[SeatView, ...]:
    is_sold_out = table.auction == table.seat_count
    order = [taker(table, position) for position in range(table.seat_count)] if is_sold_out else []
    return tuple(
        [
            SeatView(
                name=name,
                hand_count=table.hand_sizes[seat],
                profit_count=table.profit_counts[seat],
                bid=in_order(cards_in(table.bids[seat])) if table.bid_values[seat] else (),
                bid_value=table.bid_values[seat],
                offer=table.offers[seat] or None,
                has_passed=bool(table.passed[seat]),
                takes_at=order.index(seat) + 1 if order else None,
                is_done=bool(table.done[seat]),
            )
            for seat, name in enumerate(names)
        ]
    )


def _own(table: Table, seat: int, chronicle: Chronicle) -> Own:
    kept = in_order(chronicle.kept[seat])
    return Own(cards_in(table.hands[seat]), kept, table.profits[seat])
