"""What a person's command does to a room: an entry for its log, or a refusal."""

from collections.abc import Callable, Collection
from random import Random
from typing import assert_never

import msgspec

from byzanz.game.game import Game
from byzanz.game.moves import BadMove, Done, Move, Sell, parse_move
from byzanz.server.entries import (
    AbortAsked,
    CameBack,
    Entry,
    HandedOver,
    Joined,
    Left,
    Moved,
    Removed,
    SeatAsked,
    SeatsChanged,
    SeatSet,
    SetupChanged,
    Started,
    Undone,
    WentAway,
)
from byzanz.server.names import bot_name, check_name, skeleton
from byzanz.server.room import Room
from byzanz.wire.commands import (
    Abort,
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
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.room import SeatKind, Setup, Status

MOST_ENTRIES = 10_000  # of a room; then the game is played out, and no more


def decide(
    room: Room,
    person: str,
    command: Command,
    lot: Callable[[], Random],
    gone: Collection[int] = (),
) -> Entry:
    """The entry that a person's command makes; raises `Refusal`.

    `gone`: the seats whose persons have not been there for too long.
    """
    if room.seq >= MOST_ENTRIES and not _is_always_possible(room, person, command):
        raise Refusal(Code.TOO_FAST)
    match command:
        case Join():
            return _join(room, person, command, lot)
        case Leave():
            return _leave(room, person)
        case Remove(seat=seat):
            return _remove(room, person, seat)
        case HandOver(seat=seat):
            _check_host(room, person)
            if seat not in room.present:
                raise Refusal(Code.NOT_ALLOWED)
            return HandedOver(seat)
        case SetSeat():
            return _set_seat(room, person, command)
        case SetSeatCount(count=count):
            return _set_seat_count(room, person, count)
        case ChangeSetup(setup=setup):
            return _change_setup(room, person, setup)
        case Start():
            return _start(room, person)
        case Play():
            return _play(room, person, command)
        case ComeBack():
            return CameBack(_playing_seat(room, person))
        case CallBot(seat=seat):
            return _call_bot(room, person, seat, gone)
        case Undo():
            seat = _playing_seat(room, person)
            moves = room.undo_moves(seat)
            if moves is None:
                raise Refusal(Code.NO_UNDO)
            return Undone(seat, moves)
        case Abort():
            return AbortAsked(_voting_seat(room, person), command.is_wanted)
        case AskSeat():
            return _ask_seat(room, person, command)
        case Rematch():
            raise Refusal(Code.NOT_ALLOWED)  # makes a room, which no room can: see rooms.py
        case _:
            assert_never(command)


def _is_always_possible(room: Room, person: str, command: Command) -> bool:
    """Whether a command is taken however long the log is, for a game must come to its end."""
    seat = room.seat_of(person)
    match command:
        case Start() | Play() | Leave() | CallBot():
            return True
        case ComeBack():
            return seat is not None and room.seats[seat].is_away
        case Abort():
            return command.is_wanted and seat not in room.abort_asked
        case _:
            return False


def _call_bot(room: Room, person: str, number: int, gone: Collection[int]) -> WentAway:
    caller = _voting_seat(room, person)
    if number not in gone:
        raise Refusal(Code.NOT_GONE, seat=number)
    return WentAway(number, by=caller)


def _join(room: Room, person: str, command: Join, lot: Callable[[], Random]) -> Joined:
    _check_waiting(room)
    if person in room.removed:
        raise Refusal(Code.NOT_ALLOWED)
    if room.seat_of(person) is not None:
        raise Refusal(Code.ALREADY_SEATED)
    seat = _free_seat(room, person, command.seat, lot)
    name = check_name(command.name)
    held = [each.name for each in room.held if each.person != person]
    if skeleton(name) in {skeleton(other) for other in (*held, *room.names)}:
        raise Refusal(Code.NAME_TAKEN)
    return Joined(seat, person, name, command.nonce)


def _free_seat(room: Room, person: str, wish: int | None, lot: Callable[[], Random]) -> int:
    free = room.free_seats(person)
    if not free:
        raise Refusal(Code.ROOM_FULL)
    if wish is not None:
        if wish not in free:
            raise Refusal(Code.SEAT_TAKEN, seat=wish)
        return wish
    own = [held.seat for held in room.held if held.person == person and held.seat in free]
    return lot().choice(own or free)


def _leave(room: Room, person: str) -> Left:
    number = _own_seat(room, person)
    if room.status not in (Status.WAITING, Status.RUNNING):
        raise Refusal(Code.NOT_RUNNING)
    return Left(number)


def _remove(room: Room, person: str, number: int) -> Removed:
    _check_host(room, person)
    _check_waiting(room)
    if number >= len(room.seats) or room.seats[number].person in (None, person):
        raise Refusal(Code.NOT_ALLOWED)
    return Removed(number)


def _set_seat(room: Room, person: str, command: SetSeat) -> SeatSet:
    _check_host(room, person)
    _check_waiting(room)
    if command.seat >= len(room.seats):
        raise Refusal(Code.NOT_ALLOWED)
    if room.seats[command.seat].person is not None:
        raise Refusal(Code.SEAT_TAKEN, seat=command.seat)
    if command.bot is None:
        return SeatSet(command.seat, None, "")
    others = [seat.name for number, seat in enumerate(room.seats) if number != command.seat]
    others += [held.name for held in room.held if held.seat != command.seat]
    return SeatSet(command.seat, command.bot, bot_name(command.bot, others))


def _set_seat_count(room: Room, person: str, count: int) -> SeatsChanged:
    """People stay, then bots, then seats that are held, then open ones; all in their order."""
    _check_host(room, person)
    _check_waiting(room)
    if len(room.persons) > count:
        raise Refusal(Code.TOO_FEW_SEATS, people=len(room.persons))
    held = {each.seat for each in room.held}
    ranks = [
        (seat.kind is not SeatKind.PERSON, seat.kind is not SeatKind.BOT, number not in held)
        for number, seat in enumerate(room.seats)
    ]
    wanted = sorted(range(len(ranks)), key=lambda number: ranks[number])
    return SeatsChanged(count, tuple(sorted(wanted[:count])))


def _ask_seat(room: Room, person: str, command: AskSeat) -> SeatAsked:
    if room.seat_of(person) is not None:
        raise Refusal(Code.ALREADY_SEATED)
    if person in room.removed:
        raise Refusal(Code.NOT_ALLOWED)
    if room.rematch is not None:
        raise Refusal(Code.REMATCHED, room=room.rematch)
    if not command.is_wanted:
        return SeatAsked(person, "", is_wanted=False)
    if room.status is Status.WAITING or not room.persons:
        raise Refusal(Code.NOT_RUNNING)
    if not (room.may_ask_seat or room.asks_seat(person)):
        raise Refusal(Code.ROOM_FULL)
    name = check_name(command.name)
    others = [each.name for each in room.next_people if each.person != person]
    others += [seat.name for seat in room.seats if seat.name and seat.person != person]
    if skeleton(name) in map(skeleton, others):
        raise Refusal(Code.NAME_TAKEN)
    return SeatAsked(person, name)


def _change_setup(room: Room, person: str, setup: Setup) -> SetupChanged:
    _check_host(room, person)
    is_pace = msgspec.structs.replace(setup, pace=room.setup.pace) == room.setup
    if not (is_pace and room.may_set_pace(person)):
        _check_waiting(room)
    return SetupChanged(setup)


def _start(room: Room, person: str) -> Started:
    _check_host(room, person)
    _check_waiting(room)
    if any(seat.kind is SeatKind.OPEN for seat in room.seats):
        raise Refusal(Code.SEATS_OPEN)
    return Started()


def _play(room: Room, person: str, command: Play) -> Moved:
    number = _playing_seat(room, person)
    try:
        move = parse_move(command.move)
    except BadMove:
        raise Refusal(Code.BAD_REQUEST, field="move") from None
    assert room.game is not None
    check_decision(room.game, move, command.decision)
    refused = room.game.refusal(number, move)
    if refused is not None:
        raise Refusal(Code.REFUSED, reason=refused.reason, **refused.facts)
    return Moved(number, str(move), is_automatic=False)


def check_decision(game: Game, move: Move, decision: int | None) -> None:
    """Raise unless the move answers the present decision; a sale and done answer none."""
    if isinstance(move, Sell | Done):
        return
    if decision is None:
        raise Refusal(Code.BAD_REQUEST, field="decision")
    if decision != game.decision:
        raise Refusal(Code.STALE, decision=game.decision)


def _own_seat(room: Room, person: str) -> int:
    number = room.seat_of(person)
    if number is None:
        raise Refusal(Code.NOT_ALLOWED)
    return number


def _playing_seat(room: Room, person: str) -> int:
    number = _own_seat(room, person)
    if room.status is not Status.RUNNING:
        raise Refusal(Code.NOT_RUNNING)
    return number


def _voting_seat(room: Room, person: str) -> int:
    """The seat of a person who plays; whoever is away comes back first."""
    number = _playing_seat(room, person)
    if room.seats[number].is_away:
        raise Refusal(Code.ABSENT)
    return number


def _check_host(room: Room, person: str) -> None:
    if room.host != person:
        raise Refusal(Code.NOT_ALLOWED)


def _check_waiting(room: Room) -> None:
    if room.status is not Status.WAITING:
        raise Refusal(Code.NOT_WAITING)
