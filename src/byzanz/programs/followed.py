"""What a program is told of: a game as far as its seat follows it."""

from collections.abc import Sequence
from typing import Protocol

from byzanz.bots.knowledge import known_table
from byzanz.cards import Cards
from byzanz.game.codec import action_of, legal_actions
from byzanz.game.events import Dealt, Event
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.refusal import Refused, why_refused
from byzanz.game.view import View


class Followed(Protocol):
    """A game here (`Game` is one), or what a seat has been told of a game elsewhere."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        ...

    @property
    def seat_count(self) -> int:
        """How many play."""
        ...

    @property
    def moves(self) -> Sequence[tuple[int, Move]]:
        """All moves so far."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """The profit of each seat."""
        ...

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that nobody beats."""
        ...

    def view(self, seat: int) -> View:
        """What the seat sees, with its memory."""
        ...

    def options(self, seat: int) -> Options:
        """What the seat may do now."""
        ...

    def events_for(self, seat: int, *, after: int = 0) -> tuple[Event, ...]:
        """What happened as the seat may know it, from event number after on."""
        ...


def first_hand(game: Followed, seat: int) -> Cards:
    """The cards that the seat was dealt."""
    hands = [
        event.cards
        for event in game.events_for(seat)
        if isinstance(event, Dealt) and event.seat == seat
    ]
    return hands[0] or ()


def refusal(view: View, move: Move) -> Refused | None:
    """Why the seat of a view may not play this move now, or None if it may."""
    assert view.seat is not None
    table = known_table(view)
    if action_of(move, table.hands[view.seat]) in legal_actions(table, view.seat):
        return None
    return why_refused(table, view.seat, move)
