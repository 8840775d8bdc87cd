"""New rooms: ids, deals, and who sits where at first."""

import secrets
from collections.abc import Callable
from hashlib import sha256
from random import Random

from byzanz.deal.deal import new_deal
from byzanz.game.record import RULES_VERSION
from byzanz.server.codes import new_code
from byzanz.server.entries import Created, Held, Joined
from byzanz.server.names import bot_name, check_name, skeleton
from byzanz.server.past import Past
from byzanz.server.room import EDITION, MOST_SEATS, Room
from byzanz.server.seat import Seat
from byzanz.wire.commands import CreateRoom, Rematch
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import OVER, BotWord, Setup

Source = Callable[[int], bytes]
"""Gives so many random bytes: the system's, but in tests."""


def room_id(person: str, command: str, before: str = "") -> str:
    """The id of the room that a command makes, after another: the same when it is sent again.

    128 bits that nobody can guess, because nobody but the server knows the hash of a person's key.
    """
    return sha256(f"room {person} {before} {command}".encode()).hexdigest()[:32]


def lot(source: Source) -> Random:
    """Chance for what is drawn by lot."""
    return Random(source(16))


def new_room(person: str, command: CreateRoom, source: Source = secrets.token_bytes) -> Created:
    """The first entry of a room; raises `Refusal`."""
    name = check_name(command.name)
    bots = [plan.bot for plan in command.seats]
    names: list[str] = []
    for bot in bots:
        names.append("" if bot is None else bot_name(bot, [name, *names]))
    free = [seat for seat, bot in enumerate(bots) if bot is None]
    joined = None
    if free:
        joined = Joined(lot(source).choice(free), person, name, command.nonce)
    if command.start and len(free) > 1:
        raise Refusal(Code.SEATS_OPEN)
    deal = new_deal(source)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        setup=command.setup,
        bots=tuple(bots),
        names=tuple(names),
        host=person,
        joined=joined,
        deal=deal.id,
        secret=deal.secret.hex(),
        code=None if command.start else new_code(source),
        is_started=command.start,
    )


def rematching_seat(room: Room, person: str) -> int:
    """The seat of a person who may begin a rematch now; raises `Refusal`."""
    number = room.seat_of(person)
    if number is None:
        raise Refusal(Code.NOT_ALLOWED)
    if room.status not in OVER:
        raise Refusal(Code.NOT_OVER)
    if room.rematch is not None:
        raise Refusal(Code.REMATCHED, room=room.rematch)
    return number


def rematch_room(room: Room, number: int, command: Rematch, source: Source) -> Created:
    """The first entry of the room where the same people play again, begun by this seat."""
    deal = new_deal(source)
    person = room.seats[number].person
    assert person is not None
    seats = _next_seats(room)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        setup=room.setup,
        bots=tuple([seat.bot for seat in seats]),
        names=tuple([seat.name if seat.bot else "" for seat in seats]),
        host=person,
        joined=Joined(number, person, room.seats[number].name, command.nonce),
        follows=True,
        deal=deal.id,
        secret=deal.secret.hex(),
        code=new_code(source),
        held=tuple(
            [
                Held(other, seat.person, seat.name)
                for other, seat in enumerate(seats)
                if seat.person and other != number
            ]
        ),
    )


def _next_seats(room: Room) -> list[Seat]:
    """The seats of the next game, with those who watch this one and asked for a seat.

    They get the seats of people who left for good, then those of bots, then further ones.
    """
    seats = room.seats[:]
    gaps = [number for number, seat in enumerate(seats) if seat.has_left]
    gaps += [number for number, seat in reversed(list(enumerate(seats))) if seat.bot]
    for asked in room.next_people:
        seat = Seat(name=asked.name, person=asked.person)
        if gaps:
            seats[gaps.pop(0)] = seat
        elif len(seats) < MOST_SEATS:
            seats.append(seat)
    return seats


def played_on_room(person: str, command: PlayOn, past: Past, source: Source) -> Created:
    """The first entry of a room where a game goes on from a position; raises `Refusal`."""
    if command.seat >= len(past.names):
        raise Refusal(Code.BAD_REQUEST, field="seat")
    if command.number >= len(past.moves) + (not past.is_finished):  # at the end nothing goes on
        raise Refusal(Code.BAD_REQUEST, field="number")
    name = check_name(command.name)
    names = _company(past, command.seat, name, command.bot)
    deal = new_deal(source)  # of which only the secret is used, for the bots' chance
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        setup=Setup(),
        bots=tuple([None if seat == command.seat else command.bot for seat in range(len(names))]),
        names=tuple(names),
        host=person,
        joined=Joined(command.seat, person, name, command.nonce),
        deal=deal.id,
        secret=deal.secret.hex(),
        deck=past.deck,
        is_started=True,
        played=tuple([(seat, str(move)) for seat, move in past.moves[: command.number]]),
    )


def _company(past: Past, own: int, name: str, bot: BotWord) -> list[str]:
    """The names of the bots, empty for one's own seat: as they were, where people can tell them."""
    names = ["" if seat == own else other for seat, other in enumerate(past.names)]
    for seat, other in enumerate(names):
        taken = [name, *names[:seat]]
        if seat != own and not _is_told_apart(other, taken):
            names[seat] = bot_name(bot, [*taken, *names[seat + 1 :]])
    return names


def _is_told_apart(name: str, others: list[str]) -> bool:
    try:
        return check_name(name) == name and skeleton(name) not in map(skeleton, others)
    except Refusal:
        return False
