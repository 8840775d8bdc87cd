"""Tracks the hands of all seats through the events of a game."""

from collections import Counter
from collections.abc import Iterable

from byzanz.cards import Card, Stall
from byzanz.game.events import (
    BidLaid,
    CardDiscarded,
    CardGiven,
    Dealt,
    Event,
    LotGranted,
    Passed,
    StallTaken,
    TrioSold,
)


class HandTracker:
    """The hands of all seats; cards of a bid are not in the hand (R6.4)."""

    def __init__(self, players: int) -> None:
        self._hands: list[Counter[Card]] = [Counter() for _ in range(players)]

    def fold(self, event: Event) -> None:
        """Apply an event; it has to be unfiltered, with the dealt cards of all seats."""
        match event:
            case Dealt(seat, cards=cards):
                assert cards is not None, "events filtered for a seat lack the dealt hands"
                self._hands[seat].update(cards)
            case (
                Passed(seat, cards)
                | LotGranted(seat, cards=cards)
                | CardGiven(seat, taken=cards)
                | StallTaken(seat, cards=cards)
            ):
                self._hands[seat].update(cards)
            case BidLaid(seat, cards) | TrioSold(seat, cards):
                self._hands[seat].subtract(cards)
            case CardDiscarded(seat, card):
                self._hands[seat].subtract([card])
            case _:
                pass

    def cards(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of a hand."""
        return tuple(self._hands[seat].elements())


def set_count(cards: Iterable[Card]) -> int:
    """Return the largest number of sets that can be sold from these cards (R5.2 to R5.4)."""
    counts = Counter(card.stall for card in cards)
    merchants = counts.pop(Stall.M, 0)
    sets = sum(count // 3 for count in counts.values())
    for rest, need in ((2, 1), (1, 2)):
        filled = min(sum(count % 3 == rest for count in counts.values()), merchants // need)
        sets += filled
        merchants -= need * filled
    return sets + merchants // 3
