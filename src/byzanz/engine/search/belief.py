"""The belief of a seat: the part of the table that it knows, and the cards that are hidden."""

from dataclasses import dataclass, field
from typing import Annotated

from byzanz.cards import CARDS, COPIES, DECK_SIZE, KINDS, NO_CARD
from byzanz.engine.search.sampling import UNKNOWN
from byzanz.game.phase import PHASES, Phase
from byzanz.game.view import OfferState, SeatView, View
from byzanz.rules.card_list import gain_card
from byzanz.rules.numbers import SEATS
from byzanz.rules.table import (
    NOBODY,
    Bounds,
    EachSeat,
    Kind,
    Shape,
    Table,
)


@dataclass(slots=True)
class HiddenCards:
    """The cards that a seat has not seen, and the constraints on their locations."""

    counts: Annotated[list[int], Bounds(0, 4), EachSeat] = field(
        default_factory=lambda: [0] * SEATS
    )  # hidden cards in each hand
    shown: Annotated[list[list[int]], Bounds(0, 4), Shape(SEATS, KINDS)] = field(
        default_factory=lambda: [[0] * KINDS for _ in range(SEATS)]
    )  # [seat][kind] cards shown to have been in the first hand
    has_trio: Annotated[list[int], Bounds(UNKNOWN, 1), EachSeat] = field(
        default_factory=lambda: [UNKNOWN] * SEATS
    )
    unseen: Annotated[list[int], Kind, Shape(DECK_SIZE)] = field(
        default_factory=lambda: [NO_CARD] * DECK_SIZE
    )  # a card list
    unseen_count: Annotated[int, Bounds(0, DECK_SIZE)] = 0


class NoMemory(ValueError):
    """A view without the memory of a seat: that of a spectator, or one made without memory."""

    def __init__(self) -> None:
        super().__init__("a bot needs the view of a seat, with its memory: use game.view(seat)")


def own_hand(view: View) -> list[int]:
    """Return the sorted kinds in the hand of a view's seat; raises `NoMemory` for a spectator."""
    if view.own is None:
        raise NoMemory
    return [card.kind for card in view.own.hand]


def stream_of(view: View) -> int:
    """Return the random stream of a decision; no two seats or decisions have the same stream."""
    assert view.seat is not None
    return view.decision * 8 + view.seat


def known_table(view: View) -> Table:
    """Build the table that the seat of a view knows; raises `NoMemory`.

    Hidden cards are in no hand and no pile. The box, the kept cards and the order of the cards in a
    bid are not restored, because no policy reads them.
    """
    if view.own is None:
        raise NoMemory
    table = Table()
    table.seat_count = len(view.seats)
    table.phase = PHASES.index(view.phase)
    table.turn = NOBODY if view.turn is None else view.turn
    is_last_market_over = view.phase in (Phase.CLOSE, Phase.OVER)
    table.round = view.rounds if is_last_market_over else view.round - 1
    table.auction = sum(offer.state is OfferState.SOLD for offer in view.offers)
    if not is_last_market_over:
        table.takes = sum(stall.taken_by is not None for stall in view.market)
    table.drawn = DECK_SIZE - view.draw_pile_count
    table.deck = [NO_CARD] * DECK_SIZE
    if view.lot is not None:
        table.opener = view.lot.opener
        table.leader = NOBODY if view.lot.leader is None else view.lot.leader
        for index, card in enumerate(view.lot.cards):
            table.lot[index] = card.kind
    for stall in view.market:
        for card in stall.cards:
            table.market[card.kind] += 1
    for seat, seat_view in enumerate(view.seats):
        _fill_seat(table, seat, seat_view, view)
    return table


def _fill_seat(table: Table, seat: int, seat_view: SeatView, view: View) -> None:
    if view.memory is None:
        raise NoMemory
    memory = view.memory.seats[seat]
    for card in memory.known:
        gain_card(table, seat, card.kind)
    for index, card in enumerate(seat_view.bid):
        table.bids[seat][index] = card.kind
    table.bid_values[seat] = seat_view.bid_value
    table.passed[seat] = seat_view.has_passed
    table.offers[seat] = seat_view.offer or 0
    table.profit_counts[seat] = seat_view.profit_count
    table.profits[seat] = memory.profit
    table.done[seat] = seat_view.is_done


def hidden_cards(view: View) -> HiddenCards:
    """Return the cards that are hidden from the seat of a view; raises `NoMemory`."""
    if view.memory is None:
        raise NoMemory
    hidden = HiddenCards()
    for seat, memory in enumerate(view.memory.seats):
        if seat != view.seat:
            hidden.counts[seat] = memory.unknown_count
            for card in memory.shown:
                hidden.shown[seat][card.kind] += 1
            if memory.has_trio is not None:
                hidden.has_trio[seat] = int(memory.has_trio)
    unseen = [
        card.kind for card in CARDS for _ in range(COPIES[card.kind] - view.memory.seen[card.kind])
    ]
    hidden.unseen[: len(unseen)] = unseen
    hidden.unseen_count = len(unseen)
    return hidden
