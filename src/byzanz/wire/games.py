"""A person's finished games, and the progress that they show."""

from typing import Annotated

import msgspec

from byzanz.wire.commands import CommandId, Name, Nonce
from byzanz.wire.room import BotId

MOST_TIME = 10**14  # milliseconds since 1970: in the year 5138


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat in a finished game."""

    name: str | None  # None: somebody who has deleted their data, or a bot of a continued game
    bot: BotId | None
    place: int  # from 1; seats that tie have the same place
    profit: int


class CostlyMoment(msgspec.Struct, frozen=True):
    """The decision of a person that cost them most in a game."""

    number: int  # moves played so far, including this one
    cost: int  # the win share that it lost, in millionths


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game of a person."""

    room: str
    ended: int  # in milliseconds since 1970
    seat: int  # the person's own
    seats: tuple[SeatResult, ...]
    is_counted: bool  # for trends and the rating: no hints, no undo, a new deal
    is_kept: bool  # its record is kept for as long as the person
    has_record: bool  # the record is still stored
    accuracy: int | None = None  # 0 to 100, once the game is analysed
    moment: CostlyMoment | None = None  # once the game is analysed, if a decision cost anything
    day: str | None = None  # the day whose deal was played as a counted try
    was_offline: bool = False  # played without a server, and sent afterwards


class PlayedGames(msgspec.Struct, frozen=True):
    """A page of a person's finished games, latest first."""

    games: tuple[PlayedGame, ...]
    count: int  # the number of all games of this choice
    since: int | None  # when the first of them ended
    kept: int  # the number of games whose records are kept


class TrendPoint(msgspec.Struct, frozen=True):
    """Ten games against bots of one level; all shares are in millionths."""

    wins: int
    low: int  # the 80 % interval of the share of wins
    high: int
    profit: int  # mean, in millionths of a point
    accuracy: int | None  # mean of the analysed games, from 0 to 100


class LevelTrend(msgspec.Struct, frozen=True):
    """How a person does against bots of one level."""

    level: BotId
    games: int
    fair: int  # the share of wins by pure chance, in millionths
    points: tuple[TrendPoint, ...]  # of ten games each, oldest first


class Friend(msgspec.Struct, frozen=True):
    """Another person with whom this person has finished games."""

    tie: str  # the id of the tie between the two
    name: str
    games: int  # finished together
    latest: str  # the room of the latest one
    ahead: tuple[bool | None, ...]
    """Whether this person finished ahead in the last ten of them, oldest first; None: a tie."""
    is_opted_in: bool = False  # this person wants an alert when the friend wants to play again


class BotRating(msgspec.Struct, frozen=True):
    """The fixed rating of the bots of one level."""

    level: BotId
    mu: int  # in thousandths


class PersonRating(msgspec.Struct, frozen=True):
    """A person's rating by OpenSkill, in thousandths."""

    mu: int  # the mean of the estimated strength
    sigma: int  # its standard deviation
    games: int
    bots: tuple[BotRating, ...]  # to compare with, the weakest level first


class Progress(msgspec.Struct, frozen=True):
    """What a person's games show so far."""

    trends: tuple[LevelTrend, ...]  # the weakest level first
    friends: tuple[Friend, ...]  # the latest first
    rating: PersonRating | None  # None: no game counts so far


class KeepGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Keep a game's record for as long as the person's key exists, or stop keeping it."""

    is_kept: bool


class SendGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that the person has played without a server, against bots, to its end."""

    record: str
    ended: Annotated[int, msgspec.Meta(ge=0, le=MOST_TIME)]  # in milliseconds since 1970


class GameSent(msgspec.Struct, frozen=True):
    """The game is in the list of the person's games."""

    room: str  # its id there
    is_new: bool  # False: it was there already


class PlayAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make a room with seats for the same people, and the same bots."""

    command: CommandId
    name: Name
    nonce: Nonce
