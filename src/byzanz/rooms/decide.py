"""Decides a person's command: an entry for the room's log, or a refusal."""

from collections.abc import Callable, Collection
from random import Random
from typing import NamedTuple, assert_never

import msgspec

from byzanz.game.game import Game
from byzanz.game.moves import BadMove, Done, Move, Sell, parse_move
from byzanz.rooms.display_names import bot_name, check_name, skeleton
from byzanz.rooms.entries import (
    AbortVoted,
    CameBack,
    Entry,
    HandedOver,
    Joined,
    Left,
    ListingAllowed,
    Moved,
    Removed,
    SeatRequested,
    SeatsChanged,
    SeatSet,
    SetupChanged,
    Started,
    Undone,
    WentAway,
)
from byzanz.rooms.room import Room
from byzanz.wire.commands import (
    Abort,
    AllowListing,
    AskSeat,
    CallBot,
    ChangeSetup,
    ComeBack,
    Command,
    HandOver,
    Join,
    Leave,
    Play,
    Rematch,
    Remove,
    SetSeat,
    SetSeatCount,
    Start,
    Undo,
)
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import OVER, SeatKind, Setup, Status

MOST_ENTRIES = 10_000
"""The length of a room's log from which only commands that lead to its end are accepted."""


class Outcome(NamedTuple):
    """The result of an accepted command: its entry."""

    entry: Entry
    move: Move | None = None  # the parsed move, if the entry is a `Moved`


def decide(
    room: Room,
    person: str,
    command: Command,
    new_random: Callable[[], Random],
    gone: Collection[int] = (),
) -> Outcome:
    """Decide a person's command; raises `RequestRefused`.

    Whether the rules allow a move is not checked here: adding the entry to the room does that.
    `gone` are the seats whose persons are gone.
    """
    if room.seq >= MOST_ENTRIES and not _is_always_possible(room, person, command):
        raise RequestRefused(Code.TOO_FAST)
    if isinstance(command, Play):
        return _play(room, person, command)
    return Outcome(_entry(room, person, command, new_random, gone))


def _entry(
    room: Room,
    person: str,
    command: Command,
    new_random: Callable[[], Random],
    gone: Collection[int],
) -> Entry:
    match command:
        case Join():
            return _join(room, person, command, new_random)
        case Leave():
            return _leave(room, person)
        case Remove(seat=seat):
            return _remove(room, person, seat)
        case HandOver(seat=seat):
            _check_host(room, person)
            if seat not in room.present:
                raise RequestRefused(Code.NOT_ALLOWED)
            return HandedOver(seat)
        case SetSeat():
            return _set_seat(room, person, command)
        case SetSeatCount(count=count):
            return _set_seat_count(room, person, count)
        case ChangeSetup(setup=setup):
            return _change_setup(room, person, setup)
        case AllowListing(is_allowed=is_allowed):
            return _allow_listing(room, person, is_allowed=is_allowed)
        case Start():
            return _start(room, person)
        case ComeBack():
            return CameBack(_playing_seat(room, person))
        case CallBot(seat=seat):
            return _call_bot(room, person, seat, gone)
        case Undo():
            seat = _playing_seat(room, person)
            moves = room.moves_kept_by_undo(seat)
            if moves is None:
                raise RequestRefused(Code.NO_UNDO)
            return Undone(seat, moves)
        case Abort():
            return AbortVoted(_voting_seat(room, person), command.is_wanted)
        case AskSeat():
            return _ask_seat(room, person, command)
        case Play() | Rematch():
            raise AssertionError(f"{type(command).__name__} must be decided by the caller")
        case _:
            assert_never(command)


def _is_always_possible(room: Room, person: str, command: Command) -> bool:
    """Whether a command is accepted even if the log is too long, so that a game can end."""
    seat = room.seat_of(person)
    match command:
        case Start() | Play() | Leave() | CallBot():
            return True
        case ComeBack():
            return seat is not None and room.seats[seat].is_away
        case Abort():
            return command.is_wanted and seat not in room.abort_asked
        case AllowListing():
            return room.allows_listing and not command.is_allowed
        case _:
            return False


def _call_bot(room: Room, person: str, number: int, gone: Collection[int]) -> WentAway:
    caller = _voting_seat(room, person)
    if number not in gone:
        raise RequestRefused(Code.NOT_GONE, seat=number)
    return WentAway(number, by=caller)


def _join(room: Room, person: str, command: Join, new_random: Callable[[], Random]) -> Joined:
    _check_waiting(room)
    if person in room.removed:
        raise RequestRefused(Code.NOT_ALLOWED)
    if room.seat_of(person) is not None:
        raise RequestRefused(Code.ALREADY_SEATED)
    seat = _free_seat(room, person, command.seat, new_random)
    name = check_name(command.name)
    held = [each.name for each in room.held_seats if each.person != person]
    if skeleton(name) in {skeleton(other) for other in (*held, *room.names)}:
        raise RequestRefused(Code.NAME_TAKEN)
    return Joined(seat, person, name, command.nonce)


def _free_seat(
    room: Room, person: str, wanted: int | None, new_random: Callable[[], Random]
) -> int:
    free = room.free_seats(person)
    if not free:
        raise RequestRefused(Code.ROOM_FULL)
    if wanted is not None:
        if wanted not in free:
            raise RequestRefused(Code.SEAT_TAKEN, seat=wanted)
        return wanted
    reserved = [
        held.seat for held in room.held_seats if held.person == person and held.seat in free
    ]
    return new_random().choice(reserved or free)


def _leave(room: Room, person: str) -> Left:
    number = _own_seat(room, person)
    if room.status not in (Status.WAITING, Status.RUNNING):
        raise RequestRefused(Code.NOT_RUNNING)
    return Left(number)


def _remove(room: Room, person: str, number: int) -> Removed:
    _check_host(room, person)
    _check_waiting(room)
    if number >= len(room.seats) or room.seats[number].person in (None, person):
        raise RequestRefused(Code.NOT_ALLOWED)
    return Removed(number)


def _set_seat(room: Room, person: str, command: SetSeat) -> SeatSet:
    _check_host(room, person)
    _check_waiting(room)
    if command.seat >= len(room.seats):
        raise RequestRefused(Code.NOT_ALLOWED)
    if room.seats[command.seat].person is not None:
        raise RequestRefused(Code.SEAT_TAKEN, seat=command.seat)
    if command.bot is None:
        return SeatSet(command.seat, None, "")
    others = [seat.name for number, seat in enumerate(room.seats) if number != command.seat]
    others += [held.name for held in room.held_seats if held.seat != command.seat]
    return SeatSet(command.seat, command.bot, bot_name(command.bot, others))


def _set_seat_count(room: Room, person: str, count: int) -> SeatsChanged:
    """Change the number of seats; if too many, keep people first, then bots, then held seats."""
    _check_host(room, person)
    _check_waiting(room)
    if len(room.persons) > count:
        raise RequestRefused(Code.TOO_FEW_SEATS, people=len(room.persons))
    held = {each.seat for each in room.held_seats}
    ranks = [
        (seat.kind is not SeatKind.PERSON, seat.kind is not SeatKind.BOT, number not in held)
        for number, seat in enumerate(room.seats)
    ]
    wanted = sorted(range(len(ranks)), key=lambda number: ranks[number])
    return SeatsChanged(count, tuple(sorted(wanted[:count])))


def _ask_seat(room: Room, person: str, command: AskSeat) -> SeatRequested:
    if room.seat_of(person) is not None:
        raise RequestRefused(Code.ALREADY_SEATED)
    if person in room.removed:
        raise RequestRefused(Code.NOT_ALLOWED)
    if room.rematch is not None:
        raise RequestRefused(Code.REMATCHED, room=room.rematch)
    if not command.is_wanted:
        return SeatRequested(person, "", is_wanted=False)
    if room.status is Status.WAITING or not room.persons:
        raise RequestRefused(Code.NOT_RUNNING)
    if not (room.may_ask_seat or room.asks_seat(person)):
        raise RequestRefused(Code.ROOM_FULL)
    name = check_name(command.name)
    others = [each.name for each in room.seat_requests if each.person != person]
    others += [seat.name for seat in room.seats if seat.name and seat.person != person]
    if skeleton(name) in map(skeleton, others):
        raise RequestRefused(Code.NAME_TAKEN)
    return SeatRequested(person, name)


def _change_setup(room: Room, person: str, setup: Setup) -> SetupChanged:
    _check_host(room, person)
    changes_only_pace = msgspec.structs.replace(setup, pace=room.setup.pace) == room.setup
    if not (changes_only_pace and room.may_set_pace(person)):
        _check_waiting(room)
    return SetupChanged(setup)


def _allow_listing(room: Room, person: str, *, is_allowed: bool) -> ListingAllowed:
    _check_host(room, person)
    if room.status in OVER:
        raise RequestRefused(Code.NOT_RUNNING)
    if is_allowed and not room.may_be_listed:
        raise RequestRefused(Code.NOT_ALLOWED)
    return ListingAllowed(is_allowed)


def _start(room: Room, person: str) -> Started:
    _check_host(room, person)
    _check_waiting(room)
    if any(seat.kind is SeatKind.OPEN for seat in room.seats):
        raise RequestRefused(Code.SEATS_OPEN)
    return Started()


def _play(room: Room, person: str, command: Play) -> Outcome:
    number = _playing_seat(room, person)
    try:
        move = parse_move(command.move)
    except BadMove:
        raise RequestRefused(Code.BAD_REQUEST, field="move") from None
    assert room.game is not None
    check_decision(room.game, move, command.decision)
    return Outcome(Moved(number, str(move), is_automatic=False), move)


def check_decision(game: Game, move: Move, decision: int | None) -> None:
    """Raise unless the move answers the current decision; sales and `done` answer none."""
    if isinstance(move, Sell | Done):
        return
    if decision is None:
        raise RequestRefused(Code.BAD_REQUEST, field="decision")
    if decision != game.decision:
        raise RequestRefused(Code.STALE, decision=game.decision)


def _own_seat(room: Room, person: str) -> int:
    number = room.seat_of(person)
    if number is None:
        raise RequestRefused(Code.NOT_ALLOWED)
    return number


def _playing_seat(room: Room, person: str) -> int:
    number = _own_seat(room, person)
    if room.status is not Status.RUNNING:
        raise RequestRefused(Code.NOT_RUNNING)
    return number


def _voting_seat(room: Room, person: str) -> int:
    """The seat of a person who plays; a person who is away must come back first."""
    number = _playing_seat(room, person)
    if room.seats[number].is_away:
        raise RequestRefused(Code.ABSENT)
    return number


def _check_host(room: Room, person: str) -> None:
    if room.host != person:
        raise RequestRefused(Code.NOT_ALLOWED)


def _check_waiting(room: Room) -> None:
    if room.status is not Status.WAITING:
        raise RequestRefused(Code.NOT_WAITING)
