"""The deal of the day: the day, the person's try, the distribution of results and the calendar."""

import msgspec

from byzanz.wire.commands import CommandId, Name
from byzanz.wire.comparison import SideBySide
from byzanz.wire.games import SeatResult


class DailyCommitment(msgspec.Struct, frozen=True):
    """The commitment to the deal of a day, see docs/verified-deal.md."""

    day: str  # a date in UTC: 2026-11-19
    deal: str
    commitment: str
    made: int  # in milliseconds since 1970
    secret: str | None = None  # once the deck is open


class DailyTry(msgspec.Struct, frozen=True):
    """The person's counted try."""

    room: str
    begun: int
    ended: int | None  # None while it is played
    seat: int | None = None  # once it was played to the end
    place: int | None = None  # None too if it was ended early
    profit: int | None = None
    seats: tuple[SeatResult, ...] = ()
    has_record: bool = False  # the record is still stored


class ProfitCount(msgspec.Struct, frozen=True):
    """The number of tries that ended with this profit, and how many of them won."""

    profit: int
    games: int
    wins: int


class Distribution(msgspec.Struct, frozen=True):
    """The results of all tries with the same rules and bots."""

    games: int
    wins: int
    less: int | None  # the tries with less profit than the person's; None without one
    middle: int | None  # the median profit; None without games
    profits: tuple[ProfitCount, ...]  # by profit; empty below 20 games


class DailyLine(msgspec.Struct, frozen=True):
    """The game that the expert played from the same seat."""

    replay: str  # the id for replay and analysis
    place: int
    profit: int


class Daily(msgspec.Struct, frozen=True):
    """The deal of one day, for one person."""

    day: str
    today: str
    now: int  # the server's clock, in milliseconds since 1970
    ends: int  # when the next day begins
    opens: int  # when the deck is opened
    is_open: bool
    begun: int  # tries of all people
    commitment: DailyCommitment
    next: DailyCommitment | None  # tomorrow's; only today
    own: DailyTry | None
    distribution: Distribution | None  # None until the person's try has ended or the deck is open
    line: DailyLine | None  # once the deck is open and the expert has played
    first: str  # the first day of this server


class DailyComparison(msgspec.Struct, frozen=True):
    """The person's own try beside another game with the same deal."""

    other: str | None  # the id of the other game's replay; None: there is none to compare with
    pair: SideBySide | None


class PlayDaily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin the try of today, or play a past day as practice."""

    command: CommandId
    name: Name


class SendDaily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send the deal of a past day."""

    name: Name


class CalendarDay(msgspec.Struct, frozen=True):
    """A day with a deal."""

    day: str
    is_tried: bool
    place: int | None  # None too if the try was ended early
    profit: int | None


class Calendar(msgspec.Struct, frozen=True):
    """The days of a month that have a deal, up to today."""

    days: tuple[CalendarDay, ...]
    today: str
    first: str  # the first day of this server
