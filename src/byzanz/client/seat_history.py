"""The history of a remote game as one seat knows it, with the memory of a perfect player."""

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


class IncompleteHistory(Exception):
    """Moves were taken back or updates are missing, so the memory would be wrong."""


class SeatHistory:
    """Folds the updates of one seat into its events, its moves and a view with memory.

    The first update must include the deal. The class has the methods of `Game` that a bot program
    needs, for its own seat only.
    """

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
        """The number of players."""
        return len(self.names)

    def add(self, update: Update) -> None:
        """Add the next update; raises `IncompleteHistory`."""
        if update.is_rewound or (self._seq is not None and update.after != self._seq):
            raise IncompleteHistory
        assert update.view is not None
        self._seq = update.seq
        self._view, self._options = update.view, update.options
        for step in update.steps:
            for event in step.events:
                self._add_event(event)
            move = move_of_events(step.events)
            if move is not None:
                self.moves.append(move)
        if len(self._first_hand) == 0:
            raise IncompleteHistory  # the first update came after the deal

    def _add_event(self, event: Event) -> None:
        self._events.append(event)
        self._chronicle.add(event)
        if isinstance(event, Dealt) and event.seat == self.seat:
            self._first_hand = event.cards or ()

    def view(self, seat: int) -> View:
        """Return the view of the seat, with its memory; `seat` must be the history's own."""
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
        """Return the seat's options; the game must not be over."""
        assert seat == self.seat
        assert self._options is not None, "there are no options after the game"
        return self._options

    def events_for(self, seat: int, *, after: int = 0) -> tuple[Event, ...]:
        """Return the events that the seat knows, without the first `after` ones."""
        assert seat == self.seat
        return tuple(self._events[after:])

    @property
    def scores(self) -> tuple[int, ...]:
        """The profit of each seat; only for a finished game."""
        return self._end.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; only for a finished game."""
        return self._end.winners

    @property
    def _end(self) -> GameEnded:
        end = self._events[-1]
        assert isinstance(end, GameEnded)
        return end


def move_of_events(events: Sequence[Event]) -> tuple[int, Move] | None:
    """Return the seat and move behind the events of one step; None if no move caused them.

    The first event is the move itself; all others are its consequences.
    """
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
