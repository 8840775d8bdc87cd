"""Everything that the server has about a person, and its deletion."""

import msgspec

from byzanz.wire.alerts import AlertDevice
from byzanz.wire.answers import RoomLine
from byzanz.wire.games import LevelTrend, PersonRating, PlayedGame

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


class PersonalData(msgspec.Struct, frozen=True):
    """Everything that the server has of a person; of a running game only its line in lists."""

    made: int  # in milliseconds since 1970
    since: int  # when the key was made
    tables: tuple[RoomLine, ...]  # games that run, and tables that wait
    trends: tuple[LevelTrend, ...]
    rating: PersonRating | None
    friends: tuple[PersonalFriend, ...]
    cut_ties: int  # the number of people to whom the tie is cut
    devices: tuple[AlertDevice, ...]  # that get alerts; without their addresses and keys
    has_muted_invitations: bool
    games: tuple[PersonalGame, ...]  # latest first
    format: str = FORMAT


class DeleteData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Delete everything that the server has of the person, for good."""

    is_confirmed: bool = False


class DataDeleted(msgspec.Struct, frozen=True):
    """The key and everything of the person alone is deleted."""

    is_complete: bool  # False: a few games with others are still being rewritten
