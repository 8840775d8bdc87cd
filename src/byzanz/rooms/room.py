"""A room: the fold of its log.

The entries contain all times and random bytes, so the same log always gives the same room.
"""

from typing import assert_never

from byzanz.game.game import Game
from byzanz.game.moves import Move, parse_move
from byzanz.rooms.entries import (
    Aborted,
    AbortVoted,
    CameBack,
    Created,
    Entry,
    HandedOver,
    HeldSeat,
    HintAsked,
    Joined,
    Left,
    ListingAllowed,
    Moved,
    Rematched,
    Removed,
    SeatRequested,
    SeatsChanged,
    SeatSet,
    SetupChanged,
    Started,
    Undone,
    VotePassed,
    WentAway,
)
from byzanz.rooms.room_facts import RoomFacts
from byzanz.rooms.seat import Seat
from byzanz.wire.answers import Change
from byzanz.wire.room import BankClock, Status


class Room(RoomFacts):
    """The fold of a log, to which entries are added one by one."""

    def copy(self) -> "Room":
        """An independent copy; `copy.copy` is too slow for every move."""
        twin = Room.__new__(Room)
        twin.__dict__.update(self.__dict__)
        twin.seats = [seat.copy() for seat in self.seats]
        twin.game = self.game and self.game.copy()
        twin.history = self.history.copy()
        return twin

    def add(self, at: int, entry: Entry, move: Move | None = None) -> None:
        """Apply the next entry of the log; raises `Refused` if the rules forbid its move.

        `move` is the parsed move of a `Moved`, if the caller has it. After an exception the state
        of the room is undefined: add an entry that may be refused to a copy first.
        """
        seat, decision = self.turn, self._decision()
        presences = [each.presence for each in self.seats]
        has_time = seat is not None and seat.is_present
        self._apply(entry, move)
        self._settle(at)
        self.seq += 1
        self.at = at
        if self._decision() != decision:
            if seat is not None and has_time:
                seat.spend(
                    at - self.decision_began_at - self._outages.within(self.decision_began_at, at)
                )
            self.decision_began_at, self.decision_seq = at, self.seq
            self.is_overdue = False
        self.history.add_entry(len(self.game.events) if self.game else 0)
        self._add_changes(presences)

    def _add_changes(self, before: list[type[Change]]) -> None:
        """Add the seats that a bot took over or gave back to the changes."""
        if self.status is Status.RUNNING:
            for number, (seat, was) in enumerate(zip(self.seats, before, strict=False)):
                if seat.presence is not was:
                    self._changes += ((self.seq, seat.presence(number)),)

    def _decision(self) -> tuple[int, int | None, bool] | None:
        if self.game is None:
            return None
        seat = self.turn
        return self.game.decision, self.game.turn, seat is not None and seat.is_automatic

    def _apply(self, entry: Entry, move: Move | None) -> None:
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
                self._set_host(self.seats[number].person)
            case SeatSet(number, bot, name):
                self.seats[number] = Seat(bot, name)
                self._release(number)
            case SeatsChanged(count, kept):
                self._change_seats(count, kept)
            case SetupChanged(setup):
                self.setup = setup
            case ListingAllowed(is_allowed):
                self.allows_listing = is_allowed
            case Started():
                self._start()
            case Moved():
                self._move(entry, move or parse_move(entry.move))
            case WentAway(number):
                self.seats[number].is_away = True
            case CameBack(number):
                self._act(number)
            case Undone(_, moves):
                self._undo(moves)
            case HintAsked(number):
                self.hinted |= {number}
            case VotePassed(gone):
                self.without_vote = frozenset(gone)
            case AbortVoted(number, is_wanted):
                self._act(number)
                self.abort_asked = self.abort_asked - {number} | ({number} if is_wanted else set())
            case Aborted():
                self.status = Status.ABORTED
            case SeatRequested(person, _, is_wanted):
                others = [each for each in self.seat_requests if each.person != person]
                self.seat_requests = (*others, entry) if is_wanted else tuple(others)
            case Rematched(_, room):
                self.rematch = room
            case _:
                assert_never(entry)

    def _create(self, entry: Created) -> None:
        self.rules = entry.rules
        self.edition, self.is_rematch = entry.edition, entry.follows
        self.logs_hints = entry.logs_hints
        self.allows_listing = entry.allows_listing
        self.setup = entry.setup
        self.seats = [Seat(bot, name) for bot, name in zip(entry.bots, entry.names, strict=True)]
        self.host = entry.host
        self.code = entry.code
        self.held_seats = entry.held
        self.deal_id, self.secret, self.deck = entry.deal, entry.secret, entry.deck
        self.dice, self.version = entry.dice, entry.version
        self.day, self.challenge = entry.day, entry.challenge
        if entry.joined is not None:
            joined = entry.joined
            self.seats[joined.seat].sit(joined.person, joined.name, joined.nonce)
        if entry.is_started:
            self._start()
        if entry.played:
            self._play_opening(entry.played)

    def _play_opening(self, played: tuple[tuple[int, str], ...]) -> None:
        """Play the moves that a game begins with; nobody may take them back."""
        assert self.game is not None
        for seat, move in played:
            self.game.play(seat, parse_move(move))
            self.history.add_move(by_person=False)
        self.history.rewind(len(played), self.seq + 1)

    def _leave(self, number: int) -> None:
        seat = self.seats[number]
        was_host = seat.person == self.host
        if self.status is Status.WAITING:
            self.seats[number] = Seat()
        else:
            seat.has_left = True
        if was_host:
            self._set_host(next(iter(self.persons), None))
        if self.host is None and (self.status is Status.RUNNING or self.edition == 1):
            self.status = Status.ABORTED  # a waiting room stays open, for people who still come

    def _set_host(self, person: str | None) -> None:
        """Make a person the host; what only the former host agreed to ends."""
        if person != self.host:
            self.allows_listing = False
        self.host = person

    def _change_seats(self, count: int, kept: tuple[int, ...]) -> None:
        self.seats = [self.seats[number] for number in kept]
        self.seats += [Seat() for _ in range(count - len(kept))]
        self.held_seats = tuple(
            [
                HeldSeat(kept.index(each.seat), each.person, each.name)
                for each in self.held_seats
                if each.seat in kept
            ]
        )

    def _release(self, number: int, person: str | None = None) -> None:
        """Stop holding this seat, and any seat for this person."""
        held = [each for each in self.held_seats if each.seat != number and each.person != person]
        self.held_seats = tuple(held)

    def _start(self) -> None:
        self._deal = deal = self.deal
        self.former_seats, deck = tuple(range(len(self.seats))), self.deck
        if deal is not None:
            self.former_seats, deck = deal.result(self.rules)
        assert deck is not None
        self.seats = [self.seats[number] for number in self.former_seats]
        self.game = Game([seat.name for seat in self.seats], deck)
        self.status = Status.RUNNING
        if isinstance(self.setup.clock, BankClock):
            for number in self.present:
                self.seats[number].bank = 1000 * self.setup.clock.seconds

    def _move(self, entry: Moved, move: Move) -> None:
        assert self.game is not None
        seat = self.seats[entry.seat]
        if entry.seat == self.game.turn:  # a sale out of turn answers no decision
            self.bot_moves_in_row = self.bot_moves_in_row + 1 if seat.is_automatic else 0
        # One decision may take two late moves, a sale and a bid: they count as one miss.
        if entry.is_late and not self.is_overdue:
            self.is_overdue = True
            seat.miss()
        elif not entry.is_automatic:
            self._act(entry.seat)
        self.game.play(entry.seat, move)
        self.history.add_move(by_person=not entry.is_automatic)
        if self.game.is_over:
            self.status = Status.FINISHED

    def _undo(self, moves: int) -> None:
        assert self.game is not None
        self.game = self.game.at(moves)
        self.history.rewind(moves, self.seq + 1)
        self.bot_moves_in_row = 0
        self.has_undone = True

    def _act(self, number: int) -> None:
        """Mark the seat's person as present, with a vote."""
        self.seats[number].act()
        self.without_vote -= {number}

    def _settle(self, at: int) -> None:
        """Apply the consequences of an entry: a vote may pass, and the room code may expire."""
        if not self._has_vote_passed():
            self._vote_passed_at, self.without_vote = None, frozenset()
        elif self.without_vote or (self.absent and self.edition > 1):
            self._vote_passed_at = at if self._vote_passed_at is None else self._vote_passed_at
        else:
            self.status = Status.ABORTED
        if self.status is not Status.WAITING:
            self.code = None

    def _has_vote_passed(self) -> bool:
        """Whether everybody with a vote wants the end."""
        if not self.abort_asked or self.status is not Status.RUNNING:
            return False
        voters = self.present - self.without_vote
        return bool(voters) and voters <= self.abort_asked
