"""The times at which bots' moves are sent.

They are fixed before a bot thinks, so that its thinking time reveals nothing.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from byzanz.game.events import Event, LotRevealed, TrioSold
from byzanz.wire.room import BotId, Pace

GRID = {Pace.QUICK: 300, Pace.CALM: 900, Pace.SLOW: 1800, Pace.RAPID: 100}
"""Milliseconds between two grid points. A late answer is sent at a grid point; in a game of bots,
every answer is."""

IN_COMPANY = {Pace.RAPID: Pace.QUICK, Pace.PAUSED: Pace.SLOW}
"""The paces replaced where people play: a finer grid would reveal a bot's thinking time."""

STEPS = 2  # grid points; in a game of bots, an answer comes one or two after the last entry

LONG_TO_SEE = (LotRevealed, TrioSold)
LINGERING = {Pace.QUICK: 2, Pace.CALM: 1, Pace.SLOW: 0, Pace.RAPID: 0}
"""Extra grid points after an event of `LONG_TO_SEE`, while its cards still move on the pages."""


# --- games of bots --------------------------------------------------------------------------------


def draw_time(
    pace: Pace, room: str, seq: int, requested_at: int, events: Sequence[Event] = ()
) -> int:
    """The time at which a bot answers an entry in a game of bots; `events` are the entry's."""
    draw = _drawn(room, seq, STEPS) + 1
    if any(isinstance(event, LONG_TO_SEE) for event in events):
        draw += LINGERING[pace]
    return requested_at + GRID[pace] * draw


def next_point(pace: Pace, requested_at: int, drawn_at: int, ready_at: int) -> int:
    """The time at which an answer is sent: as drawn, or at the next grid point if it is late."""
    if ready_at <= drawn_at:
        return drawn_at
    points = -(-(ready_at - requested_at) // GRID[pace])
    return requested_at + GRID[pace] * points


# --- where people play ----------------------------------------------------------------------------


class Schedule(NamedTuple):
    """The answer times of bots where people play."""

    first: int  # milliseconds, right after a person's move
    least: int  # milliseconds, after many answers in a row
    lingering: float  # the fraction of the time added after an event of `LONG_TO_SEE`


SCHEDULES = {
    Pace.SLOW: dict.fromkeys((3, 4, 5, 6), Schedule(2000, 800, 0.5)),
    Pace.CALM: {
        3: Schedule(900, 520, 0.5),
        4: Schedule(900, 400, 0.5),
        5: Schedule(900, 240, 0.5),
        6: Schedule(900, 180, 0.3),
    },
    Pace.QUICK: {
        3: Schedule(400, 280, 0.5),
        4: Schedule(400, 210, 0.5),
        5: Schedule(400, 150, 0.3),
        6: Schedule(200, 150, 0.0),
    },
}
"""By pace and number of seats: with more seats, more bots answer before a person's turn."""

DECAY = 0.85  # each answer in a row takes this fraction of the time of the one before

LEAST = 150  # the shortest answer time outside a skip, in milliseconds
LEAST_BY_BOT = {BotId.EXPERT: 300}
"""The shortest answer time of slow bots, in milliseconds: the 99th percentile of their thinking
time. All other bots decide within a tenth of `LEAST`."""

MOST_BOT_MOVES = {Pace.CALM: 38, Pace.QUICK: 36}
"""After this many bot moves in a row, the rest is skipped for a person alone with bots."""


def answer_time(
    pace: Pace,
    entry: tuple[str, int],
    *,
    seats: int,
    answers: int,
    bot: BotId,
    events: Sequence[Event] = (),
) -> int:
    """Milliseconds from an entry to a bot's answer, computed from public facts alone.

    `entry` is the room's id and the number of the entry, `events` are its events; `answers` counts
    the bots' answers since a person's seat last moved.
    """
    schedule = SCHEDULES[pace][seats]
    time = max(schedule.first * DECAY**answers, schedule.least, LEAST_BY_BOT.get(bot, LEAST))
    swing = (time - LEAST) / 4 * (_drawn(*entry, 3) - 1)
    if any(isinstance(event, LONG_TO_SEE) for event in events):
        time += schedule.lingering * time
    return max(round(time + swing), LEAST_BY_BOT.get(bot, LEAST))


def _drawn(room: str, seq: int, count: int) -> int:
    """A pseudo-random number below `count` that depends on no hidden card."""
    return blake2b(f"{room} {seq}".encode(), digest_size=1).digest()[0] % count


# --- skips ----------------------------------------------------------------------------------------

SKIP_START = 200  # milliseconds of every skip
SKIP_TIMES = {BotId.EXPERT: 150}
SKIP_TIME = 40
"""Milliseconds that each bot move adds to a skip: more than a bot's average thinking time."""


def skip_time(bots: Sequence[BotId]) -> int:
    """Milliseconds from the request to skip until the moves of these bots are sent, all at once."""
    return SKIP_START + sum(SKIP_TIMES.get(bot, SKIP_TIME) for bot in bots)
