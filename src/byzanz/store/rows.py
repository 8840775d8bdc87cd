"""The rows of the store, and the results of an append."""

import re
from collections.abc import Set
from typing import Literal, NamedTuple

import msgspec

ROOM_ID = re.compile("[!-~]{1,64}")  # 100 ids fit into one NOTIFY payload of 8,000 bytes


class LogRow(msgspec.Struct, frozen=True):
    """One entry of a room's log; all times of the store are milliseconds since 1970."""

    seq: int  # from 1, without gaps
    at: int
    command: str  # unique in the room
    digest: bytes  # hash of the request's body
    body: bytes


class RoomRow(msgspec.Struct, frozen=True):
    """The facts about a room that room lists and timers need without reading its log."""

    room: str
    head: int  # seq of the last entry
    status: str
    due: int | None  # when the server must act in the room next
    changed: int  # `at` of the last entry
    is_public: bool
    code: str | None  # the code with which people join; unique among all rooms
    rules: str
    is_listed: bool = False  # in the list of games to watch
    rewrites: int = 0  # how often the log was rewritten, because a person deleted their data


class ResultRow(msgspec.Struct, frozen=True):
    """A person's result of a finished game. It stays when the room is deleted."""

    person: str
    room: str
    at: int  # when the game ended
    seat: int
    place: int
    profit: int
    seat_count: int
    person_count: int
    level: str | None  # of all opponents, if they are bots of one level
    is_counted: bool  # for trends and the rating
    version: str  # of rules and bots
    seats: str  # the results of all seats, as JSON


class ChallengeRow(msgspec.Struct, frozen=True):
    """A deal that a person sent to others."""

    challenge: str
    at: int
    maker: str
    name: str  # the maker's
    source: str  # what it was made from; a maker has one challenge of each source
    deck: str
    seat: int
    bots: str  # by seat, as JSON
    dice: str
    version: str  # of rules and bots
    game: str | None  # the maker's own game, as JSON


class TryRow(msgspec.Struct, frozen=True):
    """A person's try at a challenge, in a room of their own."""

    challenge: str
    person: str
    name: str
    room: str
    at: int


class PuzzleTry(msgspec.Struct, frozen=True):
    """A person's latest answer to a puzzle."""

    puzzle: str
    version: str  # of the collection, or of the findings
    begun: int  # when the puzzle was answered first
    at: int
    tries: int
    is_right: bool
    due: int | None  # when it comes back; None: never


class StoredStrength(NamedTuple):
    """The strength of a person at puzzles, or of a puzzle."""

    mu: float
    sigma: float
    rated: int  # the number of answers behind it


class RatingChange(NamedTuple):
    """What one answer changes in the strength of its person or its puzzle."""

    name: str
    is_person: bool
    begins_at: StoredStrength  # the strength before the first answer
    gain: float  # added to `mu`
    factor: float  # multiplies `sigma`


class NewAlert(NamedTuple):
    """An alert that an entry causes for a person, who may have any number of subscriptions."""

    person: str
    kind: str  # `turn` or `invitation`
    due: int  # when it may be sent


class Append(msgspec.Struct, frozen=True):
    """An entry, with the room's row and members after it."""

    entry: LogRow
    row: RoomRow
    members: tuple[str, ...] | None = None  # None: unchanged
    private_version: int | None = None  # append only if the room's private data has this version
    results: tuple[ResultRow, ...] | None = None  # None: the entry does not finish the game
    named: tuple[str, ...] = ()  # the people whom the entry names: all of them must be stored
    alerts: tuple[NewAlert, ...] = ()

    def __post_init__(self) -> None:
        assert self.row.head == self.entry.seq
        assert self.row.changed == self.entry.at
        assert ROOM_ID.fullmatch(self.row.room)


class Appended(msgspec.Struct, frozen=True):
    """The entry is on disk."""


class Conflict(msgspec.Struct, frozen=True):
    """Nothing was written.

    `entry`: the entry's `seq` or command exists, the private data has another version, the log was
    rewritten, or a person is no longer stored; `code`: another room has the code.
    """

    taken: Literal["entry", "code"]


class Outage(msgspec.Struct, frozen=True):
    """A period during which no server was running, so that clocks stood still."""

    began: int
    ended: int


class PrivateData(msgspec.Struct, frozen=True):
    """The private data of a room's seats, and its version, which every change raises."""

    version: int
    bodies: dict[int, bytes]  # by seat
    rewrites: int = 0  # see `RoomRow`


class ProcessRow(msgspec.Struct, frozen=True):
    """A server process that shares the store."""

    process: str
    until: int  # the time until which it counts as alive
    level: int  # the highest level of log entries that it can read
    connections: str  # the numbers of its open connections, as JSON


class PresenceRow(msgspec.Struct, frozen=True):
    """The people whom a process sees in a room."""

    process: str
    room: str
    body: str
    until: int  # see `ProcessRow`


class PageFileRow(NamedTuple):
    """A hashed file of the pages."""

    name: str
    media_type: str
    body: bytes  # compressed with gzip


class JobRow(msgspec.Struct, frozen=True):
    """A question for a worker: a decision of a bot, or a hint."""

    job: str
    urgency: int  # lower goes first
    room: str
    version: str  # the version of the program; only workers of the same version answer
    asker: str  # the server process that waits for the answer
    at: int  # when the question was added
    question: bytes


class TakenJob(NamedTuple):
    """A job as the worker that took it sees it."""

    job: str
    urgency: int
    question: bytes


class TakenAnalysis(NamedTuple):
    """An analysis as the process that runs it sees it."""

    subject: str
    record: str


class WorkerRow(msgspec.Struct, frozen=True):
    """A worker that takes jobs."""

    worker: str
    until: int  # counts as alive until then
    version: str  # the version of the program
    has_search: bool  # it can answer jobs
    has_analysis: bool  # it can run analyses


class Head(NamedTuple):
    """The versions of a room's parts."""

    seq: int  # the number of the last entry
    private_version: int  # the version of the private data
    rewrites: int = 0  # see `RoomRow`


class RoomRewrite(msgspec.Struct, frozen=True):
    """New bodies of a room's log, after which it no longer names a person."""

    room: str
    head: int  # as it was when the log was read
    rewrites: int
    person: str
    bodies: dict[int, bytes]  # by seq
    seat: int  # of the person, to delete the bid plan there; or `ALL_SEATS` or `NO_SEAT`


class RoomDeletion(NamedTuple):
    """The deletion of a room in which nobody but one person has ever been."""

    room: str
    head: int  # as it was when the log was read
    rewrites: int


class PresenceBody(NamedTuple):
    """The stored presence of a process in a room."""

    process: str
    room: str
    body: str


class StoredResult(NamedTuple):
    """A person's result, and what is known about the game by now."""

    row: ResultRow
    is_kept: bool  # the room is not deleted while the person is stored
    accuracy: int | None
    moment: str | None  # the person's decision that cost most, as JSON
    has_record: bool  # the room, or the record that was sent, is still stored
    day: str | None = None  # the day whose deal was played
    was_offline: bool = False  # played without a server, and sent afterwards


class CountedGame(NamedTuple):
    """A game against bots of one level, as trends need it."""

    level: str
    version: str  # of rules and bots
    seat_count: int
    place: int
    profit: int
    accuracy: int | None


class CommonGame(NamedTuple):
    """A game that two people finished together, from the side of one of them."""

    other: str  # the other person
    room: str
    own_place: int
    other_place: int
    other_seat: int
    seats: str  # see `ResultRow`


class RatedRow(NamedTuple):
    """A person's rating after a game."""

    person: str
    room: str
    rated: int  # the number of the game in the order in which games are rated
    mu: float
    sigma: float


class SubscriptionRow(msgspec.Struct, frozen=True):
    """A device of a person, as an address at a push service to which alerts may be sent."""

    subscription: str  # a hash of the address
    person: str
    address: str
    public_key: bytes  # of the browser
    secret: bytes  # that the browser shares with the server
    language: str
    time_zone: str  # IANA's name
    quiet_from: int | None  # the minute of the day at which quiet hours begin; None: there are none
    quiet_until: int | None
    added: int  # or renewed
    failures: int = 0  # alerts given up since one was last sent


class TakenAlert(NamedTuple):
    """An alert as the process that takes it sees it; no other process has it until `due`."""

    room: str
    seq: int  # the entry that brought it
    kind: str
    begun: int  # when that entry was written
    due: int
    tries: int  # including this one
    subscription: SubscriptionRow


class DailyDealRow(msgspec.Struct, frozen=True):
    """The deal of a day. Nobody but the server may see secret and dice before it is open."""

    day: str  # 2026-11-19, in UTC
    deal: str  # the id
    secret: str
    dice: str  # the secret of the bots' dice
    rules: str  # the version of the rules
    made: int
    begun: int = 0  # tries
    opened: int | None = None


class DailyTryRow(NamedTuple):
    """A person's try of a day."""

    day: str
    room: str
    begun: int
    ended: int | None
    profit: int | None  # None: it was ended early, or has not ended
    place: int | None
    version: str | None  # of rules and bots


class CalendarRow(NamedTuple):
    """A day that has a deal, for one person."""

    day: str
    is_tried: bool
    place: int | None
    profit: int | None


class DailyCountRow(NamedTuple):
    """The number of tries that ended with the same profit and place."""

    profit: int
    place: int
    games: int


class DailyLineRow(NamedTuple):
    """The game that the expert played with the deal of a day."""

    day: str
    replay: str  # the id of its record
    body: bytes  # the record
    profit: int
    place: int
    version: str  # of rules and bots


class Notifications(NamedTuple):
    """Notifications of other processes."""

    rooms: set[str]  # rooms with new entries
    messages: list[str]
    # The ids of processes whose jobs were answered, and the program versions of new jobs.
    job_signals: Set[str] = frozenset()
