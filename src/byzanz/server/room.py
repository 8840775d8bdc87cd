"""A room: the fold of its log. Times and chance stand in the entries; there is no I/O here."""

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple, assert_never

from byzanz.cards import Cards
from byzanz.deal.deal import Deal, fitting_draw
from byzanz.game.events import Event
from byzanz.game.game import Game
from byzanz.game.moves import parse_move
from byzanz.server.entries import (
    AbortAsked,
    Aborted,
    CameBack,
    Created,
    Entry,
    HandedOver,
    Held,
    Joined,
    Left,
    Moved,
    Rematched,
    Removed,
    SeatAsked,
    SeatsChanged,
    SeatSet,
    SetupChanged,
    Started,
    Undone,
    VotePassed,
    WentAway,
)
from byzanz.server.outages import Outages
from byzanz.server.pace import IN_COMPANY, answer_time, draw_time
from byzanz.server.seat import Seat
from byzanz.wire.answers import Change
from byzanz.wire.room import BankClock, MoveClock, Pace, SeatKind, Setup, Status

EMPTY_BANK = 10_000  # milliseconds that a decision has whose time bank has less
LONG_CLOCK = 3600  # seconds: with such a clock people come and go, and only the clock decides
OBJECTION = 10_000  # milliseconds for an absent person to come back, once all others want the end
EDITION = 2  # of rooms that are made now
MOST_SEATS = 6


class Span(NamedTuple):
    """The events of one entry, among all of the game."""

    seq: int
    first: int
    end: int


class Room:
    """What the log says so far."""

    def __init__(self, room: str, outages: Outages) -> None:
        self.id = room
        self.seq = 0
        self.at = 0
        self.status = Status.WAITING
        self.setup = Setup()
        self.seats: list[Seat] = []
        self.host: str | None = None
        self.code: str | None = None
        self.held: tuple[Held, ...] = ()
        self.removed: frozenset[str] = frozenset()  # persons whom the host sent away
        self.deal_id = ""
        self.secret = ""
        self.follows = False  # a game of the same people
        self.places: tuple[int, ...] = ()  # by seat, where its player sat before the start
        self.deck: Cards | None = None
        self.game: Game | None = None
        self.rules = ""
        self.asked_at = 0  # when the present decision began
        self.is_overdue = False  # its clock has run out, and that was counted
        self.rewound_at = 0  # the last entry that took moves back, or began with some
        self.abort_asked: frozenset[int] = frozenset()
        self.gone: frozenset[int] = frozenset()  # who had no vote when all others wanted the end
        self.edition = EDITION
        self._passed_at: int | None = None  # when all who had a vote wanted the end
        self.rematch: str | None = None
        self.next_people: tuple[SeatAsked, ...] = ()  # who watch and want a seat in the next game
        self.answers = 0  # of bots, in a row
        self._by_person: list[bool] = []  # of the game's moves
        self._event_counts = [0]  # of the game, after each entry
        self._changes: tuple[tuple[int, Change], ...] = ()  # of who plays, by entry
        self._deal: Deal | None = None  # once no other nonce can come
        self._outages = outages

    # --- who and what ---------------------------------------------------------------------

    def seat_of(self, person: str | None) -> int | None:
        """Where a person sits."""
        for number, seat in enumerate(self.seats):
            if person is not None and seat.person == person and not seat.has_left:
                return number
        return None

    @property
    def turn(self) -> Seat | None:
        """The seat that the game waits for."""
        if self.status is not Status.RUNNING or self.game is None or self.game.turn is None:
            return None
        return self.seats[self.game.turn]

    @property
    def present(self) -> set[int]:
        """The seats whose persons play."""
        return {number for number, seat in enumerate(self.seats) if seat.is_present}

    @property
    def absent(self) -> set[int]:
        """The seats of persons who may come back: a bot plays there, or they had no vote."""
        return {
            number
            for number, seat in enumerate(self.seats)
            if seat.person and not seat.has_left and (seat.is_away or number in self.gone)
        }

    @property
    def is_live(self) -> bool:
        """Do people wait for each other here?"""
        clock = self.setup.clock
        return clock is None or clock.seconds < LONG_CLOCK

    @property
    def names(self) -> list[str]:
        """Of all who sit there."""
        return [seat.name for seat in self.seats if seat.name]

    @property
    def persons(self) -> tuple[str, ...]:
        """Everybody who has a seat."""
        return tuple([seat.person for seat in self.seats if seat.person and not seat.has_left])

    @property
    def members(self) -> tuple[str, ...]:
        """Whose room it is: everybody who has a seat, and who made bots play alone."""
        if self.host is None or self.host in self.persons:
            return self.persons
        return (*self.persons, self.host)

    @property
    def is_bots_only(self) -> bool:
        """Whether a bot has every seat."""
        return all(seat.kind is SeatKind.BOT for seat in self.seats)

    @property
    def pace(self) -> Pace:
        """How quickly bots answer here."""
        pace = self.setup.pace
        return IN_COMPANY.get(pace, pace) if self.persons else pace

    @property
    def answer_at(self) -> int:
        """When the seat on turn answers if nobody is asked: a bot, or a person as wished."""
        seat = self.turn
        assert seat is not None
        if not self.persons:
            return draw_time(self.pace, self.id, self.seq, self.at, self.latest_events)
        return self.at + answer_time(
            self.pace,
            (self.id, self.seq),
            seats=len(self.seats),
            answers=self.answers,
            bot=seat.player,
            events=self.latest_events,
        )

    def may_set_pace(self, person: str | None) -> bool:
        """Whether bots play for this person alone, who sits there or watches them."""
        is_host = person is not None and person == self.host
        return is_host and self.status is Status.RUNNING and len(self.persons) <= 1

    @property
    def may_ask_seat(self) -> bool:
        """Can somebody who watches get a seat in the next game of these people?"""
        if self.status is Status.WAITING or self.rematch is not None or not self.persons:
            return False
        return len(self.persons) + len(self.next_people) < MOST_SEATS

    def asks_seat(self, person: str | None) -> bool:
        """Has somebody who watches asked for one?"""
        return any(each.person == person for each in self.next_people)

    def may_see_hands(self, person: str | None) -> bool:
        """Whether this person made bots play alone: no person has or had a seat here."""
        return self.may_set_pace(person) and all(seat.kind is SeatKind.BOT for seat in self.seats)

    def free_seats(self, person: str | None) -> list[int]:
        """The open seats that a person may take; what is held for another is not free."""
        taken = {held.seat for held in self.held if held.person != person}
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind is SeatKind.OPEN and number not in taken
        ]

    @property
    def due(self) -> int | None:
        """When the clock of the seat on turn runs out."""
        seat = self.turn
        if seat is None or seat.is_automatic:
            return None
        match self.setup.clock:
            case MoveClock(seconds):
                return self._outages.later(self.asked_at, 1000 * seconds)
            case BankClock():
                return self._outages.later(self.asked_at, max(seat.bank or 0, EMPTY_BANK))
            case None:
                return None

    @property
    def ends_at(self) -> int | None:
        """When the game ends, as all who are there ask, unless somebody absent comes back."""
        if self._passed_at is None:
            return None
        return self._outages.later(self._passed_at, OBJECTION)

    @property
    def wake_at(self) -> int | None:
        """When something is to be done without a person: the clock, the end, or at once a bot.

        Bots among themselves wake nobody: they play while somebody watches.
        """
        seat = self.turn
        if not self.persons:
            return None
        if self.ends_at is not None:
            return self.ends_at if self.due is None else min(self.ends_at, self.due)
        if seat is not None and seat.is_automatic:
            return self.asked_at
        return self.due

    def undo_moves(self, number: int) -> int | None:
        """How many moves stay if this seat, the only person's, takes back its last; or None."""
        if self.status is not Status.RUNNING or sum(bool(seat.person) for seat in self.seats) != 1:
            return None
        if self.present != {number} or True not in self._by_person:
            return None
        return len(self._by_person) - 1 - self._by_person[::-1].index(True)

    def events_since(self, after: int) -> list[Span]:
        """The events of each entry since.

        From the beginning, what stands of the moves before one was taken back counts as that
        entry's.
        """
        counts = self._event_counts
        first = max(after, self.rewound_at)
        stands = [Span(first, 0, counts[first])] if after == 0 < first else []
        rest = [Span(seq, counts[seq - 1], counts[seq]) for seq in range(first + 1, self.seq + 1)]
        return stands + rest

    @property
    def latest_events(self) -> Sequence[Event]:
        """What the latest entry brought about; nothing, where it took moves back."""
        return self.game.events[self._event_counts[-2] :] if self.game else ()

    def changes_between(self, after: int, seq: int) -> tuple[Change, ...]:
        """Who left, went or came back after an entry, and up to another."""
        return tuple([change for at, change in self._changes if after < at <= seq])

    @property
    def deal(self) -> Deal | None:
        """The verified deal, unless the deck was given."""
        if self.deck is not None or self._deal is not None:
            return self._deal
        deal = Deal(self.deal_id, bytes.fromhex(self.secret), version=self.edition)
        nonces = [bytes.fromhex(seat.nonce) for seat in self.seats]
        if self.edition == 1:
            return deal.seated(nonces)
        return deal.seated(nonces, fitting_draw(nonces, follows=self.follows))

    def copy(self) -> "Room":
        """An equal room that goes its own way."""
        twin = copy(self)
        twin.seats = [seat.copy() for seat in self.seats]
        twin.game = self.game and self.game.copy()
        twin._by_person = self._by_person[:]
        twin._event_counts = self._event_counts[:]
        return twin

    # --- the fold -------------------------------------------------------------------------

    def add(self, at: int, entry: Entry) -> None:
        """Let the next entry of the log happen."""
        seat, decision = self.turn, self._decision()
        absences = [each.absence for each in self.seats]
        has_time = seat is not None and seat.is_present
        self._apply(entry)
        self._settle(at)
        self.seq += 1
        self.at = at
        if self._decision() != decision:
            if seat is not None and has_time:
                seat.spend(at - self.asked_at - self._outages.within(self.asked_at, at))
            self.asked_at = at
            self.is_overdue = False
        self._event_counts.append(len(self.game.events) if self.game else 0)
        self._note_changes(absences)

    def _note_changes(self, before: list[type[Change]]) -> None:
        """Remember whom a bot plays for from now on, or no longer."""
        if self.status is Status.RUNNING:
            for number, (seat, was) in enumerate(zip(self.seats, before, strict=False)):
                if seat.absence is not was:
                    self._changes += ((self.seq, seat.absence(number)),)

    def _decision(self) -> tuple[int, int | None, bool] | None:
        if self.game is None:
            return None
        seat = self.turn
        return self.game.decision, self.game.turn, seat is not None and seat.is_automatic

    def _apply(self, entry: Entry) -> None:
        match entry:
            case Created():
                self._create(entry)
            case Joined(number, person, name, nonce):
                self.seats[number].sit(person, name, nonce)
                self._release(number, person)
                self.host = self.host or person
            case Left(number):
                self._leave(number)
            case Removed(number):
                self.removed |= {self.seats[number].person or ""}
                self.seats[number] = Seat()
            case HandedOver(number):
                self.host = self.seats[number].person
            case SeatSet(number, bot, name):
                self.seats[number] = Seat(bot, name)
                self._release(number)
            case SeatsChanged(count, kept):
                self._change_seats(count, kept)
            case SetupChanged(setup):
                self.setup = setup
            case Started():
                self._start()
            case Moved():
                self._move(entry)
            case WentAway(number):
                self.seats[number].is_away = True
            case CameBack(number):
                self._act(number)
            case Undone(_, moves):
                self._undo(moves)
            case VotePassed(gone):
                self.gone = frozenset(gone)
            case AbortAsked(number, is_wanted):
                self._act(number)
                self.abort_asked = self.abort_asked - {number} | ({number} if is_wanted else set())
            case Aborted():
                self.status = Status.ABORTED
            case SeatAsked(person, _, is_wanted):
                others = [each for each in self.next_people if each.person != person]
                self.next_people = (*others, entry) if is_wanted else tuple(others)
            case Rematched(_, room):
                self.rematch = room
            case _:
                assert_never(entry)

    def _create(self, entry: Created) -> None:
        self.rules = entry.rules
        self.edition, self.follows = entry.edition, entry.follows
        self.setup = entry.setup
        self.seats = [Seat(bot, name) for bot, name in zip(entry.bots, entry.names, strict=True)]
        self.host = entry.host
        self.code = entry.code
        self.held = entry.held
        self.deal_id, self.secret, self.deck = entry.deal, entry.secret, entry.deck
        if entry.joined is not None:
            joined = entry.joined
            self.seats[joined.seat].sit(joined.person, joined.name, joined.nonce)
        if entry.is_started:
            self._start()
        if entry.played:
            self._stand(entry.played)

    def _stand(self, played: tuple[tuple[int, str], ...]) -> None:
        """The game has come so far: nobody plays these moves, nor takes them back."""
        assert self.game is not None
        for seat, move in played:
            self.game.play(seat, parse_move(move))
        self._by_person = [False] * len(played)
        self.rewound_at = self.seq + 1

    def _leave(self, number: int) -> None:
        seat = self.seats[number]
        was_host = seat.person == self.host
        if self.status is Status.WAITING:
            self.seats[number] = Seat()
        else:
            seat.has_left = True
        if was_host:
            self.host = next(iter(self.persons), None)
        if self.host is None and (self.status is Status.RUNNING or self.edition == 1):
            self.status = Status.ABORTED  # a room that waits, waits for those who still come

    def _change_seats(self, count: int, kept: tuple[int, ...]) -> None:
        self.seats = [self.seats[number] for number in kept]
        self.seats += [Seat() for _ in range(count - len(kept))]
        self.held = tuple(
            [
                Held(kept.index(each.seat), each.person, each.name)
                for each in self.held
                if each.seat in kept
            ]
        )

    def _release(self, number: int, person: str | None = None) -> None:
        """Hold this seat no longer, and none for this person."""
        held = [each for each in self.held if each.seat != number and each.person != person]
        self.held = tuple(held)

    def _start(self) -> None:
        self._deal = deal = self.deal
        self.places, deck = tuple(range(len(self.seats))), self.deck
        if deal is not None:
            self.places, deck = deal.dealt(self.rules)
        assert deck is not None
        self.seats = [self.seats[place] for place in self.places]
        self.game = Game([seat.name for seat in self.seats], deck)
        self.status = Status.RUNNING
        if isinstance(self.setup.clock, BankClock):
            for number in self.present:
                self.seats[number].bank = 1000 * self.setup.clock.seconds

    def _move(self, entry: Moved) -> None:
        assert self.game is not None
        seat = self.seats[entry.seat]
        if entry.seat == self.game.turn:  # who sells meanwhile answers nothing
            self.answers = self.answers + 1 if seat.is_automatic else 0
        if entry.is_late and not self.is_overdue:  # a late answer may be a sale and then a bid
            self.is_overdue = True
            seat.miss()
        elif not entry.is_automatic:
            self._act(entry.seat)
        self.game.play(entry.seat, parse_move(entry.move))
        self._by_person.append(not entry.is_automatic)
        if self.game.is_over:
            self.status = Status.FINISHED

    def _undo(self, moves: int) -> None:
        assert self.game is not None
        self.game = self.game.at(moves)
        del self._by_person[moves:]
        self.answers = 0
        self.rewound_at = self.seq + 1

    def _act(self, number: int) -> None:
        """The seat's person is there, and has a vote."""
        self.seats[number].act()
        self.gone -= {number}

    def _settle(self, at: int) -> None:
        """What follows by itself: the end that all who play ask for, and of the code."""
        voters = self.present - self.gone
        if self.status is not Status.RUNNING or not voters or not voters <= self.abort_asked:
            self._passed_at, self.gone = None, frozenset()
        elif self.gone or (self.absent and self.edition > 1):
            self._passed_at = at if self._passed_at is None else self._passed_at
        else:
            self.status = Status.ABORTED
        if self.status is not Status.WAITING:
            self.code = None
