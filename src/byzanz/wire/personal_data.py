"""Everything that the server has about a person, and its deletion."""

import msgspec

from byzanz.wire.alerts import AlertDevice
from byzanz.wire.answers import RoomLine
from byzanz.wire.games import LevelTrend, PersonRating, PlayedGame
from byzanz.wire.puzzles import PersonalPuzzle, PuzzleStrength

FORMAT = "byzanz-data-1"


class PersonalGame(PlayedGame, frozen=True):
    """A finished game of a person, with its record if that is still stored."""

    record: str | None = None


class PersonalFriend(msgspec.Struct, frozen=True):
    """Another person with whom this person has finished games."""

    name: str
    games: int  # finished together
    ahead: tuple[bool | None, ...]  # see `Friend`
    is_opted_in: bool = False  # see `Friend`


class PersonalChallenge(msgspec.Struct, frozen=True):
    """A deal that the person sent or plays."""

    challenge: str
    at: int
    name: str  # the person's


class PersonalDay(msgspec.Struct, frozen=True):
    """The person's try of a deal of the day."""

    day: str
    begun: int  # in milliseconds since 1970
    profit: int | None  # None: it was ended early, or has not ended
    place: int | None


class PersonalData(msgspec.Struct, frozen=True):
    """All data that the server has about a person; of a running game, only its line in lists."""

    made: int  # in milliseconds since 1970
    since: int  # when the key was made
    tables: tuple[RoomLine, ...]  # games that run, and tables that wait
    trends: tuple[LevelTrend, ...]
    rating: PersonRating | None
    friends: tuple[PersonalFriend, ...]
    cut_ties: int  # the number of people with whom the tie is cut
    days: tuple[PersonalDay, ...]  # tries of deals of the day, latest first
    devices: tuple[AlertDevice, ...]  # that get alerts; without their addresses and keys
    has_muted_invitations: bool
    challenges: tuple[PersonalChallenge, ...]  # oldest first
    puzzles: tuple[PersonalPuzzle, ...]  # answered, the latest first
    puzzle_strength: PuzzleStrength | None
    games: tuple[PersonalGame, ...]  # latest first
    format: str = FORMAT


class DeleteData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Delete everything that the server has of the person, for good."""

    is_confirmed: bool = False


class DataDeleted(msgspec.Struct, frozen=True):
    """The key is deleted, and so is all data about this person alone."""

    is_complete: bool  # False: a few games with others are still being rewritten
