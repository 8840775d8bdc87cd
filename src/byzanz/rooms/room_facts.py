"""The state of a room, and the facts that follow from it."""

from collections.abc import Sequence

from byzanz.cards import Cards
from byzanz.deal.deal import Deal, required_draw
from byzanz.game.events import Event
from byzanz.game.game import Game
from byzanz.rooms.anonymous import is_deleted
from byzanz.rooms.bot_timing import IN_COMPANY, answer_time, draw_time
from byzanz.rooms.entries import HeldSeat, SeatRequested
from byzanz.rooms.history import History
from byzanz.rooms.outages import Outages
from byzanz.rooms.seat import Seat
from byzanz.wire.answers import Change
from byzanz.wire.room import BankClock, MoveClock, Pace, SeatKind, Setup, Status

EMPTY_BANK = 10_000  # milliseconds for a decision when the time bank holds less
LONG_CLOCK = 3600  # seconds; from this clock on, a person without a connection is not away
DAY_CLOCK = 86_400  # seconds; from this clock on, people come back once a day
OBJECTION = 10_000  # milliseconds for an absent person to come back after a vote to end
EDITION = 2  # the edition of new rooms, see `Created.edition`
MOST_SEATS = 6


class RoomFacts:
    """The state of a room after the entries of its log so far; `Room` applies the entries."""

    def __init__(self, room: str, outages: Outages) -> None:
        self.id = room
        self.seq = 0
        self.at = 0
        self.status = Status.WAITING
        self.setup = Setup()
        self.seats: list[Seat] = []
        self.host: str | None = None
        self.code: str | None = None
        self.held_seats: tuple[HeldSeat, ...] = ()
        self.removed: frozenset[str] = frozenset()  # persons whom the host removed
        self.deal_id = ""
        self.secret = ""
        self.dice: str | None = None  # see `Created.dice`
        self.day: str | None = None
        self.challenge: str | None = None
        self.version: str | None = None
        self.is_rematch = False
        self.former_seats: tuple[int, ...] = ()  # by seat, its number before the seats were drawn
        self.deck: Cards | None = None
        self.game: Game | None = None
        self.rules = ""
        self.decision_began_at = 0
        self.decision_seq = 0  # the entry that began this decision
        self.is_overdue = False  # the clock of this decision ran out, and the miss was counted
        self.abort_asked: frozenset[int] = frozenset()
        self.without_vote: frozenset[int] = frozenset()  # seats that were gone when a vote passed
        self.edition = EDITION
        self._vote_passed_at: int | None = None  # milliseconds since 1970
        self.logs_hints = False  # see `Created.logs_hints`
        self.allows_listing = False  # the host lets the running game be listed
        self.hinted: frozenset[int] = frozenset()  # seats that asked for a hint
        self.has_undone = False  # moves were taken back
        self.rematch: str | None = None
        self.seat_requests: tuple[SeatRequested, ...] = ()  # by spectators, for the next game
        self.bot_moves_in_row = 0  # since a person's seat last moved
        self.history = History()
        self._changes: tuple[tuple[int, Change], ...] = ()  # each with the number of its entry
        self._deal: Deal | None = None  # fixed at the start, when all nonces are known
        self._outages = outages

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person; None if they have no seat."""
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
        """The seats whose persons play themselves, without a bot."""
        return {number for number, seat in enumerate(self.seats) if seat.is_present}

    @property
    def absent(self) -> set[int]:
        """The seats of persons who may come back: they are away, or were gone at a vote."""
        return {
            number
            for number, seat in enumerate(self.seats)
            if seat.person and not seat.has_left and (seat.is_away or number in self.without_vote)
        }

    @property
    def is_live(self) -> bool:
        """Whether people wait for each other here: no clock, or a short one."""
        clock = self.setup.clock
        return clock is None or clock.seconds < LONG_CLOCK

    @property
    def is_day_game(self) -> bool:
        """Whether people have a day or more to decide."""
        clock = self.setup.clock
        return clock is not None and clock.seconds >= DAY_CLOCK

    @property
    def names(self) -> list[str]:
        """The names at the table."""
        return [seat.name for seat in self.seats if seat.name]

    @property
    def persons(self) -> tuple[str, ...]:
        """All persons with a seat."""
        return tuple([seat.person for seat in self.seats if seat.person and not seat.has_left])

    @property
    def members(self) -> tuple[str, ...]:
        """The persons stored with the room, in whose lists it appears.

        These are all with a seat, those for whom a seat is held before the start, and the host of
        a game of bots.
        """
        held = self.held_seats if self.status is Status.WAITING else ()
        others = [each.person for each in held]
        if self.host is not None:
            others.append(self.host)
        members = dict.fromkeys([*self.persons, *others])
        return tuple([person for person in members if not is_deleted(person)])

    def is_invited(self, person: str | None) -> bool:
        """Whether a seat is held for this person, who has none yet."""
        if self.status is not Status.WAITING or person is None:
            return False
        return any(each.person == person for each in self.held_seats)

    @property
    def is_bots_only(self) -> bool:
        """Whether all seats are bots'."""
        return all(seat.kind is SeatKind.BOT for seat in self.seats)

    @property
    def may_be_listed(self) -> bool:
        """Whether the host may let the running game be listed."""
        return self.setup.spectators

    @property
    def is_listed(self) -> bool:
        """Whether the game is in the list of games to watch."""
        is_allowed = self.allows_listing and self.may_be_listed
        return is_allowed and self.status is Status.RUNNING and not self.is_bots_only

    @property
    def pace(self) -> Pace:
        """The pace of the bots; where people play, the fastest and the paused one are replaced."""
        pace = self.setup.pace
        return IN_COMPANY.get(pace, pace) if self.persons else pace

    @property
    def answer_at(self) -> int:
        """The time at which a bot or a bid plan moves for the seat on turn."""
        seat = self.turn
        assert seat is not None
        if not self.persons:
            return draw_time(self.pace, self.id, self.seq, self.at, self.latest_events)
        return self.at + answer_time(
            self.pace,
            (self.id, self.seq),
            seats=len(self.seats),
            answers=self.bot_moves_in_row,
            bot=seat.playing_bot,
            events=self.latest_events,
        )

    def may_set_pace(self, person: str | None) -> bool:
        """Whether this person is alone with bots, at the table or watching them."""
        is_host = person is not None and person == self.host
        return is_host and self.status is Status.RUNNING and len(self.persons) <= 1

    @property
    def may_ask_seat(self) -> bool:
        """Whether a spectator can get a seat in the next game of these people."""
        if self.status is Status.WAITING or self.rematch is not None or not self.persons:
            return False
        return len(self.persons) + len(self.seat_requests) < MOST_SEATS

    def asks_seat(self, person: str | None) -> bool:
        """Whether this spectator asked for a seat in the next game."""
        return any(each.person == person for each in self.seat_requests)

    def may_see_hands(self, person: str | None) -> bool:
        """Whether this person made a game of bots only, in which no person has or had a seat."""
        return self.may_set_pace(person) and all(seat.kind is SeatKind.BOT for seat in self.seats)

    def free_seats(self, person: str | None) -> list[int]:
        """The open seats that a person may take; seats held for others are not free."""
        taken = {held.seat for held in self.held_seats if held.person != person}
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.kind is SeatKind.OPEN and number not in taken
        ]

    @property
    def due(self) -> int | None:
        """The time at which the clock of the person on turn runs out; None without a clock."""
        seat = self.turn
        if seat is None or seat.is_automatic:
            return None
        match self.setup.clock:
            case MoveClock(seconds):
                return self._outages.deadline(self.decision_began_at, 1000 * seconds)
            case BankClock():
                time = max(seat.bank or 0, EMPTY_BANK)
                return self._outages.deadline(self.decision_began_at, time)
            case None:
                return None

    @property
    def ends_at(self) -> int | None:
        """The time at which a vote ends the game, unless an absent person comes back before."""
        if self._vote_passed_at is None:
            return None
        return self._outages.deadline(self._vote_passed_at, OBJECTION)

    @property
    def wake_at(self) -> int | None:
        """The next time at which the server must act: for a clock, a vote or a bot's move.

        None in a game of bots: they play only while somebody watches.
        """
        seat = self.turn
        if not self.persons:
            return None
        if self.ends_at is not None:
            return self.ends_at if self.due is None else min(self.ends_at, self.due)
        if seat is not None and seat.is_automatic:
            return self.decision_began_at
        return self.due

    @property
    def is_try(self) -> bool:
        """Whether others play the same deal, so that nobody may ask for hints or take back."""
        return self.day is not None or self.challenge is not None

    def moves_kept_by_undo(self, number: int) -> int | None:
        """The number of moves that remain if this seat undoes its last; None: it may not.

        Only a person alone with bots may undo.
        """
        if self.is_try:
            return None
        if self.status is not Status.RUNNING or sum(bool(seat.person) for seat in self.seats) != 1:
            return None
        return self.history.moves_before_last_of_person if self.present == {number} else None

    @property
    def latest_events(self) -> Sequence[Event]:
        """The events of the latest entry; none if it took moves back."""
        return self.game.events[self.history.latest_entry_start :] if self.game else ()

    def changes_between(self, after: int, seq: int) -> tuple[Change, ...]:
        """The persons who left, went away or came back after entry `after`, up to entry `seq`."""
        return tuple([change for at, change in self._changes if after < at <= seq])

    @property
    def deal(self) -> Deal | None:
        """The verified deal; None if the deck was given."""
        if self.deck is not None or self._deal is not None:
            return self._deal
        deal = Deal(self.deal_id, bytes.fromhex(self.secret), version=self.edition)
        nonces = [bytes.fromhex(seat.nonce) for seat in self.seats]
        if self.edition == 1:
            return deal.seated(nonces)
        return deal.seated(nonces, required_draw(nonces, is_rematch=self.is_rematch))
