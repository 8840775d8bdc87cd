"""The lines of a backup: a row of each table, the start and the end."""

import msgspec


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One line of a backup: a row of a table, the start or the end."""


class Start(Line, frozen=True, tag="byzanz-store"):
    """The first line of a backup."""

    version: int


class Room(Line, frozen=True, tag="room"):
    """A row of table `room`; see `RoomRow`."""

    room: str
    head: int
    status: str
    due: int | None
    changed: int
    is_public: bool
    code: str | None
    rules: str
    is_listed: bool = False


class LogLine(Line, frozen=True, tag="log"):
    """A row of table `log`; see `LogRow`."""

    room: str
    seq: int
    at: int
    command: str
    digest: bytes
    body: bytes


class Member(Line, frozen=True, tag="member"):
    """A person who is a member of a room."""

    room: str
    person: str


class Private(Line, frozen=True, tag="private"):
    """Data that only one seat may see."""

    room: str
    seat: int
    body: bytes


class Replay(Line, frozen=True, tag="replay"):
    """An uploaded record. Its findings are not backed up: they can be computed again."""

    replay: str
    body: bytes
    at: int


class Person(Line, frozen=True, tag="person"):
    """A person."""

    person: str
    added: int
    seen: int


class Code(Line, frozen=True, tag="code"):
    """A one-time code for another device."""

    hash: str
    person: str
    until: int
    owner: str | None = None


class ResultLine(Line, frozen=True, tag="result"):
    """A row of table `result`; see `ResultRow` and `StoredResult`."""

    person: str
    room: str
    at: int
    seat: int
    place: int
    profit: int
    seat_count: int
    person_count: int
    level: str | None
    is_counted: bool
    version: str
    seats: str
    is_kept: bool
    accuracy: int | None
    moment: str | None
    rated: int | None
    mu: float | None
    sigma: float | None


class CutTie(Line, frozen=True, tag="cut_tie"):
    """A tie between two people that one of them has cut."""

    person: str
    other: str
    at: int


class Deletion(Line, frozen=True, tag="deletion"):
    """A person whose data is being deleted."""

    person: str
    at: int
    until: int
    turn: int


class Beat(Line, frozen=True, tag="beat"):
    """The last heartbeat of a server."""

    one: int  # always 1: the table has one row
    at: int


class OutageLine(Line, frozen=True, tag="outage"):
    """A row of table `outage`; see `Outage`."""

    began: int
    ended: int


class ServerKey(Line, frozen=True, tag="server_key"):
    """The key with which the server signs alerts."""

    one: int  # always 1: the table has one row
    body: bytes


class Subscription(Line, frozen=True, tag="subscription"):
    """A row of table `subscription`; see `SubscriptionRow`. Alerts are not backed up."""

    subscription: str
    person: str
    address: str
    public_key: bytes
    secret: bytes
    language: str
    time_zone: str
    quiet_from: int | None
    quiet_until: int | None
    added: int
    failures: int


class InvitationChoice(Line, frozen=True, tag="invitation_choice"):
    """Whether a person wants invitations as alerts, and when the last one was sent."""

    person: str
    is_muted: bool
    alerted: int | None
    room: str | None


class OptIn(Line, frozen=True, tag="opt_in"):
    """A person wants invitations of another person as alerts."""

    person: str
    other: str
    at: int


class ChallengeLine(Line, frozen=True, tag="challenge"):
    """A row of table `challenge`; see `ChallengeRow`."""

    challenge: str
    at: int
    maker: str
    name: str
    source: str
    deck: str
    seat: int
    bots: str
    dice: str
    version: str
    game: str | None


class Try(Line, frozen=True, tag="challenge_try"):
    """A row of table `challenge_try`; see `TryRow`."""

    challenge: str
    person: str
    name: str
    room: str
    at: int


class DailyDeal(Line, frozen=True, tag="daily_deal"):
    """A row of table `daily_deal`, with its secret; see `DailyDealRow`."""

    day: str
    deal: str
    secret: str
    dice: str
    rules: str
    made: int
    begun: int
    opened: int | None
    line_until: int


class DailyTry(Line, frozen=True, tag="daily_try"):
    """A person's try of a day; see `DailyTryRow`."""

    person: str
    day: str
    room: str
    begun: int
    ended: int | None
    profit: int | None
    place: int | None
    version: str | None


class DailyCount(Line, frozen=True, tag="daily_count"):
    """The number of tries of a day with the same result."""

    day: str
    version: str
    profit: int
    place: int
    games: int


class DailyLine(Line, frozen=True, tag="daily_line"):
    """The expert's line of a day; see `DailyLineRow`."""

    day: str
    replay: str
    body: bytes
    profit: int
    place: int
    version: str


class PuzzleTryLine(Line, frozen=True, tag="puzzle_try"):
    """A row of table `puzzle_try`; see `PuzzleTry`."""

    person: str
    puzzle: str
    version: str
    begun: int
    at: int
    tries: int
    is_right: bool
    due: int | None


class PuzzleStrength(Line, frozen=True, tag="puzzle_strength"):
    """The strength of a person at puzzles."""

    person: str
    mu: float
    sigma: float
    rated: int


class PuzzleRating(Line, frozen=True, tag="puzzle_rating"):
    """The strength of a puzzle."""

    puzzle: str
    mu: float
    sigma: float
    rated: int


class SentGame(Line, frozen=True, tag="sent_game"):
    """A game that a person played without a server and sent; see `SentGameQueries`."""

    game: str
    person: str
    body: bytes | None
    at: int


class End(Line, frozen=True, tag="end"):
    """The last line of a backup, with the number of rows before it."""

    rows: int


TABLES: tuple[type[Line], ...] = (
    *(Room, LogLine, Member, Private, Replay, Person, Code, Beat, OutageLine),
    *(ResultLine, CutTie, Deletion),
    *(ServerKey, Subscription, InvitationChoice, OptIn),
    *(ChallengeLine, Try),
    *(DailyDeal, DailyTry, DailyCount, DailyLine),
    *(PuzzleTryLine, PuzzleStrength, PuzzleRating),
    SentGame,
)
"""All tables, each after the tables that it refers to."""

AnyLine = (
    Start
    | (Room | LogLine | Member | Private | Replay | Person | Code | Beat | OutageLine)
    | (ResultLine | CutTie | Deletion)
    | (ServerKey | Subscription | InvitationChoice | OptIn)
    | (ChallengeLine | Try)
    | (DailyDeal | DailyTry | DailyCount | DailyLine)
    | (PuzzleTryLine | PuzzleStrength | PuzzleRating | SentGame)
    | End
)
