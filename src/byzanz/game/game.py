"""The game: a table with a typed interface that refuses illegal moves."""

from collections.abc import Iterable, Sequence

import msgspec

from byzanz.cards import CARDS, Card, Cards
from byzanz.dice import LARGEST_SEED, seeded_deck
from byzanz.game.chronicle import Chronicle
from byzanz.game.codec import action_of, legal_actions, move_of
from byzanz.game.deciding_lot import deciding_lot
from byzanz.game.deck import check_deck, shuffled_deck
from byzanz.game.events import Event, deal_events, events_of, seen_by
from byzanz.game.growing_list import GrowingList
from byzanz.game.memory import Memory
from byzanz.game.moves import Done, Move, Sell
from byzanz.game.names import check_name
from byzanz.game.options import Options, build_options
from byzanz.game.phase import PHASES, Phase
from byzanz.game.refusal import Reason, Refused, why_refused
from byzanz.game.standings import Standing, scores, standings, winners
from byzanz.game.view import View, add_own, build_memory, public_view
from byzanz.rules.actions import apply
from byzanz.rules.flow import deal
from byzanz.rules.table import NOBODY, OVER, Table

PLAYER_COUNTS = range(3, 7)


class Game:
    """One game for 3 to 6 players, from the deal to the standings.

    `table`, `deck`, `events` and `legal` contain hidden cards. Give players only `view`, `options`,
    `memory` and `events_for`, which contain what a seat may see.

    >>> game = Game.new(players=["Ada", "Ben", "Cleo"], seed=3)
    >>> game.phase.value, game.turn
    ('bid', 0)
    >>> [str(move) for seat, move in game.legal(0)][:3]
    ['pass', 'bid C4', 'bid S1']
    """

    __slots__ = ("chronicle", "decision", "events", "moves", "names", "table")

    def __init__(self, names: Sequence[str], deck: Sequence[Card]) -> None:
        if len(names) not in PLAYER_COUNTS:
            raise ValueError(f"{len(names)} players: expected 3 to 6")
        for name in names:
            check_name(name)
        check_deck(deck)
        self.names = tuple(names)
        self.table = Table()
        self.decision = 0
        self.moves: GrowingList[tuple[int, Move]] = GrowingList()
        self.events: GrowingList[Event] = GrowingList()
        self.chronicle = Chronicle(len(names))
        deal(self.table, [card.kind for card in deck], len(names))
        self._add_events([*deal_events(self.table), *events_of(self.table)])

    @classmethod
    def new(
        cls,
        players: int | Sequence[str],
        *,
        deck: Sequence[Card] | None = None,
        seed: int | None = None,
    ) -> "Game":
        """Deal a game for a number of players, or for a list of names.

        The deck is the one given, or shuffled from the seed, or else shuffled with the random
        source of the operating system. Raises `ValueError` for a bad number of players, name, deck
        or seed.
        """
        if isinstance(players, str):
            raise ValueError("one name: expected a number of players, or a list of names")
        if deck is not None and seed is not None:
            raise ValueError("a deck and a seed: expected at most one of them")
        if seed is not None and not 0 <= seed <= LARGEST_SEED:
            raise ValueError(f"seed {seed}: expected 0 to {LARGEST_SEED}")
        if seed is not None:
            deck = [CARDS[kind] for kind in seeded_deck(seed)]
        names = [f"Seat {seat}" for seat in range(players)] if isinstance(players, int) else players
        return cls(names, shuffled_deck() if deck is None else deck)

    @classmethod
    def resumed(
        cls, names: Sequence[str], table: Table, chronicle: Chronicle, decision: int
    ) -> "Game":
        """A game that continues from a table, without the moves and events that led to it.

        Does not check that the table and the chronicle agree.
        """
        game = cls.__new__(cls)
        game.names = tuple(names)
        game.table = table
        game.decision = decision
        game.moves = GrowingList()
        game.events = GrowingList()
        game.chronicle = chronicle
        return game

    @property
    def seat_count(self) -> int:
        """The number of players."""
        return self.table.seat_count

    @property
    def deck(self) -> Cards:
        """All cards in the order of the deal."""
        return tuple([CARDS[kind] for kind in self.table.deck])

    @property
    def phase(self) -> Phase:
        """The current phase, named after the move that the game waits for."""
        return PHASES[self.table.phase]

    @property
    def turn(self) -> int | None:
        """The seat that the game waits for; None when it is over."""
        return None if self.table.turn == NOBODY else self.table.turn

    @property
    def is_over(self) -> bool:
        """Is the last seat done with its closing sales?"""
        return self.table.phase == OVER

    @property
    def scores(self) -> tuple[int, ...]:
        """The profit of each seat."""
        return scores(self.table)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that no other seat beats; while the game runs, those in the lead."""
        return winners(self.table)

    def standings(self) -> tuple[Standing, ...]:
        """The result of each seat, best first; while the game runs, the current ranking."""
        return standings(self.table, self.chronicle.kept)

    def refusal(self, seat: int, move: Move) -> Refused | None:
        """Return the reason why this seat may not play this move now, or None if it may."""
        if not 0 <= seat < self.seat_count:
            return Refused(Reason.NO_SUCH_SEAT, seat=seat, last=self.seat_count - 1)
        if action_of(move, self.table.hands[seat]) in legal_actions(self.table, seat):
            return None
        return why_refused(self.table, seat, move)

    def may(self, seat: int, move: Move) -> bool:
        """May this seat play this move now?"""
        return self.refusal(seat, move) is None

    def play(self, seat: int, move: Move) -> tuple[Event, ...]:
        """Play a move and return its events; raises `Refused` and changes nothing if it is illegal.

        The events contain no hidden cards: after the deal, every event is public.

        >>> from byzanz.game.moves import Pass
        >>> Game.new(3, seed=3).play(0, Pass())
        (Passed(seat=0, cards=()),)
        """
        refusal = self.refusal(seat, move)
        if refusal is not None:
            try:
                raise refusal
            finally:
                del refusal  # its traceback holds this frame: the two would keep the game alive
        table = self.table.copy()
        table.notes.clear()
        apply(table, seat, action_of(move, table.hands[seat]))
        same_wait = (table.phase, table.turn) == (self.table.phase, self.table.turn)
        if not (same_wait and isinstance(move, Sell | Done)):
            self.decision += 1
        self.table = table
        self.moves.append((seat, move))
        events = tuple(events_of(table))
        self._add_events(events)
        return events

    def _add_events(self, events: Sequence[Event]) -> None:
        self.events.extend(events)
        for event in events:
            self.chronicle.add(event)

    def legal(self, seat: int | None = None) -> tuple[tuple[int, Move], ...]:
        """Every legal move now, with its seat; of one seat, or of all if seat is None.

        The moves of all seats reveal hidden cards.
        """
        self._check_seat(seat)
        seats = range(self.seat_count) if seat is None else (seat,)
        return tuple(
            [
                (number, move_of(action, self.table.hands[number]))
                for number in seats
                for action in legal_actions(self.table, number)
            ]
        )

    def view(self, seat: int | None, *, memory: bool = True) -> View:
        """The view of a seat, or of a spectator if seat is None.

        It includes what a player with perfect memory knows unless memory is False. Raises
        `Refused` for a seat that does not exist.
        """
        return self.views([seat], memory=memory)[0]

    def views(self, seats: Iterable[int | None], *, memory: bool = True) -> list[View]:
        """The views of several seats; faster than one by one, because the public part is shared."""
        views = []
        public = public_view(self.table, self.names, self.decision, self.chronicle)
        if self.is_over:
            deciding = deciding_lot(self.events, public.standings)
            public = msgspec.structs.replace(public, deciding=deciding)
        for seat in seats:
            self._check_seat(seat)
            views.append(add_own(public, self.table, seat, self.chronicle, with_memory=memory))
        return views

    def options(self, seat: int) -> Options:
        """The options of this seat now; raises `Refused` for a seat that does not exist."""
        self._check_seat(seat)
        return build_options(self.table, seat, self.decision)

    def memory(self, seat: int | None) -> Memory:
        """The knowledge of a seat, or of a spectator if seat is None, with perfect memory."""
        self._check_seat(seat)
        return build_memory(self.table, seat, self.chronicle)

    def events_for(self, seat: int | None, *, after: int = 0) -> tuple[Event, ...]:
        """The events as this seat may see them, without the first `after` ones."""
        self._check_seat(seat)
        return tuple([seen_by(event, seat) for event in self.events[after:]])

    def at(self, move_count: int) -> "Game":
        """A new game at the position after the first move_count moves of this one."""
        earlier = Game(self.names, self.deck)
        for seat, move in self.moves[:move_count]:
            earlier.play(seat, move)
        return earlier

    def copy(self) -> "Game":
        """Return an independent copy."""
        duplicate = Game.__new__(Game)
        duplicate.names = self.names
        # The table is safe to share: `play` replaces it and never changes it.
        duplicate.table = self.table
        duplicate.decision = self.decision
        duplicate.moves = self.moves.copy()
        duplicate.events = self.events.copy()
        duplicate.chronicle = self.chronicle.copy()
        return duplicate

    def _check_seat(self, seat: int | None) -> None:
        """Raise `Refused` for a seat that does not exist; None is a spectator."""
        if seat is not None and not 0 <= seat < self.seat_count:
            raise Refused(Reason.NO_SUCH_SEAT, seat=seat, last=self.seat_count - 1)
