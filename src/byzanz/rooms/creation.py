"""The first entries of new rooms: ids, deals, seats and names."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random

from byzanz.cards import Cards
from byzanz.deal.deal import new_deal
from byzanz.game.record import RULES_VERSION
from byzanz.rooms.anonymous import is_deleted
from byzanz.rooms.display_names import bot_name, bot_names, check_name, skeleton
from byzanz.rooms.entries import Created, HeldSeat, Joined
from byzanz.rooms.finished_game import FinishedGame
from byzanz.rooms.room import Room
from byzanz.rooms.room_codes import new_code
from byzanz.rooms.room_facts import EDITION, MOST_SEATS
from byzanz.rooms.seat import Seat
from byzanz.wire.commands import CreateRoom, Rematch
from byzanz.wire.games import PlayAgain, SeatResult
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import OVER, BotId, SeatKind, Setup

RandomBytes = Callable[[int], bytes]
"""Returns the given number of random bytes: `secrets.token_bytes`, except in tests."""


def room_id(person: str, command: str, before: str = "") -> str:
    """The id of the room that a command makes: the same when the command is sent again.

    `before` is the room or replay that the new room continues. The id has 128 bits that nobody can
    guess, because only the server knows the hash of a person's key.
    """
    return sha256(f"room {person} {before} {command}".encode()).hexdigest()[:32]


def new_random(random_bytes: RandomBytes) -> Random:
    """Return a pseudo-random generator seeded with random bytes."""
    return Random(random_bytes(16))


def new_room(
    person: str, command: CreateRoom, random_bytes: RandomBytes = secrets.token_bytes
) -> Created:
    """The first entry of a room; raises `RequestRefused`."""
    name = check_name(command.name)
    bots = [plan.bot for plan in command.seats]
    names = bot_names(bots, name)
    free = [seat for seat, bot in enumerate(bots) if bot is None]
    joined = None
    if free:
        joined = Joined(new_random(random_bytes).choice(free), person, name, command.nonce)
    if command.start and len(free) > 1:
        raise RequestRefused(Code.SEATS_OPEN)
    deal = new_deal(random_bytes)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=command.setup,
        bots=tuple(bots),
        names=tuple(names),
        host=person,
        joined=joined,
        deal=deal.id,
        secret=deal.secret.hex(),
        code=None if command.start else new_code(random_bytes),
        is_started=command.start,
        allows_listing=command.allows_listing and command.setup.spectators,
    )


def rematching_seat(room: Room, person: str) -> int:
    """The seat of a person who may start a rematch now; raises `RequestRefused`."""
    number = room.seat_of(person)
    if number is None:
        raise RequestRefused(Code.NOT_ALLOWED)
    if room.day is not None:  # its setup is for tries: no hints, no spectators
        raise RequestRefused(Code.NOT_ALLOWED)
    if room.status not in OVER:
        raise RequestRefused(Code.NOT_OVER)
    if room.rematch is not None:
        raise RequestRefused(Code.REMATCHED, room=room.rematch)
    return number


def rematch_room(room: Room, number: int, command: Rematch, random_bytes: RandomBytes) -> Created:
    """The first entry of a rematch that this seat starts."""
    deal = new_deal(random_bytes)
    person = room.seats[number].person
    assert person is not None
    seats = _next_seats(room)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=room.setup,
        bots=tuple([seat.bot for seat in seats]),
        names=tuple([seat.name if seat.bot else "" for seat in seats]),
        host=person,
        joined=Joined(number, person, room.seats[number].name, command.nonce),
        follows=True,
        allows_listing=room.allows_listing and person == room.host,
        deal=deal.id,
        secret=deal.secret.hex(),
        code=new_code(random_bytes),
        held=tuple(
            [
                HeldSeat(other, seat.person, seat.name)
                for other, seat in enumerate(seats)
                if seat.person and other != number
            ]
        ),
    )


def _next_seats(room: Room) -> list[Seat]:
    """The seats of a rematch, with the spectators who asked for one.

    They get the seats of people who deleted their data, then those of people who left for good,
    then those of bots, then extra seats.
    """
    seats = [Seat() if is_deleted(seat.person) else seat for seat in room.seats]
    vacant = [number for number, seat in enumerate(seats) if seat.kind is SeatKind.OPEN]
    vacant += [number for number, seat in enumerate(seats) if seat.has_left]
    vacant += [number for number, seat in reversed(list(enumerate(seats))) if seat.bot]
    for request in room.seat_requests:
        seat = Seat(name=request.name, person=request.person)
        if vacant:
            seats[vacant.pop(0)] = seat
        elif len(seats) < MOST_SEATS:
            seats.append(seat)
    return seats


def played_on_room(
    person: str, replay: str, command: PlayOn, finished: FinishedGame, random_bytes: RandomBytes
) -> Created:
    """The first entry of a room that continues a finished game; raises `RequestRefused`.

    `replay` is the id of the game's room, or of its uploaded record.
    """
    if command.seat >= len(finished.names):
        raise RequestRefused(Code.BAD_REQUEST, field="seat")
    # A finished game cannot be continued from its last position, an aborted one can.
    if command.number >= len(finished.moves) + (not finished.is_finished):
        raise RequestRefused(Code.BAD_REQUEST, field="number")
    name = check_name(command.name)
    names = _bot_names(finished, command.seat, name, command.bot)
    deal = new_deal(random_bytes)  # only its secret is used, to seed the bots
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=Setup(),
        bots=tuple([None if seat == command.seat else command.bot for seat in range(len(names))]),
        names=tuple(names),
        host=person,
        joined=Joined(command.seat, person, name, command.nonce),
        deal=deal.id,
        secret=deal.secret.hex(),
        deck=finished.deck,
        is_started=True,
        played=tuple([(seat, str(move)) for seat, move in finished.moves[: command.number]]),
        continues=replay,
    )


def again_room(
    person: str,
    command: PlayAgain,
    setup: Setup,
    seats: Sequence[SeatResult],
    people: Mapping[int, str],
    random_bytes: RandomBytes,
) -> Created:
    """The first entry of a room for the people and bots of a finished game.

    `people` has the persons by seat; their seats are held for them. Raises `RequestRefused`.
    """
    name = check_name(command.name)
    bots = [line.bot for line in seats]
    held = [
        HeldSeat(seat, other, line.name)
        for seat, line in enumerate(seats)
        if line.name is not None and (other := people.get(seat)) is not None and other != person
    ]
    own_seat = next(seat for seat, other in people.items() if other == person)
    deal = new_deal(random_bytes)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=setup,
        bots=tuple(bots),
        names=tuple(bot_names(bots, name)),
        host=person,
        joined=Joined(own_seat, person, name, command.nonce),
        deal=deal.id,
        secret=deal.secret.hex(),
        code=new_code(random_bytes),
        held=tuple(held),
    )


def given_deck_room(
    names: Sequence[str],
    bots: Sequence[BotId | None],
    deck: Cards,
    random_bytes: RandomBytes,
) -> Created:
    """The first entry of a room with a given deck, for tests from outside."""
    is_started = None not in bots
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=Setup(),
        bots=tuple(bots),
        names=tuple([name if bot else "" for name, bot in zip(names, bots, strict=True)]),
        host=None,
        joined=None,
        deal=random_bytes(16).hex(),
        secret=random_bytes(32).hex(),
        code=None if is_started else new_code(random_bytes),
        deck=deck,
        is_started=is_started,
    )


def _bot_names(finished: FinishedGame, persons_seat: int, name: str, bot: BotId) -> list[str]:
    """The names by seat: the record's if distinct, else a bot's; empty for the person's seat."""
    names = ["" if seat == persons_seat else other for seat, other in enumerate(finished.names)]
    for seat, other in enumerate(names):
        taken = [name, *names[:seat]]
        if seat != persons_seat and not _is_distinct(other, taken):
            names[seat] = bot_name(bot, [*taken, *names[seat + 1 :]])
    return names


def _is_distinct(name: str, others: list[str]) -> bool:
    try:
        return check_name(name) == name and skeleton(name) not in map(skeleton, others)
    except RequestRefused:
        return False
