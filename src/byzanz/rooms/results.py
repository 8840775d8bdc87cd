"""The results of a finished game, for each person who played it."""

import msgspec

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.anonymous import is_deleted
from byzanz.rooms.room import Room
from byzanz.rooms.seat import Seat
from byzanz.wire.games import SeatResult
from byzanz.wire.room import BotId, Status

BOTS_VERSION = "1"  # raised when a bot chooses other moves than before
VERSION = f"{RULES_VERSION}.{BOTS_VERSION}"
"""Results of different versions of rules or bots are not compared."""


class PersonResult(msgspec.Struct, frozen=True):
    """A person's result, and the facts about the game by which results are listed and counted."""

    person: str
    seat: int
    seats: tuple[SeatResult, ...]
    level: BotId | None  # of all opponents, if they are bots of one level
    person_count: int
    is_counted: bool
    version: str = VERSION

    @property
    def own(self) -> SeatResult:
        """The result of the person's seat."""
        return self.seats[self.seat]


def results_of(room: Room) -> tuple[PersonResult, ...]:
    """The results of all persons, those who left included; none unless the game is finished."""
    if room.status is not Status.FINISHED:
        return ()
    seats = seat_results(room)
    persons = {seat.person: number for number, seat in enumerate(room.seats) if seat.person}
    levels = {seat.bot for seat in room.seats if seat.bot is not None}
    level = levels.pop() if len(levels) == 1 and len(persons) == 1 else None
    return tuple(
        [
            PersonResult(
                *(person, number, seats, level, len(persons), is_counted(room)),
                version=version_of(room),
            )
            for person, number in persons.items()
            if not is_deleted(person)
        ]
    )


def version_of(room: Room) -> str:
    """The version of rules and bots; both versions if it changed during a game of a given deal."""
    began = room.version or VERSION
    return began if began == VERSION else f"{began}-{VERSION}"


def seat_results(room: Room) -> tuple[SeatResult, ...]:
    """The results of all seats of a finished game."""
    assert room.game is not None
    standings = sorted(room.game.standings(), key=lambda standing: standing.seat)
    return tuple(
        [
            SeatResult(_shown_name(room, seat), seat.bot, standing.place, standing.profit)
            for seat, standing in zip(room.seats, standings, strict=True)
        ]
    )


def _shown_name(room: Room, seat: Seat) -> str | None:
    """The name in results; None for somebody who has deleted their data.

    The bots of a continued game have the names of people, who may delete their data later.
    """
    is_borrowed = seat.bot is not None and room.deck is not None and not room.is_try
    return None if is_borrowed or is_deleted(seat.person) else seat.name


def is_counted(room: Room) -> bool:
    """Whether a game counts for trends and ratings: a new deal, without hints and undo.

    Games of release 0.2.0 and older do not count, because their hints were not logged.
    """
    is_new = room.deck is None and room.day is None
    return is_new and room.logs_hints and not room.hinted and not room.has_undone
