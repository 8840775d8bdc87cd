"""The interface of a game that an entrant follows, in this process or on a server."""

from collections.abc import Sequence
from typing import Protocol

from byzanz.cards import Cards
from byzanz.engine.search.belief import known_table
from byzanz.game.codec import action_of, legal_actions
from byzanz.game.events import Dealt, Event
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.refusal import Refused, why_refused
from byzanz.game.view import View


class FollowedGame(Protocol):
    """The part of `Game` that an entrant needs; the client of a server implements it too."""

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat."""
        ...

    @property
    def seat_count(self) -> int:
        """The number of players."""
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
        """The winning seats."""
        ...

    def view(self, seat: int) -> View:
        """Return the view of the seat, with its memory."""
        ...

    def options(self, seat: int) -> Options:
        """Return the moves that the seat may play now."""
        ...

    def events_for(self, seat: int, *, after: int = 0) -> tuple[Event, ...]:
        """Return the events as the seat may know them, without the first `after` ones."""
        ...


def first_hand(game: FollowedGame, seat: int) -> Cards:
    """Return the cards that were dealt to the seat."""
    hands = [
        event.cards
        for event in game.events_for(seat)
        if isinstance(event, Dealt) and event.seat == seat
    ]
    return hands[0] or ()


def refusal(view: View, move: Move) -> Refused | None:
    """Return why the seat of a view may not play a move now, or None if it may."""
    assert view.seat is not None
    table = known_table(view)
    if action_of(move, table.hands[view.seat]) in legal_actions(table, view.seat):
        return None
    return why_refused(table, view.seat, move)
