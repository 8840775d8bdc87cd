"""Events: what happened in a game, one class each, built from the notes of the rules.

Every event except `Dealt` is public; `seen_by` removes the cards of `Dealt` for everyone else.
"""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from byzanz.cards import CARDS, STALL_LIST, Card, Cards, Stall, in_order, total
from byzanz.game.standings import scores, winners
from byzanz.rules import notes
from byzanz.rules.numbers import FIRST_HAND
from byzanz.rules.sale import kept_profit
from byzanz.rules.table import Table


class Dealt(msgspec.Struct, frozen=True, tag="dealt"):
    """A seat got its first hand; cards is None for all other seats and spectators."""

    seat: int
    card_count: int
    cards: Cards | None


class RoundBegun(msgspec.Struct, frozen=True, tag="round_begun"):
    """A round begins, counted from 1, opened by this seat."""

    round: int
    opener: int


class LotRevealed(msgspec.Struct, frozen=True, tag="lot_revealed"):
    """A lot was revealed with its offer card; the opener begins, or gets the last lot at once."""

    offer: int
    cards: Cards
    opener: int


class BidLaid(msgspec.Struct, frozen=True, tag="bid_laid"):
    """A seat added cards to its bid; bid_value is the total of its bid now."""

    seat: int
    cards: Cards
    bid_value: int


class Passed(msgspec.Struct, frozen=True, tag="passed"):
    """A seat left the auction and took its bid back."""

    seat: int
    cards: Cards


class AuctionWon(msgspec.Struct, frozen=True, tag="auction_won"):
    """The highest bidder paid the bid into the market."""

    seat: int
    offer: int
    paid: Cards
    bid_value: int


class LotGranted(msgspec.Struct, frozen=True, tag="lot_granted"):
    """Everyone passed: the opener got the whole lot and the offer card without paying."""

    seat: int
    offer: int
    cards: Cards


class CardGiven(msgspec.Struct, frozen=True, tag="card_given"):
    """A lot card went into the market; the seat took the others and the offer card."""

    seat: int
    offer: int
    card: Card
    taken: Cards


class StallTaken(msgspec.Struct, frozen=True, tag="stall_taken"):
    """A seat took all cards of a stall."""

    seat: int
    stall: Stall
    cards: Cards


class TrioSold(msgspec.Struct, frozen=True, tag="trio_sold"):
    """A seat sold three cards and kept one of them as profit."""

    seat: int
    cards: Cards
    kept: Card
    profit: int


class CardDiscarded(msgspec.Struct, frozen=True, tag="card_discarded"):
    """A seat over the hand limit put a card into the box."""

    seat: int
    card: Card


class MarketCleared(msgspec.Struct, frozen=True, tag="market_cleared"):
    """The round is over; the remaining cards went to the box."""

    cards: Cards


class SeatDone(msgspec.Struct, frozen=True, tag="seat_done"):
    """A seat ended its closing sales, by a move or because it had no set to sell."""

    seat: int
    idle: bool  # the seat had no set to sell and ended automatically


class GameEnded(msgspec.Struct, frozen=True, tag="game_ended"):
    """The last seat is done."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


Event: TypeAlias = (
    Dealt
    | RoundBegun
    | LotRevealed
    | BidLaid
    | Passed
    | AuctionWon
    | LotGranted
    | CardGiven
    | StallTaken
    | TrioSold
    | CardDiscarded
    | MarketCleared
    | SeatDone
    | GameEnded
)


def is_public(event: Event) -> bool:
    """Does everybody see this event in the same form?"""
    return not isinstance(event, Dealt)


def seen_by(event: Event, seat: int | None) -> Event:
    """The event as this seat may see it; None is a spectator."""
    if isinstance(event, Dealt) and event.seat != seat:
        return Dealt(event.seat, event.card_count, None)
    return event


def first_hand(table: Table, seat: int) -> Cards:
    """The cards that a seat was dealt, in canonical order."""
    start = FIRST_HAND * seat
    return in_order([CARDS[kind] for kind in table.deck[start : start + FIRST_HAND]])


def deal_events(table: Table) -> Iterator[Event]:
    """The events of the deal, which come before those of the notes."""
    for seat in range(table.seat_count):
        hand = first_hand(table, seat)
        yield Dealt(seat, len(hand), hand)


def events_of(table: Table) -> Iterator[Event]:
    """The events described by the notes of a table, in order."""
    pending: list[Card] = []
    given: Card | None = None
    for code, seat, number in table.notes:
        if code == notes.CARD:
            pending.append(CARDS[number])
            continue
        if code == notes.GIVEN:
            given = CARDS[number]
            continue
        cards = in_order(pending)
        pending.clear()
        match code:
            case notes.LAID:
                yield BidLaid(seat, cards, number)
            case notes.TAKEN_BACK:
                yield Passed(seat, cards)
            case notes.WON:
                yield AuctionWon(seat, number, cards, total(cards))
            case notes.OFFER:
                yield (
                    LotGranted(seat, number, cards)
                    if given is None
                    else CardGiven(seat, number, given, cards)
                )
                given = None
            case notes.STALL:
                yield StallTaken(seat, STALL_LIST[number], cards)
            case notes.SOLD:
                yield TrioSold(seat, cards, CARDS[number], kept_profit(number))
            case notes.DISCARDED:
                yield CardDiscarded(seat, CARDS[number])
            case notes.LEFT:
                yield MarketCleared(cards)
            case notes.ROUND:
                yield RoundBegun(number + 1, seat)
            case notes.LOT:
                yield LotRevealed(number, cards, seat)
            case notes.DONE:
                yield SeatDone(seat, bool(number))
            case _:
                assert code == notes.ENDED
                yield GameEnded(scores(table), winners(table))
