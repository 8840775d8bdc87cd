"""What a seat knows, in the form that sampling and search work on."""

from dataclasses import dataclass, field
from typing import Annotated

from byzanz.bots.sample import UNTOLD
from byzanz.cards import CARDS, COPIES, DECK_SIZE, KINDS, NO_CARD
from byzanz.game.phase import PHASES, Phase
from byzanz.game.view import OfferState, SeatView, View
from byzanz.rules.fan import gain_card
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
class Hidden:
    """What is not known: which of the unseen cards lie where."""

    counts: Annotated[list[int], Bounds(0, 4), EachSeat] = field(
        default_factory=lambda: [0] * SEATS
    )  # cards of each hand that are not known
    shown: Annotated[list[list[int]], Bounds(0, 4), Shape(SEATS, KINDS)] = field(
        default_factory=lambda: [[0] * KINDS for _ in range(SEATS)]
    )  # of each first hand, what its seat has proved to have held
    has_trio: Annotated[list[int], Bounds(UNTOLD, 1), EachSeat] = field(
        default_factory=lambda: [UNTOLD] * SEATS
    )
    unseen: Annotated[list[int], Kind, Shape(DECK_SIZE)] = field(
        default_factory=lambda: [NO_CARD] * DECK_SIZE
    )  # as many cards as there are, then NO_CARD
    unseen_count: Annotated[int, Bounds(0, DECK_SIZE)] = 0


class NoMemory(ValueError):
    """A view without what a bot needs: a seat, and its memory."""

    def __init__(self) -> None:
        super().__init__("a bot needs the view of a seat, with its memory")


def own_hand(view: View) -> list[int]:
    """The kinds in the hand of the seat of a view, sorted."""
    if view.own is None:
        raise NoMemory
    return [card.kind for card in view.own.hand]


def known_table(view: View) -> Table:
    """The table as far as the seat of a view knows it: unknown cards are in no hand and no pile."""
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
        for place, card in enumerate(view.lot.cards):
            table.lot[place] = card.kind
    for stall in view.market:
        for card in stall.cards:
            table.market[card.kind] += 1
    for seat, seat_view in enumerate(view.seats):
        _sit_down(table, seat, seat_view, view)
    return table


def _sit_down(table: Table, seat: int, seat_view: SeatView, view: View) -> None:
    if view.memory is None:
        raise NoMemory
    memory = view.memory.seats[seat]
    for card in memory.known:
        gain_card(table, seat, card.kind)
    for place, card in enumerate(seat_view.bid):
        table.bids[seat][place] = card.kind
    table.bid_values[seat] = seat_view.bid_value
    table.passed[seat] = seat_view.has_passed
    table.offers[seat] = seat_view.offer or 0
    table.profit_counts[seat] = seat_view.profit_count
    table.profits[seat] = memory.profit
    table.done[seat] = seat_view.is_done


def hidden_cards(view: View) -> Hidden:
    """What the seat of a view does not know."""
    if view.memory is None:
        raise NoMemory
    hidden = Hidden()
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
