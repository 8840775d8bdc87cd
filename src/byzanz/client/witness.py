"""A game as one seat has seen it from afar: the events so far, and the view with its memory."""

from collections.abc import Sequence

import msgspec

from byzanz.cards import Cards
from byzanz.game.chronicle import Chronicle
from byzanz.game.events import (
    BidLaid,
    CardDiscarded,
    CardGiven,
    Dealt,
    Event,
    GameEnded,
    Passed,
    SeatDone,
    StallTaken,
    TrioSold,
)
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.options import Options
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.wire.answers import Update


class LostTrack(Exception):
    """Moves were taken back, or entries are missing: what was remembered is not so."""


class Witness:
    """Folds the updates for one seat; the game must have begun with the first of them."""

    def __init__(self, update: Update) -> None:
        assert update.view is not None
        assert update.view.seat is not None
        self.seat = update.view.seat
        self.names = tuple([seat.name for seat in update.view.seats])
        self.moves: list[tuple[int, Move]] = []
        self._events: list[Event] = []
        self._chronicle = Chronicle(len(self.names))
        self._first_hand: Cards = ()
        self._seq: int | None = None
        self.add(update)

    @property
    def seat_count(self) -> int:
        """How many play."""
        return len(self.names)

    def add(self, update: Update) -> None:
        """Take in what came next; raises `LostTrack`."""
        if update.is_rewound or (self._seq is not None and update.after != self._seq):
            raise LostTrack
        assert update.view is not None
        self._seq = update.seq
        self._view, self._options = update.view, update.options
        for step in update.steps:
            for event in step.events:
                self._see(event)
            move = move_told(step.events)
            if move is not None:
                self.moves.append(move)
        if len(self._first_hand) == 0:
            raise LostTrack  # it was not followed from its beginning

    def _see(self, event: Event) -> None:
        self._events.append(event)
        self._chronicle.add(event)
        if isinstance(event, Dealt) and event.seat == self.seat:
            self._first_hand = event.cards or ()

    def view(self, seat: int) -> View:
        """What the seat sees, with all that a perfect memory knows."""
        assert seat == self.seat
        assert self._view.own is not None
        memory = self._chronicle.memory.seen_by(
            seat,
            first_hand=self._first_hand,
            hand=self._view.own.hand,
            is_closing=self._view.phase in (Phase.CLOSE, Phase.OVER),
        )
        return msgspec.structs.replace(self._view, memory=memory)

    def options(self, seat: int) -> Options:
        """What the seat may do now."""
        assert seat == self.seat
        assert self._options is not None, "the game runs"
        return self._options

    def events_for(self, seat: int, *, after: int = 0) -> tuple[Event, ...]:
        """What happened since the deal as the seat knows it, from event number after on."""
        assert seat == self.seat
        return tuple(self._events[after:])

    @property
    def scores(self) -> tuple[int, ...]:
        """The profit of each seat, once the game is over."""
        return self._end.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that nobody beats, once the game is over."""
        return self._end.winners

    @property
    def _end(self) -> GameEnded:
        end = self._events[-1]
        assert isinstance(end, GameEnded)
        return end


def move_told(events: Sequence[Event]) -> tuple[int, Move] | None:
    """The move of which one entry's events tell, and whose it was: the first; the others follow."""
    match events[0] if events else None:
        case BidLaid(seat, cards):
            return seat, Bid(cards)
        case Passed(seat):
            return seat, Pass()
        case CardGiven(seat, card=card):
            return seat, Give(card)
        case StallTaken(seat, stall):
            return seat, Take(stall)
        case TrioSold(seat, cards):
            return seat, Sell(cards)
        case CardDiscarded(seat, card):
            return seat, Discard(card)
        case SeatDone(seat, idle=False):
            return seat, Done()
        case _:
            return None
