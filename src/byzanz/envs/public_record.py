"""The public record of a game as numbers and as text, for information states."""

from collections.abc import Iterable
from typing import NamedTuple

from byzanz.cards import Cards
from byzanz.game.events import (
    BidLaid,
    CardDiscarded,
    CardGiven,
    Event,
    LotRevealed,
    Passed,
    SeatDone,
    StallTaken,
    TrioSold,
)

# The codes of entries.
LOT, BID, PASS, GIVE, TAKE, SELL, DISCARD, DONE, IDLE = range(1, 10)
NAMES = ("", "lot", "bid", "pass", "give", "take", "sell", "discard", "done", "idle")

MOST_CARDS = 7  # of an entry: a bid from a full hand; of a stall, only the first card is written
ENTRY_SIZE = 2 + MOST_CARDS


class Entry(NamedTuple):
    """One public fact; all others follow from them."""

    code: int
    seat: int
    cards: Cards

    def numbers(self) -> list[int]:
        """Return the code, the seat and the kinds, each but the code counted from 1."""
        kinds = [card.kind + 1 for card in self.cards[:MOST_CARDS]]
        return [self.code, self.seat + 1, *kinds, *([0] * (MOST_CARDS - len(kinds)))]

    def __str__(self) -> str:
        return " ".join([str(self.seat), NAMES[self.code], *self.cards])


def entries_of(events: Iterable[Event]) -> list[Entry]:
    """Return the entries of the events of a game.

    There is at most one for each move and each lot, and for a card that is given automatically.
    """
    entries = [_entry(event) for event in events]
    return [entry for entry in entries if entry is not None]


def _entry(event: Event) -> Entry | None:
    match event:
        case LotRevealed(cards=cards, opener=opener):
            return Entry(LOT, opener, cards)
        case BidLaid(seat, cards):
            return Entry(BID, seat, cards)
        case Passed(seat):
            return Entry(PASS, seat, ())
        case CardGiven(seat, card=card):
            return Entry(GIVE, seat, (card,))
        case StallTaken(seat, cards=cards):
            return Entry(TAKE, seat, cards[:1])
        case TrioSold(seat, cards):
            return Entry(SELL, seat, cards)
        case CardDiscarded(seat, card):
            return Entry(DISCARD, seat, (card,))
        case SeatDone(seat, idle):
            return Entry(IDLE if idle else DONE, seat, ())
        case _:
            return None
