"""The knowledge of hidden cards that follows from perfect memory.

Every card that enters or leaves a hand after the deal is public, so the only unknown cards in the
hand of another seat are those left of its first four. When a seat plays a kind that it was not
known to hold, that card must have been among the first four: it is *shown*.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

import msgspec

from byzanz.cards import KINDS, Card, Cards, cards_of, pile_of
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardDiscarded,
    CardGiven,
    Dealt,
    Event,
    GameEnded,
    LotGranted,
    LotRevealed,
    MarketCleared,
    Passed,
    RoundBegun,
    SeatDone,
    StallTaken,
    TrioSold,
)
from byzanz.rules.numbers import FIRST_HAND


class SeatMemory(msgspec.Struct, frozen=True):
    """The knowledge about one seat."""

    known: Cards  # certainly in hand now
    unknown_count: int  # other cards in hand
    shown: Cards  # certainly among the first four cards
    profit: int
    has_trio: bool | None  # revealed by the closing sales; None before them


class Memory(msgspec.Struct, frozen=True):
    """The knowledge of one seat, or of a spectator, with perfect memory."""

    seats: tuple[SeatMemory, ...]
    seen: tuple[int, ...]  # [kind]: the number of cards seen so far, wherever they are now
    seen_count: int


class PublicMemory:
    """The knowledge that all seats share, computed from the public events."""

    __slots__ = ("_has_trio", "_known", "_profits", "_revealed", "_shown")

    def __init__(self, seat_count: int) -> None:
        seats = range(seat_count)
        self._known = [[0] * KINDS for _ in seats]  # [seat][kind]
        self._shown = [[0] * KINDS for _ in seats]  # [seat][kind]
        self._profits = [0 for _ in seats]
        self._has_trio: list[bool | None] = [None for _ in seats]
        self._revealed = [0] * KINDS  # [kind]: cards seen in lots

    @classmethod
    def recalled(
        cls, memory: Memory, seat: int, *, hand: Cards, is_done: Sequence[bool]
    ) -> "PublicMemory":
        """Return the knowledge of a seat as if all seats shared it, its own hand included."""
        recalled = cls(len(memory.seats))
        recalled._known = [pile_of(each.known) for each in memory.seats]
        recalled._known[seat] = pile_of(hand)
        recalled._shown = [pile_of(each.shown) for each in memory.seats]
        recalled._profits = [each.profit for each in memory.seats]
        recalled._has_trio = [
            each.has_trio if done else None
            for each, done in zip(memory.seats, is_done, strict=True)
        ]
        recalled._revealed = [
            seen - sum(shown)
            for seen, shown in zip(memory.seen, zip(*recalled._shown, strict=True), strict=True)
        ]
        return recalled

    def copy(self) -> "PublicMemory":
        """Return an independent copy; it shares the piles, which are replaced and never changed."""
        duplicate = PublicMemory.__new__(PublicMemory)
        duplicate._known = self._known[:]
        duplicate._shown = self._shown[:]
        duplicate._profits = self._profits[:]
        duplicate._has_trio = self._has_trio[:]
        duplicate._revealed = self._revealed[:]
        return duplicate

    def fold(self, event: Event) -> None:
        """Add one event."""
        match event:
            case LotRevealed(cards=cards):
                for card in cards:
                    self._revealed[card.kind] += 1
            case BidLaid(seat, cards):
                self._leave(seat, cards)
            case (
                Passed(seat, cards) | LotGranted(seat, cards=cards) | StallTaken(seat, cards=cards)
            ):
                self._enter(seat, cards)
            case CardGiven(seat, taken=cards):
                self._enter(seat, cards)
            case TrioSold(seat, cards, profit=profit):
                self._leave(seat, cards)
                self._profits[seat] += profit
            case CardDiscarded(seat, card):
                self._leave(seat, (card,))
            case SeatDone(seat, idle):
                self._has_trio[seat] = not idle
            case Dealt() | RoundBegun() | AuctionWon() | MarketCleared() | GameEnded():
                pass
            case _:
                assert_never(event)

    def _enter(self, seat: int, cards: Iterable[Card]) -> None:
        known = self._known[seat] = self._known[seat][:]
        for card in cards:
            known[card.kind] += 1

    def _leave(self, seat: int, cards: Iterable[Card]) -> None:
        known = self._known[seat] = self._known[seat][:]
        shown = self._shown[seat] = self._shown[seat][:]
        for card in cards:
            if known[card.kind]:
                known[card.kind] -= 1
            else:
                shown[card.kind] += 1

    def seen_by(
        self, seat: int | None, *, first_hand: Cards, hand: Cards, is_closing: bool
    ) -> Memory:
        """The memory of a seat with this first hand and this current hand; None is a spectator.

        In the closing sales, every seat that is not done has a set to sell.
        """
        known, shown = self._known[:], self._shown[:]
        if seat is not None:
            known[seat] = pile_of(hand)
            shown[seat] = pile_of(first_hand)
        seen = [sum(counts) for counts in zip(self._revealed, *shown, strict=True)]
        return Memory(
            tuple(
                SeatMemory(
                    cards_of(known[other]),
                    0 if other == seat else FIRST_HAND - sum(shown[other]),
                    cards_of(shown[other]),
                    self._profits[other],
                    True if is_closing and has_trio is None else has_trio,
                )
                for other, has_trio in enumerate(self._has_trio)
            ),
            tuple(seen),
            sum(seen),
        )
